// Python bindings for the simulator.
#pragma once

#include <nanobind/nanobind.h>

namespace tilerummy {

void bind_simulator(nanobind::module_ &m);

} // namespace tilerummy
