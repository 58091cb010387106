// The outer search, which tries all joker plans, the most promising first.
#pragma once

#include "model/position.hpp"
#include "search/incumbent.hpp"

namespace tilerummy {

// Searches for plays that beat the *incumbent*, and stores the best one in it. The caller must
// check Incumbent::failed afterwards.
void search(const Position &position, Incumbent &incumbent);

} // namespace tilerummy
