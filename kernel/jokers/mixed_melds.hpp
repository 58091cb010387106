// Prevents melds of jokers only: each joker must share a meld with a tile, or stay off the table.
#pragma once

#include <vector>

#include "jokers/branches.hpp"

namespace tilerummy {

// A meld of jokers and tiles, and its share of the counts: numbered tiles and table jokers by cell,
// and the number of other jokers. `old` is the index of the old meld that it extends, with groups
// numbered after runs, or -1.
struct MixedMeld {
    Meld meld;
    Cellset numbered, shown;
    int jokers, old;
};

// Returns the mixed melds for a branch, with the most jokers first. *complete* becomes false if
// some are missing.
std::vector<MixedMeld> mixed_melds(const Position &position, const Branch &branch, bool &complete);

Branch with_mixed_meld(const Position &position, const Branch &branch, const MixedMeld &mixed_meld);

} // namespace tilerummy
