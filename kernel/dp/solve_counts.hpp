// Lays what is counted, exactly: the twin of tilerummy.solver.reference.lay, which says what is
// meant. Nothing here knows Python.
#pragma once

#include <cstdint>
#include <limits>

#include "model/budget.hpp"
#include "model/counts.hpp"
#include "model/layout.hpp"

namespace tilerummy {

constexpr int kNarrowest = 6, kNarrow = 64, kWidest = 32768; // states kept; first, then, at last

// How an answer is looked for: with the *bonus* for old melds left as they are or without; jokers
// that are *deferred* need not be laid, as they can be added somewhere at the end; only answers of more
// than *beat*, worth << 8 | kept, are of interest, and none better than one of *enough*. Between
// the *narrowest* and the *widest* number of states are kept.
struct SolveOptions {
    bool bonus = true, deferred = false;
    std::int64_t beat = -1, enough = std::numeric_limits<std::int64_t>::max();
    int narrowest = kNarrowest, widest = kWidest;
};

// Returns the best way to lay *counts*; refusal(counts) must be null. Thread-safe.
Layout solve_counts(const Counts &counts, const SolveOptions &options, Budget &budget);

} // namespace tilerummy
