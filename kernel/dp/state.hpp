// The state between two cells: the earlier decisions as far as they affect later ones.
#pragma once

#include <array>
#include <cstdint>

#include "dp/cells.hpp"

namespace tilerummy::dp {

// The open runs of a colour are packed into sixteen bits so that a single subtraction compares four
// colours. With a runs of length 1, b of length 1 or 2 and s of any length: a | b | 15 - s, each in
// four bits with a guard bit above.
constexpr int kRunBits = 16, kB = 5, kS = 10;
constexpr std::uint64_t kGuards = 0x4210421042104210;
constexpr std::uint64_t kNoRuns = 0x3c003c003c003c00; // four colours without an open run

// The open runs of a colour: the numbers of runs of length 1, of length 2, and longer.
struct OpenRuns {
    int ones, twos, more;
};

inline OpenRuns unpack(unsigned open_runs) {
    const int a = open_runs & 15, b = open_runs >> kB & 15, s = 15 - int(open_runs >> kS & 15);
    return {a, b - a, s - b};
}

inline std::uint64_t pack(const OpenRuns &open) {
    const int b = open.ones + open.twos, s = b + open.more;
    return std::uint64_t(open.ones | b << kB | (15 - s) << kS);
}

// The parts that must be equal in compared states: within a number its old groups left unchanged,
// the tiles of each colour reserved for a high 1, and the low cores (see unsplittable.hpp).
constexpr int kLow = 4, kWhole = 16, kHigh = 32;
constexpr std::uint64_t kLows = ((1ull << kMaxUnsplittable) - 1) << kLow;
constexpr std::uint64_t kLasting = 0xffffffffull << kHigh | kLows; // outlasts a number

// W words contain the open runs of all colours. Cores adds a word with four bits per core among the
// groups of the number for the tiles added to it. Bonus adds a word with a bit for each old run
// that can still be left unchanged.
template <int W, bool Cores, bool Bonus> struct State {
    static constexpr int kRunWords = W, kWords = W + Cores + Bonus;
    static constexpr int kGrown = Cores ? W : -1, kFlags = Bonus ? W + Cores : -1;
    std::array<std::uint64_t, kWords> words;
    std::uint64_t exact;
    std::int64_t score; // score << 8 | old melds left unchanged
    std::uint32_t node;
    std::int16_t points;
    std::uint8_t jokers, grouped, most; // tiles in new groups: all, and of the most used colour

    unsigned open_runs(int c) const { return words[c / 4] >> c % 4 * kRunBits & 0xffff; }
    void set_open_runs(int c, std::uint64_t open_runs) {
        const int shift = c % 4 * kRunBits;
        words[c / 4] = (words[c / 4] & ~(0xffffull << shift)) | open_runs << shift;
    }
    std::uint64_t grown() const { return Cores ? words[W] : 0; }
    std::uint64_t flags() const { return Bonus ? words[W + Cores] : 0; }
    void set_grown(std::uint64_t grown) {
        if constexpr (Cores) words[W] = grown;
    }
    void set_flags(std::uint64_t flags) {
        if constexpr (Bonus) words[W + Cores] = flags;
    }
    std::uint16_t low() const { return exact >> kLow & ((1 << kMaxUnsplittable) - 1); }
    void set_low(std::uint16_t low) { exact = (exact & ~kLows) | std::uint64_t(low) << kLow; }
    int whole() const { return exact >> kWhole & 0x3fff; }
    int high(int c) const { return exact >> (kHigh + 4 * c) & 15; }

    bool same(const State &other) const {
        std::uint64_t other_bits = exact ^ other.exact;
        for (int w = 0; w < kWords; ++w) other_bits |= words[w] ^ other.words[w];
        return !other_bits && points == other.points && jokers == other.jokers &&
               grouped == other.grouped && most == other.most;
    }
    std::uint64_t hash() const {
        std::uint64_t h = (exact ^ tail()) * 0x9e3779b97f4a7c15ull;
        for (const auto word : words) h = (h ^ word ^ h >> 29) * 0x9fb21c651e98df25ull;
        return h ^ h >> 32;
    }
    std::uint64_t tail() const {
        return points | std::uint64_t(grouped) << 16 | std::uint64_t(most) << 40 |
               std::uint64_t(jokers) << 48;
    }
};

} // namespace tilerummy::dp
