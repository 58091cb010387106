// The outer search: over all joker plans, the most promising first.
#pragma once

#include "model/position.hpp"
#include "search/incumbent.hpp"

namespace tilerummy {

// Looks for plays that are better than the *incumbent*, which may fail.
void search(const Position &position, Incumbent &incumbent);

} // namespace tilerummy
