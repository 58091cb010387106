// Reads a position from the values of Python and packs melds for it.
#pragma once

#include <nanobind/nanobind.h>

#include "model/position.hpp"

namespace tilerummy {

// Reads the fields of a tilerummy.solver.Problem from a tuple, in the order in which
// tilerummy.solver.kernel writes them. Throws std::invalid_argument for what is out of range.
Position read_position(const nanobind::tuple &question);

// Packs a meld into one number; equal melds have equal numbers.
std::int64_t packed(const Position &position, const Meld &meld);

} // namespace tilerummy
