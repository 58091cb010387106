// Finds initial melds that leave the most rack tiles playable afterwards.
#pragma once

#include <vector>

#include "simulate/game.hpp"

namespace tilerummy::simulate {

struct OpeningMelds {
    std::vector<Meld> melds;
    Tiles tiles{};
};

// Returns minimal sets of melds from *rack* with enough points to open, those with the fewest
// jokers first; if there are many sets, some are left out.
std::vector<OpeningMelds> openings(const Game &game, const Tiles &rack);

} // namespace tilerummy::simulate
