// Operations on bit masks of old melds.
#pragma once

#include <bit>
#include <cstdint>

#include "dp/cells.hpp"

namespace tilerummy::dp {

// Calls *use* with every submask of a mask, from the mask itself to the empty one.
template <class Mask, class Use> void for_submasks(Mask mask, Use use) {
    for (Mask part = mask;; part = (part - 1) & mask) {
        use(part);
        if (!part) return;
    }
}

// Adds a tile to each of the groups *grown*; *all* has four bits for each group.
inline std::uint64_t grow(std::uint64_t all, std::uint16_t grown) {
    for (; grown; grown &= grown - 1) all += 1ull << 4 * std::countr_zero(grown);
    return all;
}

// Returns the *ended* old runs as a mask over the runs that end in the cell.
inline std::uint16_t positions(const CellInfo &cell, std::uint64_t ended) {
    std::uint16_t positions = 0;
    std::uint64_t all = cell.ended | cell.core_ended;
    for (int k = 0; all; ++k, all &= all - 1)
        if (ended & all & -all) positions |= 1u << k;
    return positions;
}

} // namespace tilerummy::dp
