#include "search/can_empty.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "dp/solve_counts.hpp"
#include "jokers/branches.hpp"
#include "melds/build_melds.hpp"
#include "model/solution.hpp"
#include "model/validate.hpp"
#include "search/solve.hpp"

namespace tilerummy {
namespace {

// Requires all tiles that may be laid.
void require_all(Counts &counts) {
    for (std::size_t cell = 0; cell < counts.need.size(); ++cell)
        counts.need[cell] += std::exchange(counts.spare[cell], 0);
    counts.jokers_need += std::exchange(counts.jokers_spare, 0);
}

bool best_play_places_all(Position position) {
    position.tidy = false;
    return places_all(position, solve(position).after);
}

// Returns whether the entire rack can be laid. The count model decides this for each joker plan;
// the best play is searched for only if doubt remains.
bool can_place_all(const Position &position) {
    const bool jokers_open = position.kind != Kind::open || position.joker_opens;
    bool any = position.rack_jokers > 0;
    if (any && !jokers_open) return false;
    for (int cell = 0; cell < position.cells(); ++cell) any = any || position.rack[cell];
    if (!any) return false;
    bool mark_unproven = false;
    JokerPlans plans(position);
    while (plans.next()) {
        if (position.late()) return false;
        Branch branch;
        if (!make_branch(position, *plans, nullptr, branch)) continue;
        require_all(branch.counts);
        if (const char *why = validation_error(branch.counts)) throw std::invalid_argument(why);
        Budget budget(position.budget, position.until, position.shared_budget);
        const Layout layout = solve_counts(branch.counts, {false, false, -1}, budget);
        if (!layout.found && !layout.proven) return best_play_places_all(position);
        if (!layout.found) continue;
        std::vector<Meld> after;
        if (!branch.relaxed && build_melds(position, branch, layout, after)) return true;
        mark_unproven = true;
    }
    return mark_unproven && !position.late() && best_play_places_all(position);
}

} // namespace

bool can_empty(const Position &position) {
    if (!position.must_leave()) return can_place_all(position);
    Position less = position;
    less.leave = {};
    less.leave_jokers = 0;
    if (position.leave_jokers) {
        --less.rack_jokers;
        if (can_place_all(less)) return true;
        ++less.rack_jokers;
    }
    for (int cell = 0; cell < position.cells(); ++cell) {
        if (!position.leave[cell]) continue;
        --less.rack[cell];
        if (can_place_all(less)) return true;
        ++less.rack[cell];
    }
    return false;
}

} // namespace tilerummy
