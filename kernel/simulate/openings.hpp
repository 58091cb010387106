// Initial melds that leave most to be laid with the table.
#pragma once

#include <vector>

#include "simulate/game.hpp"

namespace tilerummy::simulate {

struct OpeningMelds {
    std::vector<Meld> melds;
    Tiles tiles{};
};

// Returns sets of melds of *rack* that are worth the initial points and of which no meld can be
// spared, those with the fewest jokers first; not all where there are many.
std::vector<OpeningMelds> openings(const Game &game, const Tiles &rack);

} // namespace tilerummy::simulate
