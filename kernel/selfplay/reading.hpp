// Reads the start of a round from rows of numbers.
#pragma once

#include <utility>

#include "selfplay/rounds.hpp"
#include "simulate/packing.hpp"

namespace tilerummy::selfplay {

// Reads a game's hidden tiles, the policy of each seat, and the random seed.
inline Start read_start(simulate::Game game, simulate::Numbers &numbers) {
    Start start{std::move(game), {}, 0};
    simulate::read_world(start.game, numbers);
    for (int s = 0; s < start.game.seats; ++s)
        start.policies.push_back(simulate::read_policy(numbers));
    start.seed = std::uint64_t(numbers.wide());
    return start;
}

} // namespace tilerummy::selfplay
