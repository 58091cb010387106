// Many worlds played on from one position, to compare lines of play.
#pragma once

#include <cstdint>
#include <vector>

#include "model/budget.hpp"
#include "simulate/packing.hpp"

namespace tilerummy::selfplay {

// A way in which the hidden tiles may lie, and how the seats play.
struct World {
    simulate::Game game;
    std::vector<simulate::Policy> policies;
    std::uint64_t seed = 0;
};

// How far a rollout goes: for so many turns, 0 for no limit, and until when.
struct Limits {
    int turns, threads;
    Budget::Clock::time_point until;
};

// The columns of tilerummy.simulator.results.Rollouts.
struct Results {
    std::vector<std::uint8_t> complete; // for each world
    std::vector<std::int32_t> ended, winners, turns, scores, tiles;
};

Results roll_out(const std::vector<World> &worlds, const std::vector<simulate::Line> &lines,
                 const Limits &limits);

} // namespace tilerummy::selfplay
