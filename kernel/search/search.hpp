// The outer search, which tries all joker plans, the most promising first.
#pragma once

#include "model/position.hpp"
#include "search/incumbent.hpp"

namespace tilerummy {

// Searches for plays that beat the *incumbent*. Check Incumbent::failed afterwards.
void search(const Position &position, Incumbent &incumbent);

} // namespace tilerummy
