// The answer to a position.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy {

// The best play found: the melds of the whole table after it.
struct Solution {
    std::vector<Meld> after;
    bool proven = true, tidy = true;
};

} // namespace tilerummy
