// Decides which tiles a policy takes, collects and discards.
#pragma once

#include "simulate/game.hpp"
#include "simulate/plays.hpp"
#include "simulate/policy.hpp"

namespace tilerummy::simulate {

// Returns whether a policy takes the last discard: a joker, a tile that makes a meld with two tiles
// or fits the table, or one that its target hand needs.
bool takes_discard(const Game &game, Policy policy, Rng &rng, Plays &plays);

// Returns the tile that a policy discards: its least useful tile. If several are equally useful, it
// is the highest one; jokers come last.
int discard_of(const Game &game, Policy policy, Rng &rng, Plays &plays);

} // namespace tilerummy::simulate
