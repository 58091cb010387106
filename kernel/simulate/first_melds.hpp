// Searches a rack for initial melds. Corresponds to tilerummy.rules.plays.first_melds.
#pragma once

#include "model/position.hpp"

namespace tilerummy::simulate {

// The tile set, and what initial melds need.
struct Opening {
    int numbers, colours;
    bool one_high;
    int points;
    bool jokers;
};

// Returns whether a rack has melds with enough points to open. The search stops after the same
// number of steps as the referee's, and then returns false.
bool has_first_melds(const Opening &opening, const Tiles &rack);

} // namespace tilerummy::simulate
