// The input of a quick solve: tiles by cell, and the value of laying them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::quick {

constexpr int kColours = 4, kMaxCopies = 2, kMaxJokers = 8;

// The tiles in each cell that must be laid (`need`) or may be laid: rack tiles (`own`), which are
// used first and have a value, and other tiles (`extra`). Jokers are wild; the search need not lay
// them, because nearly any meld has room for one. `locked` melds stay intact but may grow.
struct Supply {
    int numbers = 13;
    std::array<std::uint8_t, kMaxNumbers * kColours> need{}, own{}, extra{};
    int jokers_need = 0, jokers_own = 0;
    std::vector<Meld> locked;

    int available(int cell) const { return need[cell] + own[cell] + extra[cell]; }
    int jokers() const { return jokers_need + jokers_own; }

    // Adds the melds on a table. Melds with jokers are locked unless their jokers are *wild*.
    void add_table(const std::vector<Meld> &table, bool wild) {
        for (const auto &meld : table) {
            if (meld.jokers() && !wild) {
                locked.push_back(meld);
                continue;
            }
            jokers_need += meld.jokers();
            for (std::uint32_t left = meld.group ? meld.mask : 0; left; left &= left - 1)
                ++need[(meld.first - 1) * kColours + std::countr_zero(left)];
            for (int place = meld.first; place <= meld.last && !meld.group; ++place)
                need[(place - 1) * kColours + meld.colour] += !(meld.mask >> place & 1);
        }
    }
    void require_own() {
        for (int cell = 0; cell < numbers * kColours; ++cell) {
            need[cell] += own[cell];
            own[cell] = 0;
        }
        jokers_need += jokers_own;
        jokers_own = 0;
    }
    // Returns whether tiles that a quick solve cannot lay certainly cannot be laid at all. A quick
    // solve lets only one locked group per number grow, and uses no jokers to extend a third run of
    // a colour.
    bool is_sure() const {
        std::uint32_t growing = 0;
        for (const auto &meld : locked) {
            if (jokers()) return false;
            if (!meld.group || meld.size() == kColours) continue;
            if (growing >> meld.first & 1) return false;
            growing |= 1u << meld.first;
        }
        return true;
    }
    bool fits() const {
        if (jokers() > kMaxJokers) return false;
        for (int cell = 0; cell < numbers * kColours; ++cell)
            if (available(cell) > kMaxCopies) return false;
        return true;
    }
};

// Returns the colours missing from a group as a mask; 0 if it cannot grow.
inline std::uint32_t room(const Meld &group) {
    return group.size() < kColours ? ~group.mask & ((1u << kColours) - 1) : 0;
}

// Returns how many required tiles cannot be in any meld without a joker.
inline int isolated(const Supply &supply) {
    std::array<std::uint32_t, kColours> there{};
    std::uint32_t grown = 0; // numbers of locked groups with room
    for (const auto &meld : supply.locked) {
        if (meld.group)
            grown |= room(meld) ? 1u << meld.first : 0;
        else
            there[meld.colour] |= (2u << meld.last) - (1u << meld.first);
    }
    for (int cell = 0; cell < supply.numbers * kColours; ++cell)
        if (supply.available(cell)) there[cell % kColours] |= 2u << cell / kColours;
    const auto [a, b, c, d] = there;
    const std::uint32_t groups = (a & b & (c | d)) | (c & d & (a | b)) | grown;
    int count = 0;
    for (int cell = 0; cell < supply.numbers * kColours; ++cell) {
        if (!supply.need[cell]) continue;
        const std::uint32_t run = there[cell % kColours], at = 2u << cell / kColours;
        const bool in_run = ((run & run >> 1 & run >> 2) | (run & run << 1 & run << 2) |
                             (run << 1 & run >> 1 & run)) & at;
        if (!in_run && !(groups & at)) count += supply.need[cell];
    }
    return count;
}

constexpr int kMaxBesideJoker = 4; // isolated tiles in a meld completed by a joker

struct Weights {
    int per_tile, per_point, per_joker;
};

constexpr int kTile = 1 << 12; // more than the sum of all points
constexpr Weights most_tiles(int joker_value) { return {kTile, 1, kTile + joker_value}; }

} // namespace tilerummy::quick
