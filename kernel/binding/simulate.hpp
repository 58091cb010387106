// The simulator for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace tilerummy {

// Adds the functions and classes of the simulator to the module.
void bind_simulator(nanobind::module_ &m);

} // namespace tilerummy
