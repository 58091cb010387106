#include "branches.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

using Numbers = std::array<int, kCells>;

constexpr std::int64_t kFirst = 1 << 20; // what the objective looks at first counts so much more

OldRun old_run(const Outcome &outcome) {
    const Meld &run = outcome.now();
    const bool loose = !outcome.has_core && outcome.freed;
    return {run.colour, run.first,           run.last, outcome.has_core,
            run == outcome.was, loose ? run.mask : 0};
}

OldGroup old_group(const Outcome &outcome, const Position &position) {
    const Meld &group = outcome.now();
    std::uint32_t colours = group.mask;
    for (const int cell : outcome.shown) colours |= 1u << cell % position.colours;
    const bool loose = !outcome.has_core && outcome.freed;
    return {group.first,       int(colours),         position.colours - group.size(),
            outcome.has_core, group == outcome.was, loose ? group.jokers() : 0};
}

// Takes the melds that lie whole and those that count when they are left as they are; a loose meld
// cannot be left if its kept jokers are not among those shown any more, or if its tiles are not
// among those that there are beside homes: as many as of *lying* and the rack are not *used*.
void take_old_melds(const Position &position, const Settlement &settlement,
                    const Numbers &lying, const Numbers &used, Branch &branch) {
    Tiles left = branch.shown;
    for (const auto *outcome : settlement.outcomes) {
        if (outcome->at_rest || (!outcome->has_core && !outcome->paid.empty())) continue;
        bool there = true;
        if (!outcome->has_core)
            for_naturals(position, outcome->was, [&](int cell) {
                there = there && lying[cell] + position.rack[cell] > used[cell];
            });
        if (!there) continue;
        std::size_t taken = 0;
        for (; taken < outcome->shown.size() && left[outcome->shown[taken]]; ++taken)
            --left[outcome->shown[taken]];
        if (taken == outcome->shown.size())
            (outcome->was.group ? branch.groups : branch.runs).push_back(outcome);
        else
            while (taken) ++left[outcome->shown[--taken]];
    }
}

} // namespace

bool make_branch(const Position &position, const Settlement &settlement, const Housing *housing,
                 Branch &branch) {
    const int cells = position.cells();
    Numbers lying{}, used{};
    branch = {};
    int racked = 0, loose = settlement.freed;
    for (const auto *outcome : settlement.outcomes) {
        for_naturals(position, outcome->was, [&](int cell) { ++lying[cell]; });
        for (const int cell : outcome->shown) ++branch.shown[cell];
        if (outcome->at_rest) {
            branch.melds.push_back(outcome->was);
            ++branch.kept;
        }
        if (outcome->has_core)
            for_naturals(position, outcome->core, [&](int cell) { ++used[cell]; });
    }
    if (housing)
        for (const auto *home : housing->homes) {
            branch.melds.push_back(home->meld);
            racked += home->racked;
            loose -= home->freed;
            for (const int cell : home->shown) --branch.shown[cell];
        }
    for (const auto &meld : branch.melds)
        for_naturals(position, meld, [&](int cell) { ++used[cell]; });
    take_old_melds(position, settlement, lying, used, branch);
    auto &counts = branch.counts;
    counts.need.resize(cells);
    counts.spare.resize(cells);
    counts.per_tile = position.by_points ? 1 : kFirst;
    counts.per_point = position.by_points ? kFirst : 1;
    counts.per_joker = counts.per_tile + counts.per_point * position.joker_value;
    for (int cell = 0; cell < cells; ++cell) {
        int placed = std::max<int>(settlement.due[cell], used[cell] - lying[cell]);
        if (housing) placed = std::max<int>(placed, housing->due[cell]);
        if (placed > position.rack[cell]) return false;
        counts.need[cell] = lying[cell] + placed - used[cell] + branch.shown[cell];
        counts.spare[cell] = position.rack[cell] - placed;
        const int number = position.number(cell);
        branch.score += placed * (counts.per_tile + number * counts.per_point);
    }
    const bool may = position.kind != Kind::open || position.joker_opens;
    const int jokers = (may ? position.rack_jokers : 0) - racked;
    const int due = position.jokers_due ? jokers : 0;
    branch.score += (racked + due) * counts.per_joker;
    counts.numbers = position.numbers;
    counts.colours = position.colours;
    counts.high = position.high();
    counts.jokers_need = due + loose;
    counts.jokers_spare = jokers - due;
    counts.at_least = position.kind == Kind::open ? position.at_least : 0;
    for (const auto *outcome : branch.runs) counts.runs.push_back(old_run(*outcome));
    for (const auto *outcome : branch.groups)
        counts.groups.push_back(old_group(*outcome, position));
    branch.relaxed = loose > 0 && !position.anywhere();
    return true;
}

} // namespace tilerummy
