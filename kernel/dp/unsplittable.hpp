// Handles unsplittable cores. A run from a low 1 to a high 1 that contains such a core cannot be
// split in two, so a core with a low 1 must not be extended to a high 1. A mask over all
// unsplittable cores marks the low ones, that is, those with a low 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dp/advance.hpp"
#include "dp/cells.hpp"

namespace tilerummy::dp {

// The unsplittable cores of one problem, sorted from short to long, while the runs of a colour are
// extended.
class UnsplittableCores {
  public:
    UnsplittableCores(const std::vector<Unsplittable> &all, int numbers, int place, int colour)
        : all_(all), numbers_(numbers), place_(place), colour_(colour) {}

    // Adds to *low* the cores that begin here and contain a low 1 once *in* is laid; low 1s go to
    // the shorter cores first. A core *left* unchanged is low only if it begins with 1. Returns
    // false if a low core already ends with a high 1.
    bool begin(const OpenRuns &before, const InRuns &in, std::uint64_t left,
               std::uint16_t &low) const {
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

    // At the last number, extends runs that must not reach a high 1 only if no other run can be
    // extended. Removes the extended ones, and those that end here, from *open*.
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

    // Updates the cores that end here and have a slot, and returns the remaining *low* cores. Cores
    // *left* unchanged are no longer low; all other cores stay *open* runs, except at the last
    // number.
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

    // Returns the *low* cores that remain when *dropped* of the longer runs no longer count as
    // open.
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
