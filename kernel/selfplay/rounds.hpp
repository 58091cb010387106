// Plays complete rounds between policies.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/turns.hpp"

namespace tilerummy::selfplay {

using Row = std::vector<std::int32_t>;

// The number of columns in a logged turn, which has all columns of
// tilerummy.simulator.results.Turns except the first.
constexpr int kTurnColumns = 11;

// A round with all hidden tiles, the policy of each seat, and the random seed.
struct Start {
    simulate::Game game;
    std::vector<simulate::Policy> policies;
    std::uint64_t seed = 0;
};

std::vector<simulate::Rng> rngs(std::uint64_t seed, int seats);

// Plays the round to its end, recording each turn in *log* unless it is null.
void play_round(Start &start, Row *log);

// Rows in the format of tilerummy.simulator.results. `results` contains the winner, the ending, the
// number of turns and the scores of each round. `turns` contains each turn's log with the index of
// its round.
struct Played {
    Row results, turns;
};

// Plays the rounds to their end on *threads* threads. Records their turns if *log* is set.
Played play_rounds(std::vector<Start> &starts, bool log, int threads);

std::vector<simulate::TurnLog> logged_turns(Start &start, int limit);

} // namespace tilerummy::selfplay
