// The dynamic program that answers a count model exactly.
#pragma once

#include <cstdint>
#include <limits>

#include "model/budget.hpp"
#include "model/counts.hpp"
#include "model/layout.hpp"

namespace tilerummy {

constexpr int kNarrowest = 6, kNarrow = 64, kWidest = 32768; // widths of the beam

// How to look for an answer. With the *bonus* for old melds left unchanged, or without. Jokers that
// are *deferred* need not be laid: they can be added somewhere at the end. Only answers better than
// *beat*, which is score << 8 | kept, are of interest, and none better than *enough* is needed. The
// beam keeps between the *narrowest* and the *widest* number of states.
struct SolveOptions {
    bool bonus = true, deferred = false;
    std::int64_t beat = -1, enough = std::numeric_limits<std::int64_t>::max();
    int narrowest = kNarrowest, widest = kWidest;
};

// Returns the best answer to *counts*, which must be valid. Thread-safe.
Layout solve_counts(const Counts &counts, const SolveOptions &options, Budget &budget);

} // namespace tilerummy
