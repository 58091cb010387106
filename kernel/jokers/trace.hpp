// What the rack must give for homes to be what the law wants, wherever their tiles are traced to.
#pragma once

#include <vector>

#include "jokers/joker_melds.hpp"

namespace tilerummy {

// Returns the least that the rack must give for *joker_melds* to be lawful, in every way to do so that
// is not more than another; nothing if they never are. *whole* becomes false if there are too many
// ways to look at.
std::vector<Tiles> dues(const Supply &supply, const JokerMelds &joker_melds, bool &whole);

} // namespace tilerummy
