// All subsets of the rack that can be laid beside what must be laid.
#pragma once

#include <cstdint>
#include <vector>

#include "enumerate/code_set.hpp"
#include "model/budget.hpp"
#include "model/counts.hpp"

namespace tilerummy {

struct Subsets {
    bool whole = false; // were all found, or did the budget, the memory or the time not suffice
    CodeSet codes;
};

// Returns a sentence saying what is wrong with where the bits of the cells and the jokers begin.
const char *shift_error(const Counts &counts, const std::vector<std::uint8_t> &shifts);

// Returns every subset of the spare tiles and jokers that can be laid together with those needed.
// `shifts` tells for each cell, and last for the jokers, where in a code their bits begin. Both
// must be valid. Nothing is found where that takes more than the *limit*. Thread-safe.
Subsets count_subsets(const Counts &counts, const std::vector<std::uint8_t> &shifts,
                      const Budget &limit);

} // namespace tilerummy
