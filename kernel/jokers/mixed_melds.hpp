// Avoids melds of jokers only: a joker must share a meld with a tile, or stay off the table.
#pragma once

#include <vector>

#include "jokers/branches.hpp"

namespace tilerummy {

// A meld of jokers and tiles, and its share of the counts: tiles and jokers of the table by cell,
// and other jokers. `old` is the index of the old meld that it extends, groups after runs, or -1.
struct MixedMeld {
    Meld meld;
    Cellset numbered, shown;
    int jokers, old;
};

// Returns a branch's mixed melds, most jokers first; *complete* becomes false if some are missing.
std::vector<MixedMeld> mixed_melds(const Position &position, const Branch &branch, bool &complete);

Branch with_mixed_meld(const Position &position, const Branch &branch, const MixedMeld &mixed_meld);

} // namespace tilerummy
