// The best play of a position, as tilerummy.solver.reference specifies it.
#pragma once

#include "model/solution.hpp"

namespace tilerummy {

// Returns the best play of a position whose sizes are in range. Thread-safe.
Solution solve(const Position &position);

} // namespace tilerummy
