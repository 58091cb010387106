// Policies and their random numbers. Corresponds to tilerummy.simulator.policies.
#pragma once

#include <cstdint>

namespace tilerummy::simulate {

enum class Policy : std::uint8_t {
    rack_only,
    most_tiles,
    save_jokers,
    hold_after_opening,
    hold_before_opening,
    adaptive,
    random,
    hunt,
    none, // the caller chooses
};

// A pseudo-random number generator: SplitMix64.
struct Rng {
    std::uint64_t state = 0;

    std::uint64_t next() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    bool flip() { return next() >> 63; }
};

} // namespace tilerummy::simulate
