// The closed hands of International. They correspond to tilerummy.rules.closed_hands.
#pragma once

#include <cstdint>

#include "model/position.hpp"

namespace tilerummy::simulate {

// Which turn of its player it is in which a hand is shown: any, the first, or the first with all its
// tiles as they were dealt to somebody else than the first player.
enum class HandTurn : std::uint8_t { any, first, dealt };

// Returns the points of the best closed hand that fourteen tiles are, of the numbers 1 to 13 and so
// many colours; 0 if they are none.
int closed_hand_points(int colours, const Tiles &tiles, HandTurn when);

} // namespace tilerummy::simulate
