// Plays a turn according to a policy.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/plays.hpp"
#include "simulate/policy.hpp"

namespace tilerummy::simulate {

// A logged play.
struct Made {
    std::vector<Meld> table;
    Tiles placed, face_up;
};

// A logged turn: where its tile came from, the plays, and the discard. A declared closed hand is
// logged as the last play, which leaves the table unchanged.
struct TurnLog {
    Source source = Source::none;
    std::vector<Made> plays;
    std::uint8_t discard = kNoTile;
    bool declared = false;
};

// Plays the rest of a turn according to *policy* and ends the turn. Records it in *log* unless that
// is null.
void play_turn(Game &game, Policy policy, Rng &rng, Plays &plays, TurnLog *log);

// Goes out with the trump, either by playing the most tiles or with a closed hand. If neither is
// possible, changes nothing.
bool go_out_with_trump(Game &game, Plays &plays);

} // namespace tilerummy::simulate
