// Operations on bit masks of old melds.
#pragma once

#include <bit>
#include <cstdint>

#include "dp/cells.hpp"

namespace tilerummy::dp {

// Calls *use* with every submask of a mask, starting with the mask itself and ending with 0.
template <class Mask, class Use> void for_submasks(Mask mask, Use use) {
    for (Mask part = mask;; part = (part - 1) & mask) {
        use(part);
        if (!part) return;
    }
}

// Adds one tile to each group in the mask *grown*; *all* has four bits per group.
inline std::uint64_t grow(std::uint64_t all, std::uint16_t grown) {
    for (; grown; grown &= grown - 1) all += 1ull << 4 * std::countr_zero(grown);
    return all;
}

// Converts *ended*, a mask of old runs, to a mask that numbers only the runs ending in the cell.
inline std::uint16_t positions(const CellInfo &cell, std::uint64_t ended) {
    std::uint16_t positions = 0;
    std::uint64_t all = cell.ended | cell.core_ended;
    for (int k = 0; all; ++k, all &= all - 1)
        if (ended & all & -all) positions |= 1u << k;
    return positions;
}

} // namespace tilerummy::dp
