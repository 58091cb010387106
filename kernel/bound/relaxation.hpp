// How many old melds can be left as they are at most, where more than whole melds may be laid: parts
// of runs, groups and jokers that come to what is counted. What can be laid can be laid here too.
#pragma once

#include <vector>

#include "dp/solve_counts.hpp"
#include "bound/simplex.hpp"

namespace tilerummy {

// An old meld worth a bonus, by its place in counts.runs or counts.groups.
struct Old {
    bool group;
    int index;
};

// Returns the old melds worth a bonus: the runs, then the groups.
std::vector<Old> olds_of(const Counts &counts);

// The program for one problem. Its first columns say of the old melds, in their order, whether each
// of them is left as it is; what it comes to is how many are.
class Relaxation {
  public:
    // Only answers worth counts.floor count, which must be what they are worth at most; jokers that
    // are *deferred* need not be laid.
    Relaxation(const Counts &counts, bool deferred);

    // Whether it would take too long to solve.
    bool is_large() const { return rows_ > kMostRows; }

    Simplex program;

  private:
    static constexpr int kMostRows = 250;

    using Entries = std::vector<std::pair<int, int>>;

    void add_rows();
    void add_worth();
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
    std::vector<int> row_; // of each cell, -1 for none
    std::vector<int> before_, behind_, grown_; // rows of the cores by where they may grow
};

} // namespace tilerummy
