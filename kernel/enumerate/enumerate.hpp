// Every subset of the rack that one play can place, as
// tilerummy.solver.reference specifies it.
#pragma once

#include <vector>

#include "enumerate/code_set.hpp"
#include "model/position.hpp"

namespace tilerummy {

struct Placements {
    CodeSet codes;      // the subsets, the empty one not among them
    bool proven = true; // are there no others
};

// Returns a sentence saying what is wrong with where the bits of the tiles begin in a code, or null.
const char *shift_error(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns what can be placed in a position whose sizes are in range, or what is found in time.
// *shifts* tells for each cell, and last for the jokers, where in a code their bits begin; it must
// not be refused. Thread-safe.
Placements enumerate(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns whether one play can place exactly these *tiles* of the rack; *proven* becomes false if
// that could not be told. Thread-safe.
bool can_be_placed(const Position &position, const Tiles &tiles, bool &proven);

} // namespace tilerummy
