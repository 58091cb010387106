// The state between two cells: everything about earlier decisions that affects later ones.
#pragma once

#include <array>
#include <cstdint>

#include "dp/cells.hpp"

namespace tilerummy::dp {

// The open runs of a colour, packed into sixteen bits so that a single subtraction compares four
// colours. The fields are a | b | 15 - s, each four bits wide with a guard bit above: a runs have
// length 1, b have length 1 or 2, and s have any length.
constexpr int kRunBits = 16, kB = 5, kS = 10;
constexpr std::uint64_t kGuards = 0x4210421042104210;
constexpr std::uint64_t kNoRuns = 0x3c003c003c003c00; // four colours without an open run

// The number of open runs of a colour that have length 1, that have length 2, and that are longer.
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

// The offsets of fields in State::exact, which must be equal for states to be compared: the low
// cores (see unsplittable.hpp), the old groups of the current number that are left unchanged, and
// each colour's tiles reserved for a high 1.
constexpr int kLow = 4, kWhole = 16, kHigh = 32;
constexpr std::uint64_t kLows = ((1ull << kMaxUnsplittable) - 1) << kLow;
constexpr std::uint64_t kLasting = 0xffffffffull << kHigh | kLows; // outlasts a number

// The dynamic program's state between two cells. The first W words contain the open runs of all
// colours. If Cores is set, a further word counts the tiles added to each core among the number's
// groups, in four bits per core. If Bonus is set, the last word has one bit for each old run that
// can still be left unchanged.
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
