// Python bindings for batches of rounds.
#pragma once

#include <nanobind/nanobind.h>

namespace tilerummy {

void bind_batch(nanobind::module_ &m);

} // namespace tilerummy
