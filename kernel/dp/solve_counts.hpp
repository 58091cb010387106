// Lays what is counted, exactly: the twin of tilerummy.solver.reference.lay, which says what is
// meant. Nothing here knows Python.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/budget.hpp"
#include "model/counts.hpp"

namespace tilerummy {

// What is laid of one cell; `grown` is a mask over those cores of its number that have room, in
// their order: the ones that a tile was added to. `taken` are the runs before it that cores beginning there take in
// beyond those that could not go on else.
struct Cell {
    std::uint8_t tiles = 0, jokers = 0, grouped = 0;
    std::uint16_t grown = 0;
    std::uint8_t taken = 0;
};

struct Laid {
    bool found = false;  // is there any way to lay it
    bool proven = false; // is there no better one, or none at all
    bool tidy = true;    // was every bonus taken into account
    int over = 0;        // saved jokers that are still to be laid
    std::int64_t score = 0;
    int kept = 0;
    std::vector<std::uint8_t> runs, groups; // the old melds left as they are
    std::vector<Cell> cells;
};

constexpr int kNarrowest = 6, kNarrow = 64, kWidest = 32768; // states kept; first, then, at last

// How an answer is looked for: with the *bonus* for old melds left as they are or without; jokers
// that are *saved* need not be laid, as they can be added somewhere at the end; only answers of more
// than *beat*, worth << 8 | kept, are of interest, and none better than one of *enough*. Between
// the *narrowest* and the *widest* number of states are kept.
struct Asked {
    bool bonus = true, saved = false;
    std::int64_t beat = -1, enough = std::numeric_limits<std::int64_t>::max();
    int narrowest = kNarrowest, widest = kWidest;
};

// Returns the best way to lay *counts*; refusal(counts) must be null. Thread-safe.
Laid lay(const Counts &counts, const Asked &asked, Budget &budget);

} // namespace tilerummy
