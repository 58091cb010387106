#include "jokers/branches.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

using Numbers = std::array<int, kCells>;

constexpr std::int64_t kFirst = 1 << 20; // what the objective looks at first counts so much more

OldRun old_run(const Outcome &outcome, bool bonus, const Position &position) {
    const Meld &run = outcome.now();
    std::uint32_t replaced = 0;
    for (int v = run.first; v <= run.last && !outcome.has_core && outcome.freed; ++v) {
        const auto &shown = outcome.shown;
        const int cell = position.cell(run.colour, v);
        if (std::find(shown.begin(), shown.end(), cell) == shown.end()) replaced |= 1u << v;
    }
    return {run.colour, run.first, run.last, outcome.has_core, bonus, replaced & run.mask};
}

OldGroup old_group(const Outcome &outcome, bool bonus, const Position &position) {
    const Meld &group = outcome.now();
    std::uint32_t colours = group.mask;
    for (const int cell : outcome.shown) colours |= 1u << cell % position.colours;
    return {group.first,      int(colours), position.colours - group.size(),
            outcome.has_core, bonus,        outcome.has_core ? 0 : outcome.freed};
}

// Takes a meld that lies whole or counts when it is left as it is; a loose one cannot be left if
// its kept jokers are not among those *shown* any more, or if its tiles are not among those that
// there are beside homes: as many as of *lying* and the rack are not *used*.
void take_old_meld(const Position &position, const Outcome &outcome, bool bonus,
                   const Numbers &lying, const Numbers &used, Tiles &shown, Branch &branch) {
    if (!outcome.has_core) {
        bool there = bonus;
        for_naturals(position, outcome.was, [&](int cell) {
            there = there && lying[cell] + position.rack[cell] > used[cell];
        });
        if (!there) return;
        std::size_t taken = 0;
        for (; taken < outcome.shown.size() && shown[outcome.shown[taken]]; ++taken)
            --shown[outcome.shown[taken]];
        if (taken < outcome.shown.size()) {
            while (taken) ++shown[outcome.shown[--taken]];
            return;
        }
    }
    if (outcome.was.group) {
        branch.groups.push_back(&outcome);
        branch.counts.groups.push_back(old_group(outcome, bonus, position));
    } else {
        branch.runs.push_back(&outcome);
        branch.counts.runs.push_back(old_run(outcome, bonus, position));
    }
}

// Takes the melds that lie whole and those that count when they are left as they are. Homes that
// look like old melds count by themselves, first for melds whose jokers were replaced.
void take_old_melds(const Position &position, const Settlement &settlement,
                    const Housing *housing, const Numbers &lying, const Numbers &used,
                    Branch &branch) {
    Tiles shown = branch.shown;
    Homes homes;
    if (housing) homes = housing->homes;
    for (const bool freed : {true, false})
        for (const auto *outcome : settlement.outcomes) {
            if (freed != (outcome->freed > 0) || outcome->at_rest) continue;
            const auto home = std::find_if(homes.begin(), homes.end(), [&](const Home *some) {
                return some->meld == outcome->was;
            });
            const bool at_home = home != homes.end();
            if (at_home) {
                homes.erase(home);
                ++branch.kept;
            }
            const bool bonus = outcome->now() == outcome->was && !at_home;
            take_old_meld(position, *outcome, bonus, lying, used, shown, branch);
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
    take_old_melds(position, settlement, housing, lying, used, branch);
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
    branch.relaxed = loose > 0 && !position.anywhere();
    return true;
}

} // namespace tilerummy
