// Rows of numbers from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "selfplay/rounds.hpp"
#include "simulate/packing.hpp"

namespace tilerummy {

// Returns the 64-bit numbers in bytes.
inline simulate::Numbers numbers_of(nanobind::handle bytes) {
    if (!PyBytes_Check(bytes.ptr())) throw std::invalid_argument("numbers must be bytes");
    const auto size = std::size_t(PyBytes_GET_SIZE(bytes.ptr()));
    const auto *data = reinterpret_cast<const std::int64_t *>(PyBytes_AS_STRING(bytes.ptr()));
    return {data, size / sizeof(std::int64_t)};
}

// Reads a round as tilerummy.simulator.packing.round_numbers writes it.
inline selfplay::Start read_start(const simulate::Rules &rules, simulate::Numbers &numbers) {
    selfplay::Start start{simulate::read_game(rules, numbers), {}, 0};
    simulate::read_world(start.game, numbers);
    for (int s = 0; s < start.game.seats; ++s)
        start.policies.push_back(simulate::read_policy(numbers));
    start.seed = std::uint64_t(numbers.wide());
    return start;
}

} // namespace tilerummy
