// The answer to a count model: how many tiles and jokers are laid of each cell, and where.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

// What is laid of one cell; `grown` is a mask over those cores of its number that have room, in
// their order: the ones that a tile was added to. `taken` are the runs before it that cores beginning there take in
// beyond those that could not go on else.
struct Cell {
    std::uint8_t tiles = 0, jokers = 0, grouped = 0;
    std::uint16_t grown = 0;
    std::uint8_t taken = 0;
};

struct Layout {
    bool found = false;  // is there any way to lay it
    bool proven = false; // is there no better one, or none at all
    bool tidy = true;    // was every bonus taken into account
    int over = 0;        // saved jokers that are still to be laid
    std::int64_t score = 0;
    int kept = 0;
    std::vector<std::uint8_t> runs, groups; // the old melds left as they are
    std::vector<Cell> cells;
};

} // namespace tilerummy
