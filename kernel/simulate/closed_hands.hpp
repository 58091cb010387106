// The closed hands of International. Corresponds to tilerummy.rules.closed_hands.
#pragma once

#include <cstdint>

#include "model/position.hpp"

namespace tilerummy::simulate {

// When a hand may be shown: in any of the player's turns, only in the first turn, or only in the
// first turn of a player who did not start and has exactly the tiles dealt.
enum class HandTurn : std::uint8_t { any, first, dealt };

// Returns the points of the best closed hand that the fourteen tiles form; 0 if they form none. The
// tiles have the numbers 1 to 13 and *colours* colours.
int closed_hand_points(int colours, const Tiles &tiles, HandTurn when);

} // namespace tilerummy::simulate
