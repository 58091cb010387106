#include "jokers/branches.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

using Numbers = std::array<int, kCells>;

constexpr std::int64_t kFirst = 1 << 20; // the weight of the objective's first criterion

OldRun old_run(const MeldPlan &meld_plan, bool bonus, const Position &position) {
    const Meld &run = meld_plan.now();
    std::uint32_t replaced = 0;
    for (int v = run.first; v <= run.last && !meld_plan.has_core && meld_plan.freed; ++v) {
        const auto &shown = meld_plan.shown;
        const int cell = position.cell(run.colour, v);
        if (std::find(shown.begin(), shown.end(), cell) == shown.end()) replaced |= 1u << v;
    }
    return {run.colour, run.first, run.last, meld_plan.has_core, bonus, replaced & run.mask};
}

OldGroup old_group(const MeldPlan &meld_plan, bool bonus, const Position &position) {
    const Meld &group = meld_plan.now();
    std::uint32_t colours = group.mask;
    for (const int cell : meld_plan.shown) colours |= 1u << cell % position.colours;
    return {group.first,        int(colours), position.colours - group.size(),
            meld_plan.has_core, bonus,        meld_plan.has_core ? 0 : meld_plan.freed};
}

// Adds an old meld that must stay intact or that has a bonus for being left unchanged. A loose meld
// cannot be left unchanged if the tiles that its jokers represent are no longer *shown*, or if
// joker melds use its tiles, that is, if all copies *on_table* and on the rack are *used*.
void take_old_meld(const Position &position, const MeldPlan &meld_plan, bool bonus,
                   const Numbers &on_table, const Numbers &used, Tiles &shown, Branch &branch) {
    if (!meld_plan.has_core) {
        bool there = bonus;
        for_numbered(position, meld_plan.was, [&](int cell) {
            there = there && on_table[cell] + position.rack[cell] > used[cell];
        });
        if (!there) return;
        std::size_t taken = 0;
        for (; taken < meld_plan.shown.size() && shown[meld_plan.shown[taken]]; ++taken)
            --shown[meld_plan.shown[taken]];
        if (taken < meld_plan.shown.size()) {
            while (taken) ++shown[meld_plan.shown[--taken]];
            return;
        }
    }
    if (meld_plan.was.group) {
        branch.groups.push_back(&meld_plan);
        branch.counts.groups.push_back(old_group(meld_plan, bonus, position));
    } else {
        branch.runs.push_back(&meld_plan);
        branch.counts.runs.push_back(old_run(meld_plan, bonus, position));
    }
}

// Adds the old melds that must stay intact or that have a bonus for being left unchanged. A joker
// meld equal to an old meld counts as that meld left unchanged; melds whose jokers were replaced
// are matched first.
void take_old_melds(const Position &position, const JokerPlan &plan,
                    const JokerPlacement *placement, const Numbers &on_table, const Numbers &used,
                    Branch &branch) {
    Tiles shown = branch.shown;
    JokerMelds joker_melds;
    if (placement) joker_melds = placement->joker_melds;
    for (const bool freed : {true, false})
        for (const auto *meld_plan : plan.meld_plans) {
            if (freed != (meld_plan->freed > 0) || meld_plan->frozen) continue;
            const auto joker_meld =
                std::find_if(joker_melds.begin(), joker_melds.end(),
                             [&](const JokerMeld *some) { return some->meld == meld_plan->was; });
            const bool is_placed = joker_meld != joker_melds.end();
            if (is_placed) {
                joker_melds.erase(joker_meld);
                ++branch.kept;
            }
            const bool bonus = meld_plan->now() == meld_plan->was && !is_placed;
            take_old_meld(position, *meld_plan, bonus, on_table, used, shown, branch);
        }
}

} // namespace

bool make_branch(const Position &position, const JokerPlan &plan, const JokerPlacement *placement,
                 Branch &branch) {
    const int cells = position.cells();
    Numbers on_table{}, used{};
    branch = {};
    int from_rack = 0, loose = plan.freed;
    for (const auto *meld_plan : plan.meld_plans) {
        for_numbered(position, meld_plan->was, [&](int cell) { ++on_table[cell]; });
        for (const int cell : meld_plan->shown) ++branch.shown[cell];
        if (meld_plan->frozen) {
            branch.melds.push_back(meld_plan->was);
            ++branch.kept;
        }
        if (meld_plan->has_core)
            for_numbered(position, meld_plan->core, [&](int cell) { ++used[cell]; });
    }
    if (placement)
        for (const auto *joker_meld : placement->joker_melds) {
            branch.melds.push_back(joker_meld->meld);
            from_rack += joker_meld->from_rack;
            loose -= joker_meld->freed;
            for (const int cell : joker_meld->shown) --branch.shown[cell];
        }
    for (const auto &meld : branch.melds)
        for_numbered(position, meld, [&](int cell) { ++used[cell]; });
    take_old_melds(position, plan, placement, on_table, used, branch);
    auto &counts = branch.counts;
    counts.need.resize(cells);
    counts.spare.resize(cells);
    counts.per_tile = position.by_points ? 1 : kFirst;
    counts.per_point = position.by_points ? kFirst : 1;
    counts.per_joker = counts.per_tile + counts.per_point * position.joker_value;
    for (int cell = 0; cell < cells; ++cell) {
        int placed = std::max<int>(
            {plan.due[cell], used[cell] - on_table[cell], position.required[cell]});
        if (placement) placed = std::max<int>(placed, placement->due[cell]);
        if (placed > position.rack[cell]) return false;
        counts.need[cell] = on_table[cell] + placed - used[cell] + branch.shown[cell];
        counts.spare[cell] = position.rack[cell] - placed;
        const int number = position.number(cell);
        branch.score += placed * (counts.per_tile + number * counts.per_point);
    }
    const bool may = position.kind != Kind::open || position.joker_opens;
    const int jokers = (may ? position.rack_jokers : 0) - from_rack;
    if (position.required_jokers > jokers + from_rack) return false;
    const int due =
        position.jokers_due ? jokers : std::max(0, position.required_jokers - from_rack);
    branch.score += (from_rack + due) * counts.per_joker;
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
