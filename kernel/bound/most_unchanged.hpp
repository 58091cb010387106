// Finds the maximum number of old melds that can be left unchanged at a known score. A linear
// relaxation gives an upper bound; branch and bound then finds a solution that reaches it or proves
// that none exists.
#pragma once

#include <vector>

#include "bound/relaxation.hpp"

namespace tilerummy {

class MostUnchanged {
  public:
    // Considers only solutions with the score counts.floor, which must be the best possible score.
    // If *deferred* is set, jokers may be laid anywhere at the end. Expands at most *states*
    // states; 0 means no limit.
    MostUnchanged(const Counts &counts, bool deferred, std::uint64_t states,
                  Budget::Clock::time_point until);

    // Returns the solution that leaves the most old melds unchanged, provided that it leaves more
    // than *left*. In the result, `proven` is true if there is certainly no better solution.
    Layout look(int left);

    // Returns the current upper bound on the number of old melds left unchanged.
    int most() const { return most_; }

  private:
    using Mask = std::vector<std::uint8_t>; // over olds_

    void search(Simplex program, Mask &fixed);
    void branch(const Simplex &program, Mask &fixed, int old);
    int split(const Simplex &program, const Mask &fixed) const;
    bool improve(const Mask &left, bool bonus);
    Layout solve_beside(const Mask &left, const SolveOptions &options, bool &possible);
    void accept(const Mask &left, Layout layout);
    bool take(const Old &old, Counts &less) const;
    bool take_tile(int cell, Counts &less) const;
    bool take_jokers(int count, Counts &less) const;
    bool over();

    const Counts &counts_;
    const bool deferred_;
    const Budget::Clock::time_point until_;
    const std::vector<Old> olds_;
    Counts less_;
    std::vector<int> runs_, groups_; // of less_, as indices into counts_
    Layout best_;
    int left_ = -1, most_, looked_at_ = 0;
    std::uint64_t states_; // the remaining number of states
    bool proven_ = true;
};

} // namespace tilerummy
