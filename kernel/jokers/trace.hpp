// Traces the tiles of joker melds to the rack and to old melds, to find what the rack must give.
#pragma once

#include <vector>

#include "jokers/joker_melds.hpp"

namespace tilerummy {

// Returns the smallest sets of rack tiles that must be placed for *joker_melds* to be lawful;
// nothing if they never are. *whole* becomes false if there are too many possible origins.
std::vector<Tiles> dues(const Supply &supply, const JokerMelds &joker_melds, bool &whole);

} // namespace tilerummy
