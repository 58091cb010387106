// Checks that a position or counts are in the range that the kernel can handle.
#pragma once

#include "model/counts.hpp"
#include "model/position.hpp"

namespace tilerummy {

// Returns a sentence saying what is wrong with the melds or the number of tiles, or null.
const char *validation_error(const Position &position);

// Returns a sentence saying what is wrong with the sizes of *counts*, or null if nothing is.
const char *validation_error(const Counts &counts);

} // namespace tilerummy
