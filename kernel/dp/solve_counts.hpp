// The dynamic program that solves a count model exactly.
#pragma once

#include <cstdint>
#include <limits>

#include "model/budget.hpp"
#include "model/counts.hpp"
#include "model/layout.hpp"

namespace tilerummy {

constexpr int kNarrowest = 6, kNarrow = 64, kWidest = 32768; // beam widths

// Options for a solve. If *bonus* is set, each old meld left unchanged adds to a solution's value.
// If *deferred* is set, jokers need not be laid, because they can be added at the end. A value is
// score << 8 | unchanged melds. Only values above *beat* are of interest, and the search stops once
// it reaches *enough*. The beam is between *narrowest* and *widest* states wide.
struct SolveOptions {
    bool bonus = true, deferred = false;
    std::int64_t beat = -1, enough = std::numeric_limits<std::int64_t>::max();
    int narrowest = kNarrowest, widest = kWidest;
};

// Returns the best solution of *counts*, which must be valid. Thread-safe.
Layout solve_counts(const Counts &counts, const SolveOptions &options, Budget &budget);

} // namespace tilerummy
