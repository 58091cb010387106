// Expands the states cell by cell, applying every transition to every retained state.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "dp/advance.hpp"
#include "dp/cells.hpp"
#include "dp/layer.hpp"
#include "dp/masks.hpp"
#include "dp/state.hpp"
#include "dp/transitions.hpp"
#include "dp/unsplittable.hpp"
#include "model/budget.hpp"
#include "model/counts.hpp"

namespace tilerummy::dp {

constexpr int kFew = 12; // states that the narrowest beam retains without a selection

template <int W, bool Cores, bool Bonus> class Expansion {
  public:
    using S = State<W, Cores, Bonus>;

    // If *deferred* is set, jokers may be laid anywhere at the end.
    Expansion(const Cells &cells, Layer<S> &layer, Transitions<Cores, Bonus> &options,
              bool deferred)
        : cells_(cells), counts_(cells.counts()), layer_(layer), transitions_(options),
          deferred_(deferred) {}

    // Processes all numbers with a beam of at most *width* states. The narrowest beam retains up to
    // kFew states, so that it rarely has to select. Returns false if any state was dropped.
    // Afterwards, the layer contains the final states, or none if the budget was used up.
    bool run(int width, Budget &budget, std::int64_t best) {
        best_ = best;
        bool complete = true;
        start();
        for (place_ = 1; place_ <= cells_.last(); ++place_) {
            if (cells_.idle(place_)) continue;
            here_ = &cells_.at(place_);
            for (first_ = 0; first_ < counts_.colours; first_ = end_) {
                end_ = end_of_block();
                expand(budget);
                const bool narrowest = width == kNarrowest;
                const int most = narrowest ? kFew : 16 * width + 1024;
                const bool crowded = int(layer_.now.size()) > most;
                if (crowded) {
                    complete = false; // comparing this many states would take too long
                    layer_.narrow(counts_, narrowest ? kFew / 2 : most);
                }
                if (cells_.longer_is_better(place_)) layer_.dominate(deferred_, budget);
                if (int(layer_.now.size()) > width && (crowded || !narrowest)) {
                    complete = false;
                    layer_.narrow(counts_, width);
                }
                if (!budget.take(layer_.now.size())) {
                    layer_.now.clear();
                    return false;
                }
            }
            if (layer_.now.empty()) return complete;
        }
        return complete;
    }

  private:
    // The tiles laid on a path through the cells of a block. `counts` is the sum over its
    // transitions since the start of the number. `bound` is the score if every flag earns its
    // bonus.
    struct Path {
        std::int64_t bound;
        std::uint32_t counts;
        std::int16_t points;
        std::uint8_t most;
        std::uint16_t low;
        std::uint64_t flags, grown, high;

        int jokers() const { return counts & 255; }
        int grouped() const { return counts >> kGroupedAt & 255; }
        int lacking() const { return counts >> kLackingAt; }
    };

    void start() {
        layer_.nodes.assign(1, Node{});
        layer_.now.assign(1, S{});
        for (int w = 0; w < W; ++w) layer_.now[0].words[w] = kNoRuns;
    }

    // Returns the end of the block of colours that starts at first_ and is expanded without
    // comparing intermediate states. A block includes as many colours as possible without creating
    // too many paths.
    int end_of_block() const {
        int end = first_, paths = 1;
        while (end < counts_.colours && end - first_ < kMaxInBlock) {
            const auto &cell = cells_.at(place_, end);
            const int grouped = std::min(here_->most_groups, cell.supply()) + 1;
            paths *= grouped * (cell.spare + 1) * (cells_.jokers() ? 2 : 1);
            if (end > first_ && paths > kMaxPaths) break;
            ++end;
        }
        return end;
    }

    void expand(Budget &budget) {
        layer_.expect_next();
        budget_ = &budget;
        node_.place = place_;
        node_.first = first_;
        node_.colours = end_ - first_;
        node_.cells = {};
        for (int c = end_ - 1, next = end_; c >= first_; --c) {
            next_[c] = next;
            if (!cells_.at(place_, c).idle) next = c;
            start_ = next;
            threshold_[c] = threshold() - cells_.later(place_, c);
        }
        for (const auto &state : layer_.now) {
            if (layer_.is_full()) budget.use_up();
            if (!budget.left()) break;
            from_ = &state;
            to_ = state;
            node_.before = state.node;
            Path path{state.score,   std::uint32_t(state.jokers | state.grouped << kGroupedAt),
                      state.points,  state.most,
                      state.low(),   state.flags(),
                      state.grown(), 0};
            if constexpr (Bonus) {
                path.bound += std::popcount(path.flags);
                if (first_ == 0 && !here_->whole.empty()) {
                    begin(path);
                    continue;
                }
            }
            node_.whole = state.whole();
            lay_cell(start_, path);
        }
        layer_.now.swap(layer_.next);
    }

    // Returns the bound that a final state must exceed, not counting spare jokers.
    std::int64_t threshold() const {
        const std::int64_t floor = std::clamp<std::int64_t>(counts_.floor, 0, 1ll << 54);
        return std::max(best_, (floor << 8) - 1) - (counts_.jokers_spare * counts_.per_joker << 8);
    }

    void begin(const Path &path) {
        for_submasks(std::uint16_t((1u << here_->whole.size()) - 1), [&](std::uint16_t whole) {
            if ((whole & here_->twins) >> 1 & ~whole)
                return; // if groups are equal, only the first ones are left unchanged
            Path with = path;
            for (int k = 0; k < int(here_->whole.size()); ++k)
                if (whole >> k & 1) with.counts += counts_.groups[here_->whole[k]].jokers;
            if (with.jokers() > cells_.jokers()) return;
            with.bound += std::popcount(whole);
            node_.whole = whole;
            lay_cell(start_, with);
        });
    }

    void lay_cell(int colour, const Path &path) {
        if (!budget_->take_path()) return;
        if (colour == end_) return keep(path);
        CellInput input{place_,
                        colour,
                        from_->open_runs(colour),
                        from_->high(colour),
                        cells_.jokers() - path.jokers(),
                        path.low};
        if ((Cores || Bonus) && place_ <= counts_.numbers) look_at_groups(input, path);
        std::uint64_t others = 0;
        if constexpr (Bonus) {
            const std::uint64_t here = cells_.at(place_, colour).here;
            input.flags = path.flags & here;
            others = path.flags & ~here;
        }
        const auto [from, to] = transitions_.of(input, *budget_);
        for (auto i = from; i != to; ++i) {
            const Transition &transition = transitions_[i];
            Path with = path;
            with.bound += transition.bound;
            if (with.bound <= threshold_[colour]) { // cannot beat the best known score
                if (!Bonus) break;                  // nor can a later transition
                continue;
            }
            with.counts += transition.counts;
            if (with.lacking() > cells_.jokers() - with.jokers()) continue;
            with.most = std::max<int>(path.most, transition.grouped());
            if (3 * with.most > with.grouped() && !can_fill(colour, with)) continue;
            if (counts_.at_least)
                with.points = std::min(counts_.at_least, path.points + transition.points);
            if constexpr (Bonus) with.flags = others | transition.flags;
            if constexpr (Cores) {
                with.grown = grow(path.grown, transition.grown);
                with.low = transition.low;
            }
            if (place_ == 1) with.high |= std::uint64_t(transition.high) << (kHigh + 4 * colour);
            to_.set_open_runs(colour, transition.open_runs);
            node_.cells[colour - first_] = i;
            lay_cell(next_[colour], with);
        }
    }

    void look_at_groups(CellInput &input, const Path &path) const {
        if constexpr (Bonus)
            for (int k = 0; k < int(here_->whole.size()); ++k) {
                const auto &group = counts_.groups[here_->whole[k]];
                input.away += node_.whole >> k & 1 && !group.core && has(group, input.colour);
            }
        if constexpr (Cores)
            for (int k = 0; k < int(here_->growing.size()); ++k) {
                const int index = here_->growing[k];
                const auto &group = counts_.groups[index];
                if (has(group, input.colour) || is_whole(index)) continue;
                if (int(path.grown >> 4 * k & 15) < group.room) input.growable |= 1u << k;
            }
    }

    static bool has(const OldGroup &group, int colour) { return group.colours >> colour & 1; }

    bool is_whole(int group) const {
        if constexpr (Bonus)
            for (int k = 0; k < int(here_->whole.size()); ++k)
                if (here_->whole[k] == group) return node_.whole >> k & 1;
        return false;
    }

    // Returns whether the later colours can still complete the new groups.
    bool can_fill(int colour, const Path &path) const {
        int filled = path.grouped();
        if (colour + 1 < counts_.colours) filled += cells_.jokers() - path.jokers();
        return 3 * path.most <= filled + cells_.fill(place_, colour, path.most);
    }

    void keep(const Path &path) {
        S state = to_;
        state.score = path.bound;
        if constexpr (Bonus) state.score -= std::popcount(path.flags);
        state.jokers = path.jokers();
        state.points = path.points;
        state.exact = (state.exact & ~kLows) | path.high | std::uint64_t(path.low) << kLow;
        state.set_flags(path.flags);
        if (end_ < counts_.colours) {
            state.grouped = path.grouped();
            state.most = path.most;
            state.set_grown(path.grown);
            state.exact |= std::uint64_t(node_.whole) << kWhole;
        } else if (!leave(state))
            return;
        layer_.insert(state, node_);
    }

    // Completes a number and caps the count of long runs. Returns false if short runs cannot be
    // extended.
    bool leave(S &state) const {
        state.exact &= kLasting;
        state.set_grown(0);
        state.grouped = state.most = 0;
        // the results for each colour are still valid unless another colour has since laid a joker
        if (!cells_.jokers() || (first_ == 0 && state.jokers == from_->jokers)) return true;
        const int left = cells_.jokers() - state.jokers;
        int sum = 0;
        for (int c = 0; c < counts_.colours; ++c) {
            OpenRuns open = unpack(state.open_runs(c));
            const int more = open.more;
            sum += lacking<Cores>(cells_, place_, c, state.high(c), left, deferred_, open);
            if (const auto low = state.low()) {
                const UnsplittableCores unsplittable_cores(cells_.unsplittable(), counts_.numbers,
                                                           place_, c);
                state.set_low(unsplittable_cores.drop(more - open.more, low));
            }
            state.set_open_runs(c, pack(open));
        }
        return sum <= left;
    }

    static constexpr int kMaxPaths = 64;

    const Cells &cells_;
    const Counts &counts_;
    Layer<S> &layer_;
    Transitions<Cores, Bonus> &transitions_;
    const bool deferred_;
    int place_ = 0, first_ = 0, end_ = 0; // the number, and the block from first_ to end_
    int start_ = 0;                        // the first colour of the block that is not idle
    std::array<int, kMaxColours> next_{}; // the next such colour after each
    std::array<std::int64_t, kMaxColours> threshold_{}; // the bound to exceed after each
    const PlaceInfo *here_ = nullptr;
    Budget *budget_ = nullptr;
    const S *from_ = nullptr;
    S to_{};
    Node node_{};
    std::int64_t best_ = -1; // the score to beat
};

} // namespace tilerummy::dp
