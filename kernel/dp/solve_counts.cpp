#include "dp/solve_counts.hpp"

#include <algorithm>

#include "dp/expand.hpp"

namespace tilerummy {
namespace {

using namespace dp;

// Returns the best final state whose score exceeds *best*, and updates *best*. Returns null if all
// scores are too low.
template <class S> const S *best_end(const Counts &counts, const std::vector<S> &ends,
                                     bool deferred, std::int64_t &best) {
    const S *end = nullptr;
    for (const auto &state : ends) {
        if (state.points < counts.at_least) continue;
        const int jokers = deferred ? counts.jokers_spare : state.jokers - counts.jokers_need;
        if (jokers < 0) continue;
        const std::int64_t score = state.score + (jokers * counts.per_joker << 8);
        // among equals, prefer the fewest high 1s: a run must not go from a low to a high 1
        const bool simpler = end && score == best && state.exact < end->exact;
        if ((score > best || simpler) && (score >> 8) >= counts.floor) {
            best = score;
            end = &state;
        }
    }
    return end;
}

void take_runs(const Cells &cells, int place, int colour, std::uint16_t left, Layout &layout) {
    const auto &cell = cells.at(place, colour);
    std::uint64_t all = cell.ended | cell.core_ended;
    for (int k = 0; all; ++k, all &= all - 1)
        if (left >> k & 1)
            layout.runs.push_back(cells.run_of(place, colour, std::countr_zero(all)));
}

// Traces the decisions back from the final state to the start.
template <class S, class Transitions>
void recover(const Cells &cells, const std::vector<Node> &nodes, const Transitions &transitions,
             const S &end, bool deferred, std::int64_t score, Layout &layout) {
    const Counts &counts = cells.counts();
    std::uint32_t node = end.node;
    layout.runs.clear();
    layout.groups.clear();
    layout.found = true;
    layout.score = score >> 8;
    layout.kept = score & 255;
    layout.over = deferred ? cells.jokers() - end.jokers : 0;
    layout.cells.assign(std::size_t(cells.last()) * counts.colours, {});
    while (node) {
        const Node &here = nodes[node];
        const int v = here.place;
        for (int k = 0; k < here.colours; ++k) {
            const Transition &transition = transitions[here.cells[k]];
            layout.cells[(v - 1) * counts.colours + here.first + k] = {
                transition.tiles, std::uint8_t(transition.jokers()),
                std::uint8_t(transition.grouped()), transition.grown, transition.taken};
            if (transition.left) take_runs(cells, v, here.first + k, transition.left, layout);
        }
        if (here.first == 0)
            for (int k = 0; k < int(cells.at(v).whole.size()); ++k)
                if (here.whole >> k & 1) layout.groups.push_back(cells.at(v).whole[k]);
        node = here.before;
    }
    for (const int i : layout.runs) {
        const auto &run = counts.runs[i];
        for (int v = run.first; !run.core && v <= run.last; ++v) {
            auto &cell = layout.cells[(v - 1) * counts.colours + run.colour];
            --(run.wild >> v & 1 ? cell.jokers : cell.tiles);
        }
    }
}

// Widens the beam until all states fit. Each pass considers only states that could beat the best
// solution so far.
template <int W, bool Cores, bool Bonus>
Layout solve_with(const Cells &cells, const SolveOptions &options, Budget &budget) {
    const Counts &counts = cells.counts();
    auto &layer = Layer<State<W, Cores, Bonus>>::of_thread();
    auto &transitions = Transitions<Cores, Bonus>::of_thread();
    transitions.begin(cells, options.deferred);
    Expansion<W, Cores, Bonus> expansion(cells, layer, transitions, options.deferred);
    std::int64_t best = options.beat;
    Layout layout;
    layout.tidy = cells.all_bonus();
    const auto wider = [](int width) { return std::max(kNarrow, 8 * width); };
    for (int width = options.narrowest; width <= options.widest && budget.left();
         width = wider(width)) {
        const bool complete = expansion.run(width, budget, best);
        if (const auto *end = best_end(counts, layer.now, options.deferred, best))
            recover(cells, layer.nodes, transitions, *end, options.deferred, best, layout);
        if (complete || (layout.found && best >= options.enough)) {
            layout.proven = cells.complete();
            break;
        }
    }
    layer.give_back();
    return layout;
}

// For up to four colours, as in nearly every game, each combination of features has its own
// instance. For more colours, there are only two instances, one for loose tiles only and one for
// everything, because each instance takes a second to compile.
Layout solve_narrow(const Cells &cells, const SolveOptions &options, Budget &budget) {
    if (cells.has_cores())
        return cells.has_bonus() ? solve_with<1, true, true>(cells, options, budget)
                                 : solve_with<1, true, false>(cells, options, budget);
    return cells.has_bonus() ? solve_with<1, false, true>(cells, options, budget)
                             : solve_with<1, false, false>(cells, options, budget);
}

Layout solve_wide(const Cells &cells, const SolveOptions &options, Budget &budget) {
    return cells.has_cores() || cells.has_bonus()
               ? solve_with<2, true, true>(cells, options, budget)
               : solve_with<2, false, false>(cells, options, budget);
}

} // namespace

Layout solve_counts(const Counts &counts, const SolveOptions &options, Budget &budget) {
    thread_local Cells cells;
    cells.read(counts, options.bonus);
    return counts.colours <= 4 ? solve_narrow(cells, options, budget)
                               : solve_wide(cells, options, budget);
}

} // namespace tilerummy
