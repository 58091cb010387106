// Lookup tables of the counts. A `place` is a number, or one more than the last number for a high
// 1. A cell is a `place` in a colour.
#pragma once

#include <cstdint>
#include <vector>

#include "model/counts.hpp"

namespace tilerummy {

constexpr int kMaxHere = 16;     // old groups of one number, old runs beginning in one cell
constexpr int kMaxCrossing = 12; // old runs of one colour that cross a number

// Returns an error message if too many old melds meet in a cell or number, or null.
const char *place_error(const Counts &counts);

class Places {
  public:
    explicit Places(const Counts &counts);

    const Counts &counts;
    const int jokers; // the total number
    const int last;

    // The old groups of a number and the old runs that begin in a cell, as indices into the counts.
    const std::vector<int> &groups(int place) const { return groups_at_[place]; }
    const std::vector<int> &runs(int place, int colour) const {
        return runs_at_[place * kMaxColours + colour];
    }

    int need(int place, int colour) const { return counts.need[cell(place, colour)]; }
    int spare(int place, int colour) const { return counts.spare[cell(place, colour)]; }

    // Returns the number of tiles for a cell when *high* are reserved for a high 1.
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

  private:
    int cell(int place, int colour) const { return (place - 1) * counts.colours + colour; }

    std::vector<std::vector<int>> groups_at_, runs_at_;
};

} // namespace tilerummy
