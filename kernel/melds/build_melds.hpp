// Builds the melds on the table from the cells of an answer.
#pragma once

#include <vector>

#include "jokers/branches.hpp"
#include "model/layout.hpp"

namespace tilerummy {

// Builds the whole table *after* a play; false in the rare case that a meld would have jokers
// alone, that kept jokers would have to leave a meld that is left unchanged, or that deferred
// jokers find no room.
bool build_melds(const Position &position, const Branch &branch, const Layout &layout,
                 std::vector<Meld> &after);

// How many melds of *before* are unchanged in *after*, equal ones counted.
int unchanged(const std::vector<Meld> &before, const std::vector<Meld> &after);

} // namespace tilerummy
