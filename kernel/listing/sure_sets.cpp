#include "listing/sure_sets.hpp"

#include <algorithm>
#include <bit>

#include "quick/subsets.hpp"

namespace tilerummy::listing {
namespace {

// Whether the joker of a *meld* may be replaced by a tile of the rack, or of the table where the law
// has it so; `there` tells whether such a tile of a cell is there.
template <class There> bool may_replace(const Position &position, const Meld &meld, There there) {
    if (meld.group) {
        for (int colour = 0; colour < position.colours; ++colour)
            if (!(meld.mask >> colour & 1) && there(position.cell(colour, meld.first))) return true;
        return false;
    }
    for (std::uint32_t left = meld.mask; left; left &= left - 1)
        if (there(position.cell(meld.colour, std::countr_zero(left)))) return true;
    return false;
}

// Whether the melds that hold jokers stay whole, whatever is played.
bool jokers_stay(const Position &position) {
    Tiles lying{};
    if (position.from_any)
        for (const auto &meld : position.table)
            for_naturals(position, meld, [&](int cell) { ++lying[cell]; });
    for (const auto &meld : position.table) {
        if (!meld.jokers()) continue;
        const auto there = [&](int cell) { return position.rack[cell] || lying[cell]; };
        if (position.melds != Melds::locked || may_replace(position, meld, there)) return false;
    }
    return true;
}

// The rack and the table; the melds that hold jokers are locked, or their jokers *wild*.
quick::Supply supply_of(const Position &position, bool wild) {
    quick::Supply supply;
    supply.numbers = position.numbers;
    for (int cell = 0; cell < position.cells(); ++cell) supply.own[cell] = position.rack[cell];
    if (position.kind == Kind::open) return supply;
    for (const auto &meld : position.table) {
        if (meld.jokers() && !wild) {
            supply.locked.push_back(meld);
            continue;
        }
        supply.jokers_need += meld.jokers();
        for_naturals(position, meld, [&](int cell) { ++supply.need[cell]; });
    }
    return supply;
}

// Whether a quick solve knows the tiles, no joker of the rack may be laid, and nothing else is asked.
bool is_plain(const Position &position) {
    const bool required = std::any_of(position.required.begin(), position.required.end(),
                                      [](int n) { return n > 0; });
    const bool jokers = position.rack_jokers && (position.kind != Kind::open || position.joker_opens);
    return position.colours == quick::kColours && !position.one_high && !jokers && !required &&
           position.kind != Kind::extend && !position.must_leave();
}

// Finds what can be laid of a supply; false where that is not all.
bool find(const Position &position, const quick::Supply &supply, std::vector<Tiles> &sets) {
    thread_local quick::Subsets subsets;
    if (!subsets.find(supply) || subsets.cut) return false;
    const int at_least = position.kind == Kind::open ? position.at_least : 0;
    for (const auto &set : subsets.sets) {
        int tiles = 0, points = 0;
        for (int cell = 0; cell < position.cells(); ++cell) {
            tiles += set.tiles[cell];
            points += set.tiles[cell] * position.number(cell);
        }
        if (tiles && points >= at_least) sets.push_back(set.tiles);
    }
    return true;
}

} // namespace

bool sure_sets(const Position &position, std::vector<Tiles> &sets) {
    if (!is_plain(position) || (position.kind != Kind::open && !jokers_stay(position))) return false;
    const quick::Supply supply = supply_of(position, false);
    return supply.is_sure() && find(position, supply, sets);
}

bool possible_sets(const Position &position, std::vector<Tiles> &sets) {
    return is_plain(position) && find(position, supply_of(position, true), sets);
}

} // namespace tilerummy::listing
