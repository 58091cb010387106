// Makes the simulator available to Python.
#pragma once

#include <nanobind/nanobind.h>

namespace tilerummy {

void bind_simulator(nanobind::module_ &m);

} // namespace tilerummy
