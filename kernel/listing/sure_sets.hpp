// Where a quick solve is certain: no joker is at hand, and those on the table stay where they are.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

// Finds every set of rack tiles that one play can place, in no order; false where the enumeration
// has to be asked. Thread-safe.
bool sure_sets(const Position &position, std::vector<Tiles> &sets);

} // namespace tilerummy::listing
