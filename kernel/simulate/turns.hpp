// What a policy plays in a turn.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/plays.hpp"
#include "simulate/policy.hpp"

namespace tilerummy::simulate {

// A play as it was made, for the log.
struct Made {
    std::vector<Meld> table;
    Tiles placed, face_up;
};

// What was done in a turn, for the log: where its tile came from, the plays, and the tile discarded. A
// closed hand that is declared is the last of the plays, which leaves the table as it is.
struct TurnLog {
    Source source = Source::none;
    std::vector<Made> plays;
    std::uint8_t discard = kNoTile;
    bool declared = false;
};

// Plays the rest of the turn of the seat to move by *policy*, and ends it. *Log* gets what is done,
// unless it is null.
void play_turn(Game &game, Policy policy, Chance &chance, Plays &plays, TurnLog *log);

// Goes out with the trump if that can be done by playing the most tiles or with a closed hand; if not,
// nothing changes.
bool go_out_with_trump(Game &game, Plays &plays);

} // namespace tilerummy::simulate
