#include "search/search.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "search/joker_placement.hpp"

namespace tilerummy {
namespace {

constexpr int kMaxPlans = 20'000;

// The relaxed branch of a plan, the best solution of that branch, and the maximum value of the
// plan's plays.
struct RankedBranch {
    std::int64_t bound;
    JokerPlan plan; // used only if the branch is relaxed
    Branch branch;
    Layout layout;
};

using RankedBranches = std::deque<RankedBranch>;

// Solves the branches of all *plans* and sorts them, the most promising first. If several are
// equally promising, those whose freed jokers may go into any meld come first.
RankedBranches ranked_branches(const Position &position, JokerPlans &plans, Incumbent &incumbent) {
    RankedBranches ranked;
    std::int64_t best = incumbent.rank().score;
    int looked_at = 0;
    while (plans.next()) {
        if (++looked_at > kMaxPlans || (looked_at > 1 && position.late())) {
            incumbent.mark_unproven();
            break;
        }
        Branch branch;
        if (!make_branch(position, *plans, nullptr, branch)) continue;
        branch.counts.floor =
            incumbent.careful() ? 0 : std::max<std::int64_t>(0, best - branch.score);
        Layout layout = incumbent.solve_checked(branch.counts, {false, incumbent.may_defer(branch), -1});
        if (!layout.found) continue;
        const std::int64_t bound = branch.score + layout.score;
        if (!branch.relaxed) best = std::max(best, bound);
        ranked.push_back(
            {bound, branch.relaxed ? *plans : JokerPlan{}, std::move(branch), std::move(layout)});
    }
    if (plans.is_cut()) incumbent.mark_unproven();
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto &x, const auto &y) {
        return x.bound != y.bound ? x.bound > y.bound : x.branch.relaxed < y.branch.relaxed;
    });
    return ranked;
}

} // namespace

void search(const Position &position, Incumbent &incumbent) {
    JokerPlans plans(position); // owns the choices that branches point to
    for (auto &some : ranked_branches(position, plans, incumbent)) {
        if (some.bound < std::max<std::int64_t>(1, incumbent.rank().score)) break;
        if (incumbent.found() && position.late()) {
            if (some.bound != incumbent.rank().score) incumbent.mark_unproven();
            incumbent.mark_untidy();
            break;
        }
        if (!some.branch.relaxed)
            incumbent.accept_tidied(some.branch, some.layout);
        else
            JokerPlacementSearch(position, some.plan, incumbent).look(some.branch, some.layout);
        if (incumbent.failed()) return;
    }
}

} // namespace tilerummy
