// Finds every subset of the rack that one play can lay, as specified by tilerummy.solver.reference.
#pragma once

#include <vector>

#include "enumerate/code_set.hpp"
#include "model/position.hpp"

namespace tilerummy {

struct Placements {
    CodeSet codes;      // the nonempty subsets
    bool proven = true; // true if the set is complete
};

// Returns an error message about the bit positions of the tiles in a code, or null if they are
// valid.
const char *shift_error(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns the placements of a valid position, within the position's time limit. *shifts* contains
// each cell's bit position in a code, jokers last; shift_error must accept it. Thread-safe.
Placements enumerate(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns whether one play can lay exactly these *tiles*. *proven* becomes false if this could not
// be decided. Thread-safe.
bool can_be_placed(const Position &position, const Tiles &tiles, bool &proven);

} // namespace tilerummy
