// Searches for lawful joker placements until one is as good as the relaxed branch.
#pragma once

#include <array>
#include <vector>

#include "jokers/joker_melds.hpp"
#include "search/incumbent.hpp"

namespace tilerummy {

class JokerPlacementSearch {
  public:
    JokerPlacementSearch(const Position &position, const JokerPlan &plan, Incumbent &incumbent);

    // Tries joker placements. *relaxed* is the relaxed branch of the plan, and *layout* its best
    // solution.
    void look(Branch &relaxed, const Layout &layout);

  private:
    // A joker meld, and an upper bound on the value of solutions that contain it.
    struct Candidate {
        JokerMeld joker_meld;
        std::int64_t bound;
        bool likely = false, is_bounded = false; // if the bound applies to exactly this meld
    };

    std::int64_t value(const Branch &branch, const Layout &layout) const;
    std::int64_t bound_of(Branch &branch, Layout &layout);
    void note_likely(const Branch &branch, const Layout &layout);
    void bound_candidates();
    bool is_likely(const JokerMeld &joker_meld) const;
    void solve_with(Candidate &candidate);
    std::int64_t bound_of(int cell);
    std::int64_t bound_of(const JokerMeld &joker_meld);
    bool may_improve(Candidate &candidate);
    void choose(int freed, int most, std::size_t from);
    void try_placement();
    void solve_plan(const JokerPlan &plan);
    bool over();
    void check_limits();

    const Position &position_;
    const JokerPlan &plan_;
    Incumbent &incumbent_;
    const Supply supply_;
    Branch *relaxed_ = nullptr;      // with one joker fewer, while cells are bounded
    std::int64_t most_ = 0;          // the maximum value of a solution
    int looked_at_ = 0, passed_ = 0; // placements solved, and all attempts
    bool likely_only_ = true, over_ = false;
    std::vector<Meld> likely_;
    std::array<std::int64_t, kCells> bound_at_{}; // the known bounds with a freed joker in a cell
    std::vector<std::vector<Candidate>> candidates_; // by the number of freed jokers they take
    JokerPlacement placement_;
};

} // namespace tilerummy
