// What a quick solve knows of the sets that can be placed. It is certain where no joker is at hand
// and those on the table stay where they are.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

// Finds every set of rack tiles that one play can place, in no order; false where the enumeration
// has to be asked. Thread-safe.
bool sure_sets(const Position &position, std::vector<Tiles> &sets);

// Finds sets among which are all that one play can place, by taking the jokers of the table for wild
// tiles; false where that does not tell them. Thread-safe.
bool possible_sets(const Position &position, std::vector<Tiles> &sets);

} // namespace tilerummy::listing
