// Finds all subsets of the rack that can be laid in addition to the required tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "enumerate/code_set.hpp"
#include "model/budget.hpp"
#include "model/counts.hpp"

namespace tilerummy {

struct Subsets {
    bool complete = false; // false if the budget, the memory or the time ran out
    CodeSet codes;
};

// Returns an error message about the bit positions of the cells and the jokers, or null if they are
// valid.
const char *shift_error(const Counts &counts, const std::vector<std::uint8_t> &shifts);

// Returns every subset of the spare tiles and jokers that can be laid together with the required
// ones. `shifts` contains the bit position of each cell in a code, jokers last. Both arguments must
// be valid. Returns no subsets if finding them would exceed the *limit*. Thread-safe.
Subsets count_subsets(const Counts &counts, const std::vector<std::uint8_t> &shifts,
                      const Budget &limit);

} // namespace tilerummy
