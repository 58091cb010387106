// Melds for jokers that would lie alone else: the twin of tilerummy.solver.anchoring.
#pragma once

#include <vector>

#include "jokers/branches.hpp"

namespace tilerummy {

// A meld with jokers and a tile, and what it takes of what is to be laid: tiles and kept jokers that
// go on to show theirs, by their cells, and other jokers. `old` is the place of the old meld that it
// is grown from, groups coming after runs, or -1.
struct MixedMeld {
    Meld meld;
    Cellset naturals, shown;
    int jokers, old;
};

// Returns the anchors of a branch, those with most jokers first; *whole* becomes false if they leave
// out what can be laid.
std::vector<MixedMeld> mixed_melds(const Position &position, const Branch &branch, bool &whole);

// Returns the branch with such a meld on the table.
Branch with_mixed_meld(const Position &position, const Branch &branch, const MixedMeld &mixed_meld);

} // namespace tilerummy
