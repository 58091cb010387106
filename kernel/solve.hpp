// The outer search: the twin of tilerummy.solver.search.
#pragma once

#include <vector>

#include "position.hpp"

namespace tilerummy {

// The best play found: the melds of the whole table after it.
struct Solution {
    std::vector<Meld> after;
    bool proven = true, tidy = true;
};

// Returns the best play of a position whose sizes are in range. Thread-safe.
Solution solve(const Position &position);

} // namespace tilerummy
