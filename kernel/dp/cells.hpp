// Lookup tables for the counts. A `place` is a number, or the last number plus one for a high 1. A
// cell is a `place` in a colour.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/counts.hpp"

namespace tilerummy::dp {

constexpr int kPlaces = kMaxNumbers + 5; // with a high 1, and three more to look ahead
constexpr int kSlots = 64;            // old runs with a bonus across one number, in all colours
constexpr int kMaxCrossing = 6;      // the same, within one colour
constexpr int kMaxBonus = 250;       // the total number of bonuses
constexpr int kMaxWhole = 14;        // old groups with a bonus, per number
constexpr int kMaxGrowing = 16;      // groups that may grow, per number
constexpr int kMaxUnsplittable = 12; // unsplittable cores

// The tiles of a cell, and masks of the old runs that matter there. `need` tiles must be laid, and
// `spare` tiles may be laid. The 64-bit masks select old runs with a bonus, as bits of
// State::flags(). `tile` and `joker` are the runs with a numbered tile or a joker in the cell. Of
// these, `begun`, `second`, `third` and `longer` began here, one cell earlier, two cells earlier,
// or before that, and `ended` are those that end here. `core_begun` and `core_ended` are the cores
// that begin or end here, and `here` are all runs that may reach the cell. In an idle cell, nothing
// is laid, begins or ends.
struct CellInfo {
    std::uint8_t need = 0, spare = 0;
    std::uint8_t begins = 0, ends = 0; // cores without a bonus
    std::uint8_t starts = 0;           // all cores that begin there
    std::uint64_t tile = 0, joker = 0, begun = 0, second = 0, third = 0, longer = 0, ended = 0;
    std::uint64_t core_begun = 0, core_ended = 0, here = 0;
    bool idle = false;
    bool competing = false; // true if a run from 1 may join a core here or one from 3
    int supply() const { return need + spare; }
};

struct PlaceInfo {
    std::vector<int> whole;   // old groups with a bonus, as indices into the counts
    std::vector<int> growing; // groups that may grow
    std::uint16_t twins = 0;  // growing groups that equal their predecessor
    int most_groups = 0;
    bool idle = false; // true if all cells are idle and groups have no bonus
};

// A core that makes a run from a low 1 to a high 1 unsplittable, and the core's bit in
// State::flags().
struct Unsplittable {
    int colour, first, last;
    std::uint64_t slot;
};

class Cells {
  public:
    // Reads *counts*, which must outlive this object. Bonuses for old melds are ignored unless
    // *bonus* is set. Ignores melds beyond the limits above.
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

    // Returns whether longer open runs are always at least as good as shorter ones. They are not
    // with four numbers, because a run of two tiles may end with a high 1, nor if an unsplittable
    // core may join a run of one tile but not the run 1-2.
    bool longer_is_better(int place) const {
        if (counts_->numbers == 4 && counts_->high) return false;
        return place != 2 || std::none_of(unsplittable_.begin(), unsplittable_.end(),
                                          [](const Unsplittable &core) { return core.first == 3; });
    }

    // Returns whether all relevant cores and all bonuses are taken into account.
    bool complete() const { return complete_; }
    bool all_bonus() const { return all_bonus_; }

    // Returns the index of the run that a bit of State::flags() stands for in a cell.
    int run_of(int place, int colour, int slot) const;

    // Returns an upper bound on the score of everything laid after a cell.
    std::int64_t later(int place, int colour) const { return later_[place][colour]; }

    // Returns the first number from *place* on that has a tile of the colour, or a number beyond
    // the last one if no tiles of the colour remain.
    int next_tile(int place, int colour) const { return next_tile_[place][colour]; }

    // Returns how many tiles the later colours can add to *groups* new groups.
    int fill(int place, int colour, int groups) const {
        int sum = 0;
        for (int c = colour + 1; c < counts_->colours; ++c) {
            const int here = cells_[place][c].supply();
            sum += here < groups ? here : groups;
        }
        return sum;
    }

    std::int64_t value(int place) const { return counts_->per_tile + place * counts_->per_point; }

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
    std::array<std::array<CellInfo, kMaxColours>, kPlaces> cells_;
    std::array<std::array<std::uint8_t, kMaxColours>, kPlaces> cored_; // a core covers it
    std::array<std::array<std::uint8_t, kMaxColours>, kPlaces> late_;  // late old melds
    std::array<PlaceInfo, kPlaces> places_;
    std::array<std::array<std::int64_t, kMaxColours>, kPlaces> later_;
    std::array<std::array<std::uint8_t, kMaxColours>, kPlaces> next_tile_;
    std::vector<Unsplittable> unsplittable_;
    std::vector<int> slot_;
    std::vector<int> order_;
};

} // namespace tilerummy::dp
