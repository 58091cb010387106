// The state between two cells: everything about earlier decisions that affects later ones.
#pragma once

#include <array>
#include <cstdint>

#include "dp/state.hpp"

namespace tilerummy {

// The open runs of a colour, packed as in dp/state.hpp so that a single subtraction compares two
// states, and the tiles reserved for a high 1 in the bits above.
using PackedRuns = std::uint32_t;
constexpr int kHigh = 15;
constexpr PackedRuns kGuards = 1u << 4 | 1u << 9 | 1u << 14;
constexpr PackedRuns kOrdered = (1u << kHigh) - 1;

struct OpenRuns : dp::OpenRuns {
    int high = 0;
};

inline OpenRuns unpack(PackedRuns open_runs) {
    return {dp::unpack(open_runs), int(open_runs >> kHigh & 15)};
}

inline PackedRuns pack(const OpenRuns &open) {
    return PackedRuns(dp::pack(open)) | PackedRuns(open.high) << kHigh;
}

// The fields of a state that matter only until a number is complete.
struct Inside {
    std::uint8_t groups = 0; // new groups
    std::uint8_t due = 0;    // tiles still missing in them
    std::uint64_t grown = 0; // the tiles added to each core, in four bits each
    bool operator==(const Inside &) const = default;
};

// W words contain the open runs of all colours, two colours per word.
template <int W> struct State {
    std::array<std::uint64_t, W> packed{};
    Inside inside;
    std::uint16_t points = 0;
    std::uint8_t jokers = 0;

    PackedRuns open_runs(int c) const {
        return static_cast<PackedRuns>(packed[c / 2] >> (c % 2 * 32));
    }
    void set_open_runs(int c, PackedRuns open_runs) {
        const int shift = c % 2 * 32;
        packed[c / 2] = (packed[c / 2] & ~(0xffffffffull << shift)) | std::uint64_t(open_runs)
                                                                          << shift;
    }
    bool same(const State &other) const {
        return packed == other.packed && jokers == other.jokers && points == other.points &&
               inside == other.inside;
    }
    std::uint64_t hash() const {
        std::uint64_t h = jokers | points << 8 | std::uint64_t(inside.groups) << 40 |
                          std::uint64_t(inside.due) << 48;
        h ^= inside.grown * 0x9e3779b97f4a7c15ull;
        for (const auto word : packed) h = (h ^ word) * 0x9fb21c651e98df25ull, h ^= h >> 32;
        return h;
    }
};

// Returns whether *x* dominates *y*, that is, whether it is as good in every respect that matters
// later.
template <int W> bool dominates(const State<W> &x, const State<W> &y) {
    constexpr std::uint64_t guards = kGuards | std::uint64_t(kGuards) << 32;
    constexpr std::uint64_t ordered = kOrdered | std::uint64_t(kOrdered) << 32;
    if (x.jokers != y.jokers || x.points < y.points) return false;
    if (!(x.inside == y.inside)) return false;
    for (int w = 0; w < W; ++w) {
        if ((x.packed[w] ^ y.packed[w]) & ~ordered) return false;
        const std::uint64_t difference =
            ((y.packed[w] & ordered) | guards) - (x.packed[w] & ordered);
        if ((difference & guards) != guards) return false;
    }
    return true;
}

} // namespace tilerummy
