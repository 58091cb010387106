// Whole rounds between policies.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/turns.hpp"

namespace tilerummy::selfplay {

using Row = std::vector<std::int32_t>;

// A turn as it is logged: the columns of tilerummy.simulator.results.Turns but the first.
constexpr int kTurnColumns = 11;

// A round at its start, and the chance of its seats.
struct Start {
    simulate::Game game;
    std::vector<simulate::Policy> policies;
    std::uint64_t seed = 0;
};

std::vector<simulate::Chance> chances(std::uint64_t seed, int seats);

// Plays the round to its end; each turn is logged, unless *log* is null.
void play_round(Start &start, Row *log);

// Plays at most so many turns and returns what was done in each.
std::vector<simulate::TurnLog> logged_turns(Start &start, int most);

} // namespace tilerummy::selfplay
