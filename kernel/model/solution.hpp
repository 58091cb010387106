// The solution of a position.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy {

// The best play found: the melds on the resulting table.
struct Solution {
    std::vector<Meld> after;
    bool proven = true, tidy = true;
};

// Returns how many copies of each tile come from the rack in a play that leaves the table *after*.
// Jokers come last.
inline std::array<int, kCells + 1> placed(const Position &position,
                                          const std::vector<Meld> &after) {
    std::array<int, kCells + 1> count{};
    const auto add = [&](const std::vector<Meld> &melds, int times) {
        for (const auto &meld : melds) {
            for_numbered(position, meld, [&](int cell) { count[cell] += times; });
            count[kCells] += times * meld.jokers();
        }
    };
    add(after, 1);
    add(position.table, -1);
    return count;
}

inline bool places_all(const Position &position, const std::vector<Meld> &after) {
    const auto count = placed(position, after);
    for (int cell = 0; cell < position.cells(); ++cell)
        if (count[cell] < position.rack[cell]) return false;
    return count[kCells] == position.rack_jokers;
}

} // namespace tilerummy
