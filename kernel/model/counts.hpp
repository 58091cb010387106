// The count model: how many tiles must be laid and may be laid in each cell, and the relevant old
// melds.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

constexpr int kMaxNumbers = 26;
constexpr int kMaxColours = 8;
constexpr int kMaxPoints = 10000;
constexpr int kMaxCopies = 15; // the maximum number of copies of a tile plus all jokers

struct OldRun {
    int colour, first, last;
    bool core, bonus;
    std::uint32_t wild; // the positions of its jokers if it is left unchanged
    bool late = false;  // true if its bonus is not in the bounds of earlier states
};

struct OldGroup {
    int number, colours, room;
    bool core, bonus;
    int jokers; // the number of jokers in it if it is left unchanged
    bool late = false;
    bool operator==(const OldGroup &) const = default;
};

struct Counts {
    int numbers, colours;
    bool high;
    std::vector<std::uint8_t> need, spare;
    int jokers_need, jokers_spare;
    std::int64_t per_tile, per_point, per_joker;
    std::vector<OldRun> runs;
    std::vector<OldGroup> groups;
    int at_least;
    std::int64_t floor;   // solutions with a lower score are ignored
    std::uint64_t budget; // maximum number of states to expand; 0 for no limit
};

// Returns whether a run from a low to a high 1 that contains this core cannot be split in two.
inline bool is_unsplittable(const Counts &counts, const OldRun &run) {
    return counts.high && run.core && run.first <= 3 && run.last >= counts.numbers - 1;
}

} // namespace tilerummy
