// Melds for jokers that would lie alone else: the twin of tilerummy.solver.anchoring.
#pragma once

#include <vector>

#include "branches.hpp"

namespace tilerummy {

// Returns the melds that may be laid of jokers and tiles of a branch, those with most jokers first;
// *whole* becomes false if there are too many.
std::vector<Meld> anchors(const Position &position, const Branch &branch, bool &whole);

// Returns the branch with such a meld on the table.
Branch anchored(const Position &position, const Branch &branch, const Meld &meld);

// Whether all that can be laid with a joker has one of these melds.
bool anchors_suffice(const Branch &branch);

} // namespace tilerummy
