// The answer to a count model: how many tiles and jokers are laid of each cell, and where.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

// What is laid of one cell, without the melds left unchanged. `grouped` of the tiles and jokers go
// into new groups. `grown` is a mask over the cores of the number that have room, in their order:
// those that a tile was added to. Cores that begin in the cell are joined to `taken` more of the
// runs before them than they have to be.
struct Cell {
    std::uint8_t tiles = 0, jokers = 0, grouped = 0;
    std::uint16_t grown = 0;
    std::uint8_t taken = 0;
};

struct Layout {
    bool found = false;  // can the tiles needed be laid
    bool proven = false; // is there no better answer, or none at all
    bool tidy = true;    // was every bonus considered
    int over = 0;        // deferred jokers that are still to be laid
    std::int64_t score = 0;
    int kept = 0;
    std::vector<std::uint8_t> runs, groups; // the old melds left unchanged
    std::vector<Cell> cells;
};

} // namespace tilerummy
