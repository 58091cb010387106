#include "listing/sure_sets.hpp"

#include <algorithm>

#include "quick/subsets.hpp"

namespace tilerummy::listing {
namespace {

// Returns whether the melds with jokers stay intact in every play.
bool jokers_stay(const Position &position) {
    Tiles lying{};
    if (position.from_any)
        for (const auto &meld : position.table)
            for_numbered(position, meld, [&](int cell) { ++lying[cell]; });
    const auto there = [&](int colour, int place) {
        const int cell = position.cell(colour, place);
        return position.rack[cell] || lying[cell];
    };
    return std::none_of(position.table.begin(), position.table.end(), [&](const Meld &meld) {
        return meld.jokers() && (position.melds != Melds::locked ||
                                 may_be_replaced(meld, position.colours, there));
    });
}

// Returns the tiles of the rack and the table. Melds with jokers are locked unless their jokers are
// *wild*.
quick::Supply supply_of(const Position &position, bool wild) {
    quick::Supply supply;
    supply.numbers = position.numbers;
    for (int cell = 0; cell < position.cells(); ++cell) supply.own[cell] = position.rack[cell];
    if (position.kind != Kind::open) supply.add_table(position.table, wild);
    return supply;
}

// Returns whether a quick solve supports the position's tiles and conditions; rack jokers are not
// supported.
bool is_plain(const Position &position) {
    const bool required = std::any_of(position.required.begin(), position.required.end(),
                                      [](int n) { return n > 0; });
    const bool jokers = position.rack_jokers && (position.kind != Kind::open || position.joker_opens);
    return position.colours == quick::kColours && !position.one_high && !jokers && !required &&
           position.kind != Kind::extend && !position.must_leave();
}

// Finds the sets that can be laid from the tiles in *supply*. Returns false if the list is
// incomplete.
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
