#include "dp/solve_counts.hpp"

#include <algorithm>

#include "dp/expand.hpp"

namespace tilerummy {
namespace {

using namespace dp;

// Returns the best state at the end that beats *best*, which becomes its score; null for none.
template <class S>
const S *best_end(const Counts &counts, const std::vector<S> &ends, bool saved,
                  std::int64_t &best) {
    const S *end = nullptr;
    for (const auto &state : ends) {
        if (state.points < counts.at_least) continue;
        const int jokers = saved ? counts.jokers_spare : state.jokers - counts.jokers_need;
        if (jokers < 0) continue;
        const std::int64_t score = state.score + (jokers * counts.per_joker << 8);
        // of equal ones that with the fewest high 1s, as no run may go from a low to a high 1
        const bool simpler = end && score == best && state.exact < end->exact;
        if ((score > best || simpler) && (score >> 8) >= counts.floor) {
            best = score;
            end = &state;
        }
    }
    return end;
}

// Adds the old runs left as they are, and takes their tiles and jokers out of the cells.
void take_runs(const Cells &cells, int place, int colour, std::uint16_t left, Laid &laid) {
    const auto &cell = cells.at(place, colour);
    std::uint64_t all = cell.ended | cell.core_ended;
    for (int k = 0; all; ++k, all &= all - 1)
        if (left >> k & 1)
            laid.runs.push_back(cells.run_of(place, colour, std::countr_zero(all)));
}

// Goes back from the end of the last cell, where *node* is, to all decisions that led there.
template <class S, class Options>
void recover(const Cells &cells, const std::vector<Node> &nodes, const Options &options,
             const S &end, bool saved, std::int64_t score, Laid &laid) {
    const Counts &counts = cells.counts();
    std::uint32_t node = end.node;
    laid.runs.clear();
    laid.groups.clear();
    laid.found = true;
    laid.score = score >> 8;
    laid.kept = score & 255;
    laid.over = saved ? cells.jokers() - end.jokers : 0;
    laid.cells.assign(std::size_t(cells.last()) * counts.colours, {});
    while (node) {
        const Node &here = nodes[node];
        const int v = here.place;
        for (int k = 0; k < here.colours; ++k) {
            const Option &option = options[here.cells[k]];
            laid.cells[(v - 1) * counts.colours + here.first + k] = {
                option.tiles, std::uint8_t(option.jokers()), std::uint8_t(option.grouped()),
                option.grown, option.taken};
            if (option.left) take_runs(cells, v, here.first + k, option.left, laid);
        }
        if (here.first == 0)
            for (int k = 0; k < int(cells.at(v).whole.size()); ++k)
                if (here.whole >> k & 1) laid.groups.push_back(cells.at(v).whole[k]);
        node = here.before;
    }
    for (const int i : laid.runs) {
        const auto &run = counts.runs[i];
        for (int v = run.first; !run.core && v <= run.last; ++v) {
            auto &cell = laid.cells[(v - 1) * counts.colours + run.colour];
            --(run.wild >> v & 1 ? cell.jokers : cell.tiles);
        }
    }
}

// Widens the beam until no state is left out; each time only what beats the last answer counts.
template <int W, bool Cores, bool Bonus>
Laid lay_with(const Cells &cells, const Asked &asked, Budget &budget) {
    const Counts &counts = cells.counts();
    auto &layer = Layer<State<W, Cores, Bonus>>::of_thread();
    auto &options = Options<Cores, Bonus>::of_thread();
    options.begin(cells, asked.saved);
    Steps<W, Cores, Bonus> steps(cells, layer, options, asked.saved);
    std::int64_t best = asked.beat;
    Laid laid;
    laid.tidy = cells.all_bonus();
    const auto wider = [](int width) { return std::max(kNarrow, 8 * width); };
    for (int width = asked.narrowest; width <= asked.widest && budget.left();
         width = wider(width)) {
        const bool whole = steps.run(width, budget, best);
        if (const auto *end = best_end(counts, layer.now, asked.saved, best))
            recover(cells, layer.nodes, options, *end, asked.saved, best, laid);
        if (whole || (laid.found && best >= asked.enough)) {
            laid.proven = cells.complete();
            break;
        }
    }
    layer.give_back();
    return laid;
}

// For up to four colours, as in nearly every game, there is code for each case. For more there is
// one for tiles alone and one for all that may lie on the table: each takes a second to compile.
Laid lay_narrow(const Cells &cells, const Asked &asked, Budget &budget) {
    if (cells.has_cores())
        return cells.has_bonus() ? lay_with<1, true, true>(cells, asked, budget)
                                 : lay_with<1, true, false>(cells, asked, budget);
    return cells.has_bonus() ? lay_with<1, false, true>(cells, asked, budget)
                             : lay_with<1, false, false>(cells, asked, budget);
}

Laid lay_wide(const Cells &cells, const Asked &asked, Budget &budget) {
    return cells.has_cores() || cells.has_bonus()
               ? lay_with<2, true, true>(cells, asked, budget)
               : lay_with<2, false, false>(cells, asked, budget);
}

} // namespace

Laid lay(const Counts &counts, const Asked &asked, Budget &budget) {
    thread_local Cells cells;
    cells.read(counts, asked.bonus);
    return counts.colours <= 4 ? lay_narrow(cells, asked, budget) : lay_wide(cells, asked, budget);
}

} // namespace tilerummy
