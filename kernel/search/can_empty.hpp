// Checks whether one play can lay the entire rack.
#pragma once

#include "model/position.hpp"

namespace tilerummy {

// Returns whether one play can lay the entire rack, or all but one tile that must be left. Returns
// false if no such play is found in time. Thread-safe.
bool can_empty(const Position &position);

} // namespace tilerummy
