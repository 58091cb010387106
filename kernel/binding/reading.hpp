// Reads positions from Python values and packs melds.
#pragma once

#include <nanobind/nanobind.h>

#include "model/position.hpp"

namespace tilerummy {

// Reads a position from a tuple that tilerummy.solver.kernel created from a
// tilerummy.solver.Problem. Throws std::invalid_argument if a field is out of range.
Position read_position(const nanobind::tuple &problem);

// Packs a meld into a single number, so that equal melds give equal numbers.
std::int64_t packed(const Position &position, const Meld &meld);

} // namespace tilerummy
