// Reads rows of numbers passed from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <utility>

#include "selfplay/rounds.hpp"
#include "simulate/packing.hpp"

namespace tilerummy {

inline simulate::Numbers numbers_of(nanobind::handle bytes) {
    if (!PyBytes_Check(bytes.ptr())) throw std::invalid_argument("numbers must be bytes");
    const auto size = std::size_t(PyBytes_Size(bytes.ptr()));
    const auto *data = reinterpret_cast<const std::int64_t *>(PyBytes_AsString(bytes.ptr()));
    return {data, size / sizeof(std::int64_t)};
}

// Reads a game's hidden tiles, the policy of each seat, and the random seed.
inline selfplay::Start read_start(simulate::Game game, simulate::Numbers &numbers) {
    selfplay::Start start{std::move(game), {}, 0};
    simulate::read_world(start.game, numbers);
    for (int s = 0; s < start.game.seats; ++s)
        start.policies.push_back(simulate::read_policy(numbers));
    start.seed = std::uint64_t(numbers.wide());
    return start;
}

} // namespace tilerummy
