// A run with a low 1 and a core that leaves no place to cut it in two may not go on to a high 1. A
// mask over all such cores says which are low: lie in a run with a low 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dp/cells.hpp"
#include "dp/advance.hpp"

namespace tilerummy::dp {

// Those of one problem, the shorter first, where the runs of a colour go on.
class UnsplittableCores {
  public:
    UnsplittableCores(const std::vector<Unsplittable> &all, int numbers, int place, int colour)
        : all_(all), numbers_(numbers), place_(place), colour_(colour) {}

    // Adds those that begin here, but for those *left* as they are, where *in* is laid: those that
    // hold a low 1 are the shorter ones. False where one may not.
    bool begin(const OpenRuns &before, const InRuns &in, std::uint64_t left, std::uint16_t &low) const {
        const int taken = in.taken(before);
        int count = place_ == 1 ? in.begins : place_ == 2 ? taken : taken - before.ones;
        count -= in.begins;
        each([&](const Unsplittable &some, std::uint16_t) {
            count += some.first == place_ && !(some.slot & left);
        });
        bool possible = true;
        each([&](const Unsplittable &some, std::uint16_t bit) {
            const bool whole = some.slot & left;
            if (some.first != place_ || (whole ? place_ > 1 : count-- <= 0)) return;
            low |= bit;
            possible = possible && (whole || some.last <= numbers_);
        });
        return possible;
    }

    // At the last number, lets those that ended before go on only where no others can, and takes
    // out of the *open* runs those that went on and those that end here.
    void extend(const OpenRuns &before, const InRuns &in, std::uint16_t low, OpenRuns &open) const {
        int others = before.more;
        each([&](const Unsplittable &some, std::uint16_t bit) {
            if (!(low & bit)) return;
            others -= some.last < place_;
            open.more -= some.last == place_ && !some.slot;
        });
        const int longer = std::min(in.laid - before.ones - before.twos, before.more);
        open.more -= std::max(0, longer - std::max(0, others));
    }

    // Returns the *low* ones when those with a slot end that are *left* as they are and the others,
    // which are *open* then, but not at the last number.
    std::uint16_t end(std::uint64_t left, std::uint16_t low, OpenRuns &open) const {
        each([&](const Unsplittable &some, std::uint16_t bit) {
            if (some.last != place_ || !some.slot || !(low & bit)) return;
            if (some.slot & left)
                low &= ~bit;
            else if (place_ == numbers_)
                --open.more;
        });
        return low;
    }

    // Returns the *low* ones when so many of the longer runs are no more counted as open.
    std::uint16_t drop(int dropped, std::uint16_t low) const {
        each([&](const Unsplittable &some, std::uint16_t bit) {
            const bool done = place_ >= numbers_;
            if ((low & bit) && (done || (some.last == place_ && dropped-- > 0))) low &= ~bit;
        });
        return low;
    }

  private:
    template <class Use> void each(Use use) const {
        for (int i = 0; i < int(all_.size()); ++i)
            if (all_[i].colour == colour_) use(all_[i], std::uint16_t(1u << i));
    }

    const std::vector<Unsplittable> &all_;
    const int numbers_, place_, colour_;
};

} // namespace tilerummy::dp
