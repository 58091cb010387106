// Checks that a position or counts are within the range that the kernel supports.
#pragma once

#include "model/counts.hpp"
#include "model/position.hpp"

namespace tilerummy {

// Returns an error message about the melds or the number of tiles, or null if they are valid.
const char *validation_error(const Position &position);

// Returns an error message about the sizes of *counts*, or null if they are valid.
const char *validation_error(const Counts &counts);

} // namespace tilerummy
