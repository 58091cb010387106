// What the counts say of each place, looked up rather than searched for. A place is a number, or
// the one after the last number for a high 1; a cell is a place in a colour.
#pragma once

#include <cstdint>
#include <vector>

#include "model/counts.hpp"
#include "enumerate/state.hpp"

namespace tilerummy {

constexpr int kMostHere = 16;     // old groups of one number, old runs beginning in one cell
constexpr int kMostCrossing = 12; // old runs of one colour that cross a number

// Returns a sentence saying that more old melds meet in a place than can be told apart, or null.
const char *place_error(const Counts &counts);

class Places {
  public:
    explicit Places(const Counts &counts);

    const Counts &counts;
    const int jokers; // all of them
    const int last;

    // The old groups of a number and the old runs that begin in a cell, as indices in the counts.
    const std::vector<int> &groups(int place) const { return groups_at_[place]; }
    const std::vector<int> &runs(int place, int colour) const {
        return runs_at_[place * kMostColours + colour];
    }

    // The bit of a lane that says that an old run worth a bonus is left as it is.
    PackedRuns closed_bit(int run) const { return PackedRuns(1) << slot_[run]; }

    // What all that comes after a cell may be worth at most, as the score of a state.
    std::int64_t later(int place, int colour) const {
        return later_[place * kMostColours + colour];
    }

    int need(int place, int colour) const { return counts.need[cell(place, colour)]; }
    int spare(int place, int colour) const { return counts.spare[cell(place, colour)]; }
    std::int64_t worth(int place) const { return counts.per_tile + place * counts.per_point; }

    // How many tiles there are for a cell when *high* were set apart for a high 1.
    int supply(int place, int colour, int high) const {
        if (place > counts.numbers) return place <= last ? high : 0;
        return need(place, colour) + spare(place, colour);
    }

    int cores_starting(int place, int colour) const {
        int n = 0;
        if (place <= last)
            for (const int i : runs(place, colour)) n += counts.runs[i].core;
        return n;
    }

    // A mask over groups(place), or runs(place, colour): those worth a bonus.
    std::uint16_t groups_with_bonus(int place) const;
    std::uint16_t runs_with_bonus(int place, int colour) const;

  private:
    int cell(int place, int colour) const { return (place - 1) * counts.colours + colour; }
    void give_slots();
    void bound_later();

    std::vector<std::vector<int>> groups_at_, runs_at_;
    std::vector<int> slot_;
    std::vector<std::int64_t> later_;
};

} // namespace tilerummy
