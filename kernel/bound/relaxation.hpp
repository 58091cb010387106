// Computes an upper bound on the number of old melds left unchanged, using a linear relaxation that
// allows fractional runs, groups and jokers.
#pragma once

#include <vector>

#include "bound/simplex.hpp"
#include "dp/solve_counts.hpp"

namespace tilerummy {

// An old meld that earns a bonus if it is left unchanged, identified by its index in counts.runs or
// counts.groups.
struct Old {
    bool group;
    int index;
};

// Returns the old melds that have a bonus, with the runs before the groups.
std::vector<Old> olds_of(const Counts &counts);

// The linear program for a count model. Each of the first columns stands for an old meld; its value
// is 1 if that meld is left unchanged.
class Relaxation {
  public:
    // Requires the score counts.floor, which must be the best possible score. If *deferred* is set,
    // jokers need not be laid.
    Relaxation(const Counts &counts, bool deferred);

    bool is_large() const { return rows_ > kMaxRows; }

    Simplex program;

  private:
    static constexpr int kMaxRows = 250;

    using Entries = std::vector<std::pair<int, int>>;

    void add_rows();
    void add_score();
    void add_core_rows();
    void add_olds();
    void add_cores();
    void add_runs();
    void add_groups(int number);
    void add_jokers();
    void add(const std::vector<int> &cells, int core_row = -1);
    int cell(int place, int colour) const;
    int supply(int cell) const { return counts_.need[cell] + counts_.spare[cell]; }

    const Counts &counts_;
    const bool deferred_;
    const int jokers_;
    int rows_ = 0, joker_row_ = -1;
    std::vector<int> row_;                     // the row of each cell, or -1
    std::vector<int> before_, behind_, grown_; // rows of the cores by growing end
};

} // namespace tilerummy
