// The sets of rack tiles that one play can place, as rows of numbers in the order in which they are
// offered. It corresponds to tilerummy.solver.Placements.rows, which is the specification.
#pragma once

#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::listing {

struct PlacedSets {
    bool proven = true;    // are there no others
    std::size_t count = 0; // how many there are
    // For each set how many of each kind it holds, by colour and number and jokers last, then how
    // many tiles and points these are. None where there are more sets than were asked for.
    std::vector<std::int16_t> rows;
};

// Returns the sets, those of most tiles first, then of most points, then those of lower tiles. The
// rack must have codes of no more than kMostBits bits. Thread-safe.
PlacedSets placed_sets(const Position &position, std::size_t most);

} // namespace tilerummy::listing
