// Extends a colour's open runs from one number to the next.
#pragma once

#include <algorithm>
#include <cstdint>

#include "dp/cells.hpp"
#include "dp/state.hpp"

namespace tilerummy::dp {

// The number of tiles laid in a colour's runs at a number, and of cores that begin and end there.
// Cores take over short open runs as long as the tiles could not extend all longer runs otherwise;
// `more` further cores take over a short run by choice.
struct InRuns {
    int laid, begins, ends, more;

    int taken(const OpenRuns &open) const {
        const int short_runs = open.ones + open.twos;
        return std::max(0, std::min({begins, short_runs, open.more + short_runs - laid})) + more;
    }
};

// Extends the *open* runs with the laid tiles. Returns false if that is impossible.
template <bool Cores>
bool advance(const Counts &counts, int place, const InRuns &in, OpenRuns &open) {
    int ones = open.ones, twos = open.twos;
    if constexpr (Cores) {
        const int taken = in.taken(open);
        if (taken > std::min(in.begins, ones + twos)) return false;
        twos -= std::max(0, taken - ones);
        ones = std::max(0, ones - taken);
    }
    const int rest = in.laid - ones - twos;
    if (rest < 0) return false;
    const int longer = std::min(rest, open.more);
    if (place > counts.numbers && (rest > longer || ones || (counts.numbers == 4 && longer)))
        return false;
    open = {rest - longer, ones, twos + longer + (Cores ? in.ends : 0)};
    return true;
}

// Returns the minimum number of jokers, out of *left*, that the short runs of a colour will need
// after a number. *high* tiles are reserved for a high 1. Caps the number of long open runs at
// those that can still be extended. If jokers are *deferred*, a run that is followed by no tile
// need not be extended by a joker, unless an old run requires it.
template <bool Cores> int lacking(const Cells &cells, int place, int colour, int high, int left,
                                  bool deferred, OpenRuns &open) {
    const int numbers = cells.counts().numbers, last = cells.last();
    const CellInfo &next = cells.at(place + 1, colour), &after = cells.at(place + 2, colour);
    const bool more = place < last, much = place + 1 < last;
    const int here = place + 1 > numbers ? (more ? high : 0) : next.supply();
    const int then = place + 2 > numbers ? (much ? high : 0) : after.supply();
    int unmet = open.ones + open.twos, ones = open.ones;
    if constexpr (Cores) {
        unmet = std::max(0, unmet - next.starts);
        ones = std::max(0, ones - next.starts - after.starts);
    }
    const int rest = std::max(0, here - unmet);
    if (open.more > rest) {
        const bool of_use = more && (!deferred || next.here ||
                                     cells.next_tile(place + 2, colour) <= place + 1 + left);
        open.more = std::min(open.more, std::max(rest, of_use ? here + left - unmet : 0));
    }
    const int first = std::max(0, unmet - here), second = std::max(0, ones - then);
    if ((first && !more) || (second && !much)) return left + 1;
    return first + second;
}

} // namespace tilerummy::dp
