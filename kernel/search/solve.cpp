#include "search/solve.hpp"

#include <algorithm>
#include <utility>

#include "melds/build_melds.hpp"
#include "search/search.hpp"

namespace tilerummy {
namespace {

// Returns whether the play leaves one of the tiles to leave, or true if no such tiles are given.
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

Rank rank_of(const Position &position, const std::vector<Meld> &after) {
    const auto layout = placed(position, after);
    std::int64_t tiles = layout[kCells], points = tiles * position.joker_value;
    for (int cell = 0; cell < position.cells(); ++cell) {
        tiles += layout[cell];
        points += layout[cell] * position.number(cell);
    }
    const auto score = position.by_points ? points << 20 | tiles : tiles << 20 | points;
    return {score, unchanged(position.table, after)};
}

// Searches for the best play, or for one that beats a *known* play.
Solution look(const Position &position, const std::vector<Meld> *known) {
    Solution solution;
    for (const bool careful : {false, true}) {
        Incumbent incumbent(position, careful);
        if (known) incumbent.start_from(*known, rank_of(position, *known));
        search(position, incumbent);
        solution = incumbent.solution();
        if (!incumbent.failed()) break;
    }
    return solution;
}

Solution best_of(const Position &position) {
    const bool jokers = std::any_of(position.table.begin(), position.table.end(),
                                    [](const Meld &meld) { return meld.jokers() > 0; });
    const bool hurried = position.until != Budget::Clock::time_point::max();
    if (!position.tidy || !hurried || !jokers || position.anywhere())
        return look(position, nullptr);
    // find the best score first: the tie-break must not use up the time for placing jokers
    Position rough = position;
    rough.tidy = false;
    const Solution sure = look(rough, nullptr);
    Solution tidied = look(position, &sure.after);
    tidied.tidy = tidied.tidy && tidied.proven;
    tidied.proven = tidied.proven || sure.proven;
    return tidied;
}

// Searches for the best play that leaves one of the tiles to leave: first for the best score, then
// for the most unchanged melds.
Solution best_that_leaves(const Position &position) {
    Position rough = position;
    rough.tidy = false;
    Solution best = best_of(rough);
    if (leaves_one(position, best.after)) {
        if (!position.tidy) return best;
        Solution tidied = best_of(position);
        if (leaves_one(position, tidied.after) &&
            rank_of(position, tidied.after) >= rank_of(position, best.after)) {
            tidied.proven = tidied.proven || best.proven;
            return tidied;
        }
        if (position.late()) {
            best.tidy = false;
            return best;
        }
    }
    std::vector<std::pair<Position, Solution>> some;
    Rank most;
    bool proven = true;
    for (int cell = 0; cell <= kCells; ++cell) {
        const bool joker = cell == kCells;
        if (!(joker ? position.leave_jokers : position.leave[cell])) continue;
        Position less = rough;
        if (joker)
            --less.rack_jokers;
        else
            --less.rack[cell];
        some.push_back({less, best_of(less)});
        proven = proven && some.back().second.proven;
        most = std::max(most, rank_of(position, some.back().second.after));
    }
    Solution found{position.table, proven, position.tidy && proven};
    for (auto &[less, solution] : some) {
        if (rank_of(position, solution.after).score < most.score) continue;
        less.tidy = position.tidy;
        Solution tidied = position.tidy ? look(less, &solution.after) : std::move(solution);
        found.tidy = found.tidy && tidied.tidy && tidied.proven;
        if (rank_of(position, tidied.after) >= rank_of(position, found.after))
            found.after = std::move(tidied.after);
    }
    return found;
}

// Orders the melds of a table: runs by colour, number and length, then groups by number.
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
        const int v = position.cell(0, std::countr_zero(i)),
                  w = position.cell(0, std::countr_zero(j));
        if (v != w) return v < w;
    }
    return false;
}

} // namespace

Solution solve(const Position &position) {
    Solution best = position.must_leave() ? best_that_leaves(position) : best_of(position);
    std::sort(best.after.begin(), best.after.end(),
              [&](const Meld &x, const Meld &y) { return comes_before(position, x, y); });
    return best;
}

} // namespace tilerummy
