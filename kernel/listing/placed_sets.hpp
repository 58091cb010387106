// Lists the sets of rack tiles that one play can lay, as sorted rows of numbers. Specified by
// tilerummy.solver.Placements.rows.
#pragma once

#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

struct PlacedSets {
    bool proven = true;    // true if the list is complete
    std::size_t count = 0; // the number of sets
    // One row per set: the count of each kind of tile (by colour and number, jokers last), then the
    // number of tiles and of points. Empty if there are more sets than the limit.
    std::vector<std::int16_t> rows;
};

// Returns the sets with the most tiles first; ties are broken by the most points, then by the
// lowest tiles. Codes for the rack must not exceed kMaxBits bits. Thread-safe.
PlacedSets placed_sets(const Position &position, std::size_t limit);

} // namespace tilerummy::listing
