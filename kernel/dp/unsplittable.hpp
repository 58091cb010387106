// Cores whose run from a low to a high 1 cannot be split in two: with a low 1 they must not be
// extended to a high 1. A mask over all such cores marks the low ones, those with a low 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dp/advance.hpp"
#include "dp/cells.hpp"

namespace tilerummy::dp {

// The cores of one problem, shorter ones first, while the runs of a colour are extended.
class UnsplittableCores {
  public:
    UnsplittableCores(const std::vector<Unsplittable> &all, int numbers, int place, int colour)
        : all_(all), numbers_(numbers), place_(place), colour_(colour) {}

    // Adds the cores that begin here when *in* is laid, except those *left* unchanged; the shorter
    // ones get the low 1s. Returns false if a core would get one that must not.
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
    // extended. Removes these runs, and those that end here, from the *open* runs.
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

    // Returns the *low* cores after those with a slot end here. The cores *left* unchanged are
    // removed; the remaining ones become *open* runs, except at the last number.
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

    // Returns the *low* cores after *dropped* of the longer runs stop counting as open.
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
