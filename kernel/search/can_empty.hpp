// Whether one play can place the whole rack.
#pragma once

#include "model/position.hpp"

namespace tilerummy {

// Returns whether one play can place the whole rack, or all but one tile that must be left; false
// where no such play is found in time. Thread-safe.
bool can_empty(const Position &position);

} // namespace tilerummy
