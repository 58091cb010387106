#include "lay.hpp"

#include <algorithm>

#include "layers.hpp"

namespace tilerummy {
namespace {

// Returns the best state at the end that beats *best*, which becomes its score; null for none.
template <int W>
const State<W> *best_end(const Counts &counts, const Beam<W> &beam, std::int64_t &best) {
    const State<W> *end = nullptr;
    for (const auto &state : beam.now) {
        bool complete = state.jokers >= counts.jokers_need && state.points >= counts.at_least;
        for (int c = 0; c < counts.colours; ++c) {
            const Open open = unpack(state.lane(c));
            complete = complete && open.ones + open.twos == 0;
        }
        if (!complete) continue;
        const std::int64_t score =
            state.score + ((state.jokers - counts.jokers_need) * counts.per_joker << 8);
        if (score > best && (score >> 8) >= counts.floor) {
            best = score;
            end = &state;
        }
    }
    return end;
}

// Goes back from the end of the last cell, where *node* is, to all decisions that led there.
Laid recover(const Places &places, const std::vector<Node> &nodes, std::uint32_t node,
             std::int64_t score) {
    Laid laid;
    laid.found = true;
    laid.score = score >> 8;
    laid.kept = score & 255;
    for (int v = places.last; v >= 1; --v)
        for (int c = places.counts.colours - 1; c >= 0; --c) {
            const Node &here = nodes[node];
            laid.cells.push_back(here.cell);
            const auto &runs = places.runs(v, c);
            for (int k = 0; k < int(runs.size()); ++k)
                if (here.closed >> k & 1) laid.runs.push_back(runs[k]);
            if (c == 0 && v <= places.counts.numbers)
                for (int k = 0; k < int(places.groups(v).size()); ++k)
                    if (here.whole >> k & 1) laid.groups.push_back(places.groups(v)[k]);
            node = here.before;
        }
    std::reverse(laid.cells.begin(), laid.cells.end());
    return laid;
}

// Widens the beam until no state is left out; each time only what beats the last answer counts.
template <int W> Laid lay_with(const Counts &counts) {
    const Places places(counts);
    Layers<W> layers(places);
    auto &beam = Beam<W>::of_thread();
    std::uint64_t budget = counts.budget ? counts.budget : ~0ull;
    std::int64_t best = -1;
    Laid laid;
    for (int width = 64; width <= 32768 && budget; width *= 8) {
        const bool whole = layers.run(beam, width, budget, best);
        if (const auto *end = best_end(counts, beam, best))
            laid = recover(places, beam.nodes, end->node, best);
        if (whole) {
            laid.proven = true;
            break;
        }
    }
    return laid;
}

} // namespace

Laid lay(const Counts &counts) {
    switch ((counts.colours + 1) / 2) {
    case 1: return lay_with<1>(counts);
    case 2: return lay_with<2>(counts);
    case 3: return lay_with<3>(counts);
    default: return lay_with<4>(counts);
    }
}

} // namespace tilerummy
