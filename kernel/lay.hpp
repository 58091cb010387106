// Lays what is counted, exactly: the twin of tilerummy.solver.reference.lay, which says what is
// meant. Nothing here knows Python.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "budget.hpp"

namespace tilerummy {

constexpr int kMostNumbers = 26;
constexpr int kMostColours = 8;
constexpr int kMostPoints = 10000;
constexpr int kMost = 15; // copies of a tile and all jokers together

struct OldRun {
    int colour, first, last;
    bool core, bonus;
    std::uint32_t wild; // the places where it takes a joker when it is left as it is
    bool late = false;  // is its bonus not to be hoped for before it comes
};

struct OldGroup {
    int number, colours, room;
    bool core, bonus;
    int jokers; // how many it takes when it is left as it is
    bool late = false;
    bool operator==(const OldGroup &) const = default;
};

struct Counts {
    int numbers, colours;
    bool high;
    std::vector<std::uint8_t> need, spare;
    int jokers_need, jokers_spare;
    std::int64_t per_tile, per_point, per_joker;
    std::vector<OldRun> runs;
    std::vector<OldGroup> groups;
    int at_least;
    std::int64_t floor; // answers worth less are of no interest
    std::uint64_t budget; // states to be looked at, at most; 0 for no limit
};

// Whether a core would leave no place to cut a run from a low to a high 1 in two.
inline bool is_uncut(const Counts &counts, const OldRun &run) {
    return counts.high && run.core && run.first <= 3 && run.last >= counts.numbers - 1;
}

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

// Returns a sentence saying what is wrong with the sizes of *counts*, or null if nothing is.
const char *refusal(const Counts &counts);

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
