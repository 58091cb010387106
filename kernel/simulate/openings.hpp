// Finds initial melds that leave the most rack tiles playable afterwards.
#pragma once

#include <vector>

#include "simulate/game.hpp"

namespace tilerummy::simulate {

struct OpeningMelds {
    std::vector<Meld> melds;
    Tiles tiles{};
};

// Returns minimal sets of melds from *rack* that have enough points to open, fewest jokers first.
// If there are many sets, some are left out.
std::vector<OpeningMelds> openings(const Game &game, const Tiles &rack);

} // namespace tilerummy::simulate
