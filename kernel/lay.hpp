// Lays what is counted, exactly: the twin of tilerummy.solver.reference.lay, which says what is
// meant. Nothing here knows Python.
#pragma once

#include <cstdint>
#include <vector>

namespace tilerummy {

constexpr int kMostNumbers = 26;
constexpr int kMostColours = 8;
constexpr int kMost = 15;         // copies of a tile and all jokers together
constexpr int kMostHere = 16;     // old groups of one number, old runs beginning in one cell
constexpr int kMostCrossing = 12; // old runs of one colour worth a bonus that cross a number

struct OldRun {
    int colour, first, last;
    bool core, bonus;
    std::uint32_t wild; // the places where it takes a joker when it is left as it is
};

struct OldGroup {
    int number, colours, room;
    bool core, bonus;
    int jokers; // how many it takes when it is left as it is
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
    std::uint64_t budget; // states to be looked at, at most; 0 for no limit but the widest beam
};

// What is laid of one cell; `grown` is a mask over the old groups of its number: those added to.
struct Cell {
    std::uint8_t tiles = 0, jokers = 0, grouped = 0;
    std::uint16_t grown = 0;
};

struct Laid {
    bool found = false;  // is there any way to lay it
    bool proven = false; // is there no better one, or none at all
    std::int64_t score = 0;
    int kept = 0;
    std::vector<std::uint8_t> runs, groups; // the old melds left as they are
    std::vector<Cell> cells;
};

// Returns a sentence saying what is wrong with the sizes of *counts*, or null if nothing is.
const char *refusal(const Counts &counts);

// Returns the best way to lay *counts*; refusal(counts) must be null. Thread-safe.
Laid lay(const Counts &counts);

} // namespace tilerummy
