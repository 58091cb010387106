// Reads positions from Python values and packs melds.
#pragma once

#include <nanobind/nanobind.h>

#include "model/position.hpp"

namespace tilerummy {

// Reads the fields of a tilerummy.solver.Problem from a tuple, in the order that
// tilerummy.solver.kernel writes. Throws std::invalid_argument if one is out of range.
Position read_position(const nanobind::tuple &problem);

// Packs a meld into one number; equal melds have equal numbers.
std::int64_t packed(const Position &position, const Meld &meld);

} // namespace tilerummy
