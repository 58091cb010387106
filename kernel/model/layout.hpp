// The solution of a count model: how many tiles and jokers are laid in each cell, and where.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

// The tiles and jokers laid in one cell, without the melds left unchanged. `grouped` counts those
// in new groups. `grown` is a mask over the cores of the number that have room, in order: a set bit
// adds a tile. Cores that begin in the cell join `taken` more of the runs before them than
// necessary.
struct Cell {
    std::uint8_t tiles = 0, jokers = 0, grouped = 0;
    std::uint16_t grown = 0;
    std::uint8_t taken = 0;
};

struct Layout {
    bool found = false;  // true if the required tiles can be laid
    bool proven = false; // true if this is the best solution, or proven not to exist
    bool tidy = true;    // true if every bonus was considered
    int over = 0;        // deferred jokers still to be laid
    std::int64_t score = 0;
    int kept = 0;
    std::vector<std::uint8_t> runs, groups; // the old melds left unchanged
    std::vector<Cell> cells;
};

} // namespace tilerummy
