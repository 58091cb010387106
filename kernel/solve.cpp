#include "solve.hpp"

#include <algorithm>

#include "arranging.hpp"
#include "search.hpp"

namespace tilerummy {
namespace {

Solution best_of(const Position &position) {
    Solution solution;
    if (!Search(position, false).run(solution)) Search(position, true).run(solution);
    return solution;
}

// How many of each tile of the rack lie on the table *after* a play; the jokers come last.
std::array<int, kCells + 1> placed(const Position &position, const std::vector<Meld> &after) {
    std::array<int, kCells + 1> count{};
    const auto add = [&](const std::vector<Meld> &melds, int times) {
        for (const auto &meld : melds) {
            for_naturals(position, meld, [&](int cell) { count[cell] += times; });
            count[kCells] += times * meld.jokers();
        }
    };
    add(after, 1);
    add(position.table, -1);
    return count;
}

// Whether one of the tiles of which one must stay on the rack stays there, if there are any.
bool leaves_one(const Position &position, const std::vector<Meld> &after) {
    const auto away = placed(position, after);
    bool any = position.leave_jokers > 0;
    if (any && position.rack_jokers > away[kCells]) return true;
    for (int cell = 0; cell < position.cells(); ++cell) {
        any = any || position.leave[cell];
        if (position.leave[cell] && position.rack[cell] > away[cell]) return true;
    }
    return !any;
}

Worth worth_of(const Position &position, const std::vector<Meld> &after) {
    const auto laid = placed(position, after);
    std::int64_t tiles = laid[kCells], points = tiles * position.joker_value;
    for (int cell = 0; cell < position.cells(); ++cell) {
        tiles += laid[cell];
        points += laid[cell] * position.number(cell);
    }
    const auto score = position.by_points ? points << 20 | tiles : tiles << 20 | points;
    return {score, unchanged(position.table, after)};
}

// The order of a table: runs by colour, number and length, then groups by number.
bool comes_before(const Position &position, const Meld &x, const Meld &y) {
    if (x.group != y.group) return y.group;
    if (x.group) {
        if (x.first != y.first) return x.first < y.first;
        for (std::uint32_t i = x.mask, j = y.mask; i || j; i &= i - 1, j &= j - 1) {
            if (!i || !j) return j;
            const int c = std::countr_zero(i), d = std::countr_zero(j);
            if (c != d) return c < d;
        }
        return x.group_jokers < y.group_jokers;
    }
    if (x.colour != y.colour) return x.colour < y.colour;
    if (x.first != y.first) return x.first < y.first;
    if (x.last != y.last) return x.last < y.last;
    for (std::uint32_t i = x.mask, j = y.mask; i || j; i &= i - 1, j &= j - 1) {
        if (!i || !j) return j;
        const int v = position.cell(0, std::countr_zero(i)), w = position.cell(0, std::countr_zero(j));
        if (v != w) return v < w;
    }
    return false;
}

} // namespace

Solution solve(const Position &position) {
    Solution best = best_of(position);
    if (!leaves_one(position, best.after)) {
        // one tile or another has to stay
        Worth most{-1, -1};
        Solution found;
        for (int cell = 0; cell <= kCells; ++cell) {
            const bool joker = cell == kCells;
            if (!(joker ? position.leave_jokers : position.leave[cell])) continue;
            Position less = position;
            if (joker)
                --less.rack_jokers;
            else
                --less.rack[cell];
            Solution some = best_of(less);
            found.proven = found.proven && some.proven;
            found.tidy = found.tidy && some.tidy;
            const Worth worth = worth_of(position, some.after);
            if (worth <= most) continue;
            most = worth;
            found.after = std::move(some.after);
        }
        best = std::move(found);
    }
    std::sort(best.after.begin(), best.after.end(),
              [&](const Meld &x, const Meld &y) { return comes_before(position, x, y); });
    return best;
}

} // namespace tilerummy
