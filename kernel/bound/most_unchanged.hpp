// The most old melds that can be left unchanged where the score is known: first how many at most,
// by a linear relaxation, then by branch and bound an answer that leaves as many, or the proof that
// there is none.
#pragma once

#include <vector>

#include "bound/relaxation.hpp"

namespace tilerummy {

class MostUnchanged {
  public:
    // Looks only for answers with the score counts.floor, which must be the best; jokers that are
    // *deferred* may be laid anywhere at the end. Expands at most so many *states*, 0 for no limit.
    MostUnchanged(const Counts &counts, bool deferred, std::uint64_t states,
                  Budget::Clock::time_point until);

    // Looks for the answer that leaves most old melds unchanged, more than *left*. Layout::proven
    // says that there is no better one, or where none was found, no other.
    Layout look(int left);

    // How many old melds can be left unchanged at most, as far as is known.
    int most() const { return most_; }

  private:
    using Mask = std::vector<std::uint8_t>; // over olds_

    void search(Simplex program, Mask &fixed);
    void branch(const Simplex &program, Mask &fixed, int old);
    int split(const Simplex &program, const Mask &fixed) const;
    bool answer(const Mask &left, bool bonus);
    Layout solve_beside(const Mask &left, const SolveOptions &options, bool &possible);
    void take_answer(const Mask &left, Layout layout);
    bool take(const Old &old, Counts &less) const;
    bool take_tile(int cell, Counts &less) const;
    bool take_jokers(int count, Counts &less) const;
    bool over();

    const Counts &counts_;
    const bool deferred_;
    const Budget::Clock::time_point until_;
    const std::vector<Old> olds_;
    Counts less_;
    std::vector<int> runs_, groups_; // of less_, as places in counts_
    Layout best_;
    int left_ = -1, most_, looked_at_ = 0;
    std::uint64_t states_; // still to be looked at
    bool proven_ = true;
};

} // namespace tilerummy
