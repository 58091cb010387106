// What a policy takes, hunts for and discards.
#pragma once

#include "simulate/game.hpp"
#include "simulate/plays.hpp"
#include "simulate/policy.hpp"

namespace tilerummy::simulate {

// Whether a policy takes the tile discarded last: a joker, what makes a meld with two tiles or fits the
// table, and what it hunts for.
bool takes_discard(const Game &game, Policy policy, Chance &chance, Plays &plays);

// The tile that a policy discards: the one that it needs least, of those the highest; a joker last.
int discard_of(const Game &game, Policy policy, Chance &chance, Plays &plays);

} // namespace tilerummy::simulate
