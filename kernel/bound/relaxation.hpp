// How many old melds can be left unchanged at most: a linear relaxation, in which parts of runs,
// groups and jokers may be laid as well. What can be laid can be laid in it too.
#pragma once

#include <vector>

#include "bound/simplex.hpp"
#include "dp/solve_counts.hpp"

namespace tilerummy {

// An old meld with a bonus, by its index in counts.runs or counts.groups.
struct Old {
    bool group;
    int index;
};

// Returns the old melds with a bonus: the runs, then the groups.
std::vector<Old> olds_of(const Counts &counts);

// The linear program for one count model. Its first columns say of each old meld whether it is left
// unchanged; its objective is how many are.
class Relaxation {
  public:
    // Only answers worth counts.floor count, which must be the best score; jokers that are
    // *deferred* need not be laid.
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
    std::vector<int> row_;                     // of each cell, -1 for none
    std::vector<int> before_, behind_, grown_; // rows of the cores by where they may grow
};

} // namespace tilerummy
