// The solution of a count model: how many tiles and jokers are laid in each cell, and how they are
// used.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

// The tiles and jokers laid in one cell, not counting melds left unchanged. `grouped` is how many
// belong to new groups. `grown` is a mask over the number's cores that have room: each set bit adds
// a tile to that core. `taken` is how many more open runs than necessary are joined by cores that
// begin in the cell.
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
