// The count model: how many tiles of each cell must be laid and may be laid, and the melds of the
// table that matter for it.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

constexpr int kMostNumbers = 26;
constexpr int kMostColours = 8;
constexpr int kMostPoints = 10000;
constexpr int kMost = 15; // copies of a tile and all jokers together

struct OldRun {
    int colour, first, last;
    bool core, bonus;
    std::uint32_t wild; // the places where it takes a joker if it is left unchanged
    bool late = false;  // is its bonus left out of the bounds of earlier states
};

struct OldGroup {
    int number, colours, room;
    bool core, bonus;
    int jokers; // how many it takes if it is left unchanged
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
    std::int64_t floor;   // answers worth less are of no interest
    std::uint64_t budget; // most states to be expanded; 0 for no limit
};

// Whether a run from a low to a high 1 with this core could not be split in two.
inline bool is_unsplittable(const Counts &counts, const OldRun &run) {
    return counts.high && run.core && run.first <= 3 && run.last >= counts.numbers - 1;
}

} // namespace tilerummy
