// What a policy plays in a turn. It corresponds to tilerummy.simulator.policies.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/plays.hpp"

namespace tilerummy::simulate {

enum class Policy : std::uint8_t {
    own_melds,
    most_tiles,
    husbandry,
    hold_open,
    hold_closed,
    adaptive,
    random,
    hunt,
    none, // somebody else chooses
};

// Pseudo-random numbers: SplitMix64.
struct Chance {
    std::uint64_t state = 0;

    std::uint64_t next() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    bool flip() { return next() >> 63; }
};

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
