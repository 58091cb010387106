// What a quick solve is asked: tiles by cell, and what laying them is worth.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::quick {

constexpr int kColours = 4, kMostCopies = 2, kMostJokers = 8;

// How many tiles of each cell must be laid (`need`), and may be laid: those of the rack (`own`),
// which are used first and alone are worth something, and others (`extra`). Jokers are wild; they
// need not be laid by the search, as one can be added to nearly any meld. The `locked` melds are
// left whole, but tiles may be added to them.
struct Supply {
    int numbers = 13;
    std::array<std::uint8_t, kMostNumbers * kColours> need{}, own{}, extra{};
    int jokers_need = 0, jokers_own = 0;
    std::vector<Meld> locked;

    int available(int cell) const { return need[cell] + own[cell] + extra[cell]; }
    int jokers() const { return jokers_need + jokers_own; }

    // Adds the melds of a table. Those with jokers are locked, or their jokers *wild*.
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
    // Makes all tiles of the rack tiles that must be laid.
    void require_own() {
        for (int cell = 0; cell < numbers * kColours; ++cell) {
            need[cell] += own[cell];
            own[cell] = 0;
        }
        jokers_need += jokers_own;
        jokers_own = 0;
    }
    // Whether a quick solve is never wrong that something cannot be laid. It lets only one group that
    // is locked grow for each number, and jokers extend no third run of a colour.
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
    // Whether a quick solve can answer it.
    bool fits() const {
        if (jokers() > kMostJokers) return false;
        for (int cell = 0; cell < numbers * kColours; ++cell)
            if (available(cell) > kMostCopies) return false;
        return true;
    }
};

// The colours that a group lacks, as a mask; 0 if it cannot grow.
inline std::uint32_t room(const Meld &group) {
    return group.size() < kColours ? ~group.mask & ((1u << kColours) - 1) : 0;
}

// How many tiles that must be laid fit into no meld without a joker.
inline int isolated(const Supply &supply) {
    std::array<std::uint32_t, kColours> there{};
    std::uint32_t grown = 0; // numbers of locked groups that have room
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

constexpr int kMostBesideJoker = 4; // isolated tiles in a meld that one joker completes

struct Weights {
    int per_tile, per_point, per_joker;
};

constexpr int kTile = 1 << 12; // more than all points can be
constexpr Weights most_tiles(int joker_value) { return {kTile, 1, kTile + joker_value}; }

} // namespace tilerummy::quick
