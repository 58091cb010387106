// Finds the best play in a position, as specified by tilerummy.solver.reference.
#pragma once

#include "model/solution.hpp"

namespace tilerummy {

// Returns the best play in a position whose sizes are in range. Thread-safe.
Solution solve(const Position &position);

} // namespace tilerummy
