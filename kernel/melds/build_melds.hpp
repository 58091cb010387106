// From the cells of an answer to the melds on the table: the twin of tilerummy.solver.arranging and
// mending.
#pragma once

#include <vector>

#include "jokers/branches.hpp"
#include "model/layout.hpp"

namespace tilerummy {

// Lays the whole table of an answer in *after*; false in the rare case that jokers alone would have
// to lie in a meld, or jokers that go on to show their tile in one left as it was, or that saved
// jokers find no room.
bool build_melds(const Position &position, const Branch &branch, const Layout &layout,
             std::vector<Meld> &after);

// How many melds of *before* lie in *after* as they were, equal ones counted.
int unchanged(const std::vector<Meld> &before, const std::vector<Meld> &after);

} // namespace tilerummy
