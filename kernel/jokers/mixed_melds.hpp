// Repairs answers with melds of jokers alone: one joker must lie with a tile, or none is laid.
#pragma once

#include <vector>

#include "jokers/branches.hpp"

namespace tilerummy {

// A meld of jokers and tiles, and what it takes of what is to be laid: tiles and kept jokers that
// represent theirs, by their cells, and other jokers. `old` is the index of the old meld that it is
// grown from, groups after runs, or -1.
struct MixedMeld {
    Meld meld;
    Cellset numbered, shown;
    int jokers, old;
};

// Returns the mixed melds of a branch, those with most jokers first; *whole* becomes false if they
// leave out what can be laid.
std::vector<MixedMeld> mixed_melds(const Position &position, const Branch &branch, bool &whole);

// Returns the branch with such a meld on the table.
Branch with_mixed_meld(const Position &position, const Branch &branch, const MixedMeld &mixed_meld);

} // namespace tilerummy
