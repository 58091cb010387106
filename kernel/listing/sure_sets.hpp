// Finds placeable sets by a quick solve, which is certain if no rack or table joker can move.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

// Finds every set of rack tiles that one play can lay, in no order. Returns false if the
// enumeration is needed. Thread-safe.
bool sure_sets(const Position &position, std::vector<Tiles> &sets);

// Finds a superset of the sets that one play can lay, by treating the jokers of the table as wild.
// Returns false if that is not possible. Thread-safe.
bool possible_sets(const Position &position, std::vector<Tiles> &sets);

} // namespace tilerummy::listing
