// Every subset of the rack that one play can lay, as tilerummy.solver.reference specifies it.
#pragma once

#include <vector>

#include "enumerate/code_set.hpp"
#include "model/position.hpp"

namespace tilerummy {

struct Placements {
    CodeSet codes;      // the nonempty subsets
    bool proven = true; // true if the set is complete
};

// Returns an error message about the bit positions of the tiles in a code, or null.
const char *shift_error(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns the placements of a valid position, within its time limit. *shifts* has the bit position
// of each cell in a code, jokers last; shift_error must accept it. Thread-safe.
Placements enumerate(const Position &position, const std::vector<std::uint8_t> &shifts);

// Returns whether one play can lay exactly these *tiles*; if unknown, *proven* becomes false.
// Thread-safe.
bool can_be_placed(const Position &position, const Tiles &tiles, bool &proven);

} // namespace tilerummy
