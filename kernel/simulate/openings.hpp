// Initial melds that leave the most tiles to be laid with the table.
#pragma once

#include <vector>

#include "simulate/game.hpp"

namespace tilerummy::simulate {

struct OpeningMelds {
    std::vector<Meld> melds;
    Tiles tiles{};
};

// Returns minimal sets of melds of *rack* with the initial points, those with the fewest jokers
// first; not all sets if there are many.
std::vector<OpeningMelds> openings(const Game &game, const Tiles &rack);

} // namespace tilerummy::simulate
