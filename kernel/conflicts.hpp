// Old melds that cannot all be left as they are where so much is to be laid: what proves that no
// tidier answer was passed over.
#pragma once

#include <cstdint>
#include <vector>

#include "lay.hpp"

namespace tilerummy {

// Those worth a bonus of one problem, whose counts.floor is what its answers have to be worth.
class Conflicts {
  public:
    // Jokers that are *saved* may be laid anywhere at the end.
    Conflicts(const Counts &counts, bool saved, Budget::Clock::time_point until);

    // Looks for conflicts until it is proven that no more old melds than *left* can be left, or some
    // *states* were looked at.
    void find(int left, int states);

    // How many old melds can be left at most, as far as is known.
    int most() const { return most_; }

    // Takes the bonus from those that can never be left; of other conflicts, one that has no old meld
    // with another one, the first is not hoped for before it comes.
    void apply(Counts &counts) const;

  private:
    // An old meld by its place in counts.runs or counts.groups.
    struct Old {
        bool group;
        int index;
    };

    bool clash(std::uint64_t left);
    void shorten(std::uint64_t &conflict);
    int begins(int old) const;
    bool take(const Old &old, Counts &less) const;
    bool take_tile(int cell, Counts &less) const;
    bool take_jokers(int count, Counts &less) const;

    const Counts &counts_;
    const bool saved_;
    const Budget::Clock::time_point until_;
    std::vector<Old> olds_;
    std::vector<std::uint64_t> conflicts_; // masks over olds_
    int most_;
    int states_ = 0; // still to be looked at
};

} // namespace tilerummy
