// The closed hands of International. Corresponds to tilerummy.rules.closed_hands.
#pragma once

#include <cstdint>

#include "model/position.hpp"

namespace tilerummy::simulate {

// When a hand is shown: in any of the player's turns, in the first one, or in the first one with
// exactly the tiles dealt, by a player other than the starter.
enum class HandTurn : std::uint8_t { any, first, dealt };

// Returns the points of the best closed hand that the fourteen tiles form, with the numbers 1 to 13
// and *colours* colours; 0 if they form none.
int closed_hand_points(int colours, const Tiles &tiles, HandTurn when);

} // namespace tilerummy::simulate
