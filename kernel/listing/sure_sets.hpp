// Finds the sets of rack tiles that one play can lay, using a quick solve. The result is exact if
// the rack has no jokers and no joker on the table can move.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

// Finds every set of rack tiles that one play can lay, in no particular order. Returns false if
// that requires the enumeration instead. Thread-safe.
bool sure_sets(const Position &position, std::vector<Tiles> &sets);

// Finds a superset of the sets that one play can lay, by treating the jokers on the table as wild.
// Returns false if that is not possible. Thread-safe.
bool possible_sets(const Position &position, std::vector<Tiles> &sets);

} // namespace tilerummy::listing
