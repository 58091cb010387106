// The counts of each place, looked up in tables. A place is a number, or the one after the last
// number for a high 1; a cell is a place in a colour.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/counts.hpp"

namespace tilerummy::dp {

constexpr int kPlaces = kMostNumbers + 5; // with a high 1, and three more to look ahead to
constexpr int kSlots = 64;            // old runs worth a bonus that cross one place in all colours
constexpr int kMostCrossing = 6;      // and in one colour
constexpr int kMostBonus = 250;       // in all
constexpr int kMostWhole = 14;        // old groups of one number worth a bonus
constexpr int kMostGrowing = 16;      // groups of one number that may grow
constexpr int kMostUnsplittable = 12; // unsplittable cores

// The old runs with a bonus, as bits of State::flags(): those with a numbered tile in the cell and
// those with a joker there; of these, those that begin there, one place before, two and more, and
// those that end there; and of the cores, where they begin and end. `here` are all that may reach
// the cell. In an idle cell nothing is laid, begins or ends.
struct CellInfo {
    std::uint8_t need = 0, spare = 0;
    std::uint8_t begins = 0, ends = 0; // cores without a bonus
    std::uint8_t starts = 0;           // all cores that begin there
    std::uint64_t tile = 0, joker = 0, begun = 0, second = 0, third = 0, longer = 0, ended = 0;
    std::uint64_t core_begun = 0, core_ended = 0, here = 0;
    bool idle = false;
    bool competing = false; // may a run from 1 be joined to a core here or to one from 3
    int supply() const { return need + spare; }
};

struct PlaceInfo {
    std::vector<int> whole;   // old groups worth a bonus, as indices in the counts
    std::vector<int> growing; // groups that may grow
    std::uint16_t twins = 0;  // those of `whole` that equal the one before
    int most_groups = 0;
    bool idle = false; // are all its cells idle, and no group has a bonus
};

// A core with which a run from a low to a high 1 could not be split in two, and its bit in
// State::flags(), if it has one.
struct Unsplittable {
    int colour, first, last;
    std::uint64_t slot;
};

class Cells {
  public:
    // Reads *counts*, which must live as long, with the bonus for old melds or without; what
    // exceeds the limits above is ignored.
    void read(const Counts &counts, bool bonus);

    const Counts &counts() const { return *counts_; }
    const CellInfo &at(int place, int colour) const { return cells_[place][colour]; }
    const PlaceInfo &at(int place) const { return places_[place]; }
    bool idle(int place) const { return places_[place].idle; }
    int jokers() const { return jokers_; }
    int last() const { return last_; }
    bool has_cores() const { return has_cores_; }
    bool has_bonus() const { return has_bonus_; }
    const std::vector<Unsplittable> &unsplittable() const { return unsplittable_; }

    // Whether a longer open run is always as good behind a place: not with four numbers, where a
    // run of two may end with a high 1 but no longer one, nor where an unsplittable core may be
    // joined to a run of one, but not to 1-2.
    bool longer_is_better(int place) const {
        if (counts_->numbers == 4 && counts_->high) return false;
        return place != 2 || std::none_of(unsplittable_.begin(), unsplittable_.end(),
                                          [](const Unsplittable &core) { return core.first == 3; });
    }

    // Whether every bonus is considered, and every group that may grow.
    bool complete() const { return complete_; }
    bool all_bonus() const { return all_bonus_; }

    // The run that a bit of State::flags() means in a cell.
    int run_of(int place, int colour, int slot) const;

    // The bound of all that comes after a cell, as the score of a state.
    std::int64_t later(int place, int colour) const { return later_[place][colour]; }

    // The first place from that one on with a tile of the colour, or one beyond all.
    int next_tile(int place, int colour) const { return next_tile_[place][colour]; }

    // How many of *groups* places in as many new groups the later colours can fill with tiles.
    int fill(int place, int colour, int groups) const {
        int sum = 0;
        for (int c = colour + 1; c < counts_->colours; ++c) {
            const int here = cells_[place][c].supply();
            sum += here < groups ? here : groups;
        }
        return sum;
    }

    std::int64_t worth(int place) const { return counts_->per_tile + place * counts_->per_point; }

  private:
    void read_runs(bool bonus);
    void read_groups(bool bonus);
    void leave_useless();
    bool useful(int place, int colour) const;
    bool in_run(int place, int colour) const;
    void bound();
    void look_ahead();

    const Counts *counts_ = nullptr;
    int jokers_ = 0, last_ = 0, bonuses_ = 0;
    bool has_cores_ = false, has_bonus_ = false, complete_ = true, all_bonus_ = true;
    std::array<std::array<CellInfo, kMostColours>, kPlaces> cells_;
    std::array<std::array<std::uint8_t, kMostColours>, kPlaces> cored_; // a core lies there
    std::array<std::array<std::uint8_t, kMostColours>, kPlaces> late_;  // old melds that are late
    std::array<PlaceInfo, kPlaces> places_;
    std::array<std::array<std::int64_t, kMostColours>, kPlaces> later_;
    std::array<std::array<std::uint8_t, kMostColours>, kPlaces> next_tile_;
    std::vector<Unsplittable> unsplittable_;
    std::vector<int> slot_;
    std::vector<int> order_;
};

} // namespace tilerummy::dp
