// The best play of a position. It corresponds to tilerummy.solver.reference.search.search.
#pragma once

#include "model/solution.hpp"

namespace tilerummy {

// Returns the best play of a position whose sizes are in range. Thread-safe.
Solution solve(const Position &position);

} // namespace tilerummy
