// The most old melds that can be left as they are where it is known what an answer is worth: first how
// many at most, by a relaxation, then an answer that leaves as many, or the proof that there is none.
#pragma once

#include <vector>

#include "bound/relaxation.hpp"

namespace tilerummy {

class MostUnchanged {
  public:
    // Only answers worth counts.floor are looked for, which must be what they are worth at most;
    // jokers that are *deferred* may be laid anywhere at the end. No more than some *states* are looked
    // at, none said by 0.
    MostUnchanged(const Counts &counts, bool deferred, std::uint64_t states, Budget::Clock::time_point until);

    // Looks for an answer that leaves more than *left* old melds, the most of all. Layout::proven says
    // that there is no better one, or where none was found, no other.
    Layout look(int left);

    // How many old melds can be left at most, as far as is known.
    int most() const { return most_; }

  private:
    using Mask = std::vector<std::uint8_t>; // over olds_

    void grow();
    void search(Simplex program, Mask &fixed);
    void branch(const Simplex &program, Mask &fixed, int old);
    void branch_on_conflict(const Simplex &program, Mask &fixed, const Mask &left);
    int split(const Simplex &program, const Mask &fixed) const;
    bool answer(const Mask &left, bool bonus);
    bool clash(const Mask &left);
    void shorten(Mask &conflict, const Mask &fixed);
    Layout solve_beside(const Mask &left, const SolveOptions &options, int states, bool &possible);
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
