// Builds the melds on the table from the cells of a solution.
#pragma once

#include <vector>

#include "jokers/branches.hpp"
#include "model/layout.hpp"

namespace tilerummy {

// Builds the table *after* a play from a branch's solution. Returns false in the rare cases that a
// meld would consist of jokers only, that an unchanged meld would lose its jokers, or that deferred
// jokers do not fit into any meld.
bool build_melds(const Position &position, const Branch &branch, const Layout &layout,
                 std::vector<Meld> &after);

// Returns how many melds of *before* are also in *after*; equal melds count separately.
int unchanged(const std::vector<Meld> &before, const std::vector<Meld> &after);

} // namespace tilerummy
