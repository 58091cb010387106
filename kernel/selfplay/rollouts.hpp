// Plays out a position in many sampled worlds, to compare lines of play.
#pragma once

#include <cstdint>
#include <vector>

#include "model/budget.hpp"
#include "selfplay/rounds.hpp"
#include "simulate/packing.hpp"

namespace tilerummy::selfplay {

// Limits on rollouts: the number of turns (0 means no limit), the threads, and the deadline.
struct Limits {
    int turns, threads;
    Budget::Clock::time_point until;
};

// The columns of tilerummy.simulator.results.Rollouts.
struct Results {
    std::vector<std::uint8_t> complete; // per world
    std::vector<std::int32_t> ended, winners, turns, scores, tiles;
};

Results roll_out(const std::vector<Start> &worlds, const std::vector<simulate::Line> &lines,
                 const Limits &limits);

} // namespace tilerummy::selfplay
