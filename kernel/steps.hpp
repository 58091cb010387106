// Steps from cell to cell: one place after the other and within it one colour after the other, all
// that can be laid there is tried on every state kept so far.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "budget.hpp"
#include "cells.hpp"
#include "going.hpp"
#include "lanes.hpp"
#include "layer.hpp"
#include "lay.hpp"
#include "masks.hpp"
#include "uncut.hpp"

namespace tilerummy::dp {

template <int W, bool Cores, bool Bonus> class Steps {
  public:
    using S = State<W, Cores, Bonus>;

    // Jokers that are *saved* may be laid anywhere at the end, or it does not matter if they are.
    Steps(const Cells &cells, Layer<S> &layer, bool saved)
        : cells_(cells), counts_(cells.counts()), layer_(layer), saved_(saved) {}

    // Runs through all places with at most *width* states kept; true if none was left out. The
    // layer then holds the states at the end; none where the budget was used up.
    bool run(int width, Budget &budget, std::int64_t best) {
        best_ = best;
        bool whole = true;
        start();
        for (place_ = 1; place_ <= cells_.last(); ++place_) {
            here_ = &cells_.at(place_);
            for (first_ = 0; first_ < counts_.colours; first_ = end_) {
                end_ = end_of_block();
                step(budget);
                if (const int most = 16 * width + 1024; int(layer_.now.size()) > most) {
                    whole = false; // to compare so many would take too long
                    layer_.narrow(counts_, most);
                }
                if (cells_.longer_is_better(place_)) layer_.dominate(saved_, budget);
                if (int(layer_.now.size()) > width) {
                    whole = false;
                    layer_.narrow(counts_, width);
                }
                if (!budget.take(layer_.now.size())) {
                    layer_.now.clear();
                    return false;
                }
            }
            if (layer_.now.empty()) return whole;
        }
        return whole;
    }

  private:
    // What the cells of a block, laid one after the other, have come to.
    struct Way {
        std::int64_t score;
        int jokers, points, grouped, most;
        int lacking; // jokers that the open runs will take
        std::uint64_t flags, grown, high;
        std::uint16_t low;
    };
    // What is settled of a cell before tiles are laid in it.
    struct Ahead {
        const Way &way;
        const CellOf &cell;
        int colour;
        Open open;
        int high;
        int away = 0;               // tiles that lie in old groups left as they are
        int begins = 0, ends = 0;   // cores that begin and end here
        std::uint16_t growable = 0; // groups that a tile of this colour may be added to
        std::uint64_t begun = 0;    // cores that begin here and are left as they are so far
    };
    // What is laid of a cell.
    struct Laying {
        int tiles, jokers, high = 0, grouped = 0;
        std::uint16_t grown = 0;
        std::int64_t gain = 0;
    };

    void start() {
        layer_.nodes.assign(1, Node{});
        layer_.now.assign(1, S{});
        for (int w = 0; w < W; ++w) layer_.now[0].words[w] = kNoRuns;
    }

    // The colours from first_ on whose ways through the place are tried without a look at what
    // other states come to: as many as do not make too many ways.
    int end_of_block() const {
        int end = first_, ways = 1;
        while (end < counts_.colours && end - first_ < kMostInBlock) {
            const auto &cell = cells_.at(place_, end);
            const int grouped = std::min(here_->most_groups, cell.supply()) + 1;
            ways *= grouped * (cell.spare + 1) * (cells_.jokers() ? 2 : 1);
            if (end > first_ && ways > kMostWays) break;
            ++end;
        }
        return end;
    }

    void step(Budget &budget) {
        layer_.expect_next();
        budget_ = &budget;
        for (const auto &state : layer_.now) {
            if (!budget.left()) break;
            from_ = &state;
            to_ = state;
            node_.before = state.node;
            node_.first = first_;
            node_.colours = end_ - first_;
            Way way{state.score, state.jokers,  state.points,  state.grouped,
                    state.most,  0,             state.flags(), state.grown(), 0,
                    state.low()};
            if constexpr (Bonus)
                if (first_ == 0 && !here_->whole.empty()) {
                    begin(way);
                    continue;
                }
            node_.whole = state.whole();
            lay_cell(first_, way);
        }
        layer_.now.swap(layer_.next);
    }

    // Begins a number: chooses the old groups left as they are.
    void begin(const Way &way) {
        for_parts(std::uint16_t((1u << here_->whole.size()) - 1), [&](std::uint16_t whole) {
            if ((whole & here_->twins) >> 1 & ~whole) return; // of equal ones the first are left
            Way with = way;
            for (int k = 0; k < int(here_->whole.size()); ++k)
                if (whole >> k & 1) with.jokers += counts_.groups[here_->whole[k]].jokers;
            if (with.jokers > cells_.jokers()) return;
            with.score += std::popcount(whole);
            node_.whole = whole;
            lay_cell(0, with);
        });
    }

    void lay_cell(int colour, const Way &way) {
        if (!budget_->left()) return;
        Ahead ahead{way, cells_.at(place_, colour), colour, unpack(from_->lane(colour)),
                    from_->high(colour)};
        if constexpr (Cores) {
            ahead.begins = ahead.cell.begins;
            ahead.ends = ahead.cell.ends;
        }
        if ((Cores || Bonus) && place_ <= counts_.numbers) look_at_groups(ahead);
        if constexpr (Cores && Bonus) {
            const int all = ahead.begins + std::popcount(ahead.cell.core_begun);
            for_parts(ahead.cell.core_begun, [&](std::uint64_t left) {
                ahead.begun = left;
                ahead.begins = all - std::popcount(left);
                choose(ahead);
            });
        } else
            choose(ahead);
    }

    // Looks at the old groups of the number: those left as they are and those that may grow.
    void look_at_groups(Ahead &ahead) const {
        if constexpr (Bonus)
            for (int k = 0; k < int(here_->whole.size()); ++k) {
                const auto &group = counts_.groups[here_->whole[k]];
                ahead.away += node_.whole >> k & 1 && !group.core && has(group, ahead.colour);
            }
        if constexpr (Cores)
            for (int k = 0; k < int(here_->growing.size()); ++k) {
                const int index = here_->growing[k];
                const auto &group = counts_.groups[index];
                if (has(group, ahead.colour) || is_whole(index)) continue;
                if (int(ahead.way.grown >> 4 * k & 15) < group.room) ahead.growable |= 1u << k;
            }
    }

    static bool has(const OldGroup &group, int colour) { return group.colours >> colour & 1; }

    bool is_whole(int group) const {
        if constexpr (Bonus)
            for (int k = 0; k < int(here_->whole.size()); ++k)
                if (here_->whole[k] == group) return node_.whole >> k & 1;
        return false;
    }

    // Chooses how many tiles and jokers are laid and which groups grow.
    void choose(const Ahead &ahead) {
        const int left = cells_.jokers() - ahead.way.jokers;
        const int must = std::max(0, ahead.open.ones + ahead.open.twos - ahead.begins);
        if (place_ > counts_.numbers) {
            for (int jokers = std::max(0, must - ahead.high); jokers <= left; ++jokers)
                share(ahead, {ahead.high, jokers}, must);
            return;
        }
        const auto &cell = ahead.cell;
        const int beginning = Bonus ? std::popcount(cell.begun | cell.core_begun) : 0;
        const std::int64_t each = cells_.worth(place_) << 8;
        std::int64_t gain = cell.spare * each;
        for (int more = cell.spare; more >= 0; --more, gain -= each) {
            const int tiles = cell.need + more - ahead.away;
            const std::int64_t score = ahead.way.score + gain + beginning;
            if (tiles < 0 || !hopeful(score, ahead.way.flags, ahead.colour)) break;
            for (int jokers = std::max(0, must - tiles); jokers <= left; ++jokers) {
                Laying laying{tiles, jokers};
                laying.gain = gain;
                if (!Cores || !ahead.growable) {
                    share(ahead, laying, must);
                    continue;
                }
                for_parts(ahead.growable, [&](std::uint16_t grown) {
                    laying.grown = grown;
                    if (std::popcount(grown) <= tiles + jokers - must) share(ahead, laying, must);
                });
            }
        }
    }

    // Shares what is laid between groups and runs, and tiles set apart for a high 1.
    void share(const Ahead &ahead, Laying laying, int must) {
        int laid = laying.tiles + laying.jokers;
        if constexpr (Cores) laid -= std::popcount(laying.grown);
        const int apart = place_ == 1 && counts_.high ? laying.tiles : 0;
        const bool last = ahead.colour + 1 == counts_.colours;
        const int left = last ? 0 : cells_.jokers() - ahead.way.jokers - laying.jokers;
        for (laying.high = 0; laying.high <= apart; ++laying.high) {
            const int free = laid - laying.high;
            const int most = std::min(here_->most_groups, free - must);
            for (laying.grouped = 0; laying.grouped <= most; ++laying.grouped) {
                const int groups = std::max(ahead.way.most, laying.grouped);
                const int filled = ahead.way.grouped + laying.grouped + left;
                if (3 * groups > filled &&
                    3 * groups > filled + cells_.fill(place_, ahead.colour, groups))
                    continue;
                go_on(ahead, laying, free - laying.grouped);
            }
        }
    }

    // Lets runs go on with what is laid *in_runs*, and those of the old ones be left as they are.
    void go_on(const Ahead &ahead, const Laying &laying, int in_runs) {
        if (!budget_->take_way()) return;
        if constexpr (!Bonus) {
            Open open = ahead.open;
            std::uint16_t low = ahead.way.low;
            if (advance(ahead, in_runs, open, low)) emit(ahead, laying, open, low, 0, 0);
        } else {
            const std::uint64_t here = ahead.cell.tile | ahead.cell.joker;
            const std::uint64_t crossing = ahead.way.flags & here & ~ahead.cell.begun;
            const std::uint64_t others = ahead.way.flags & ~here;
            for_parts(ahead.cell.begun, [&](std::uint64_t begun) {
                if (!Cores && go_on_with(ahead, laying, in_runs, begun, crossing, others)) return;
                for_parts(crossing, [&](std::uint64_t still) {
                    if (Cores || still != crossing)
                        go_on_with(ahead, laying, in_runs, begun, still, others);
                });
            });
        }
    }

    // Tries to leave the old runs *begun* here and *still* those before as they are.
    bool go_on_with(const Ahead &ahead, const Laying &laying, int in_runs, std::uint64_t begun,
                    std::uint64_t still, std::uint64_t others) {
        const auto &cell = ahead.cell;
        const std::uint64_t flags = begun | still;
        if (std::popcount(flags & cell.tile) > laying.tiles - laying.high) return false;
        if (std::popcount(flags & cell.joker) > laying.jokers) return false;
        const int ones = std::popcount(still & cell.second);
        const int twos = std::popcount(still & cell.third);
        const int longs = std::popcount(still & cell.longer), news = std::popcount(begun);
        Open open{ahead.open.ones - ones, ahead.open.twos - twos, ahead.open.more - longs};
        if (open.ones < 0 || open.twos < 0 || open.more < 0) return false;
        std::uint16_t low = ahead.way.low;
        if (!advance(ahead, in_runs - ones - twos - longs - news, open, low)) return false;
        open.ones += news, open.twos += ones, open.more += twos + longs;
        const std::uint64_t kept = flags | others | ahead.begun;
        const std::uint64_t ending = cell.ended | cell.core_ended;
        for_parts(kept & ending, [&](std::uint64_t left) {
            Open after = open;
            after.more -= std::popcount(left & cell.ended);
            after.more += std::popcount(cell.core_ended & ~left);
            const auto lows = low ? uncuts(ahead.colour).end(left, low, after) : low;
            emit(ahead, laying, after, lows, kept & ~ending, left);
        });
        return true;
    }

    bool advance(const Ahead &ahead, int in_runs, Open &open, std::uint16_t &low) const {
        const InRuns in{in_runs, ahead.begins, ahead.ends};
        const Open before = open;
        if (!dp::advance<Cores>(counts_, place_, in, open)) return false;
        if (!Cores || cells_.uncut().empty()) return true;
        if (place_ == counts_.numbers) uncuts(ahead.colour).go_on(before, in, low, open);
        return place_ > 3 || uncuts(ahead.colour).begin(before, in, ahead.begun, low);
    }

    Uncuts uncuts(int colour) const { return {cells_.uncut(), counts_.numbers, place_, colour}; }

    // Goes on behind the cell, if its runs can go on and the state can still become the best.
    void emit(const Ahead &ahead, const Laying &laying, Open open, std::uint16_t low,
              std::uint64_t flags, std::uint64_t ended) {
        const int colour = ahead.colour;
        const int high = place_ == 1 ? laying.high : ahead.high;
        Way way = ahead.way;
        way.jokers += laying.jokers;
        const int left = cells_.jokers() - way.jokers;
        const int more = open.more;
        way.lacking += lacking<Cores>(cells_, place_, colour, high, left, open);
        if (way.lacking > left) return;
        way.low = low ? uncuts(colour).drop(more - open.more, low) : 0;
        way.score += laying.gain;
        if constexpr (Bonus) {
            way.score += std::popcount(ended);
            way.flags = flags;
            node_.left[colour - first_] = positions(ahead.cell, ended);
        }
        if (!hopeful(way.score, way.flags, colour)) return;
        if (counts_.at_least) {
            const int each = place_ > counts_.numbers ? 0 : place_;
            const int points = laying.tiles * each + laying.jokers * std::max(1, each);
            way.points = std::min(counts_.at_least, way.points + points);
        }
        if (place_ == 1) way.high |= std::uint64_t(high) << (kHigh + 4 * colour);
        way.grouped += laying.grouped;
        way.most = std::max(way.most, laying.grouped);
        if constexpr (Cores) way.grown = grow(way.grown, laying.grown);
        to_.set_lane(colour, pack(open));
        node_.cells[colour - first_] = {
            std::uint8_t(laying.tiles - laying.high), std::uint8_t(laying.jokers),
            std::uint8_t(laying.grouped), laying.grown};
        if (colour + 1 < end_)
            lay_cell(colour + 1, way);
        else
            keep(way);
    }

    // Keeps the state behind a block.
    void keep(const Way &way) {
        S state = to_;
        state.score = way.score;
        state.jokers = way.jokers;
        state.points = way.points;
        state.exact = (state.exact & ~kLows) | way.high | std::uint64_t(way.low) << kLow;
        state.set_flags(way.flags);
        if (end_ < counts_.colours) {
            state.grouped = way.grouped;
            state.most = way.most;
            state.set_grown(way.grown);
            state.exact |= std::uint64_t(node_.whole) << kWhole;
        } else if (!leave(state))
            return;
        layer_.insert(state, node_);
    }

    // Whether a state of that score can still become better than the best one known.
    bool hopeful(std::int64_t score, std::uint64_t flags, int colour) const {
        std::int64_t bound = score + cells_.later(place_, colour) +
                             (counts_.jokers_spare * counts_.per_joker << 8);
        if constexpr (Bonus) bound += std::popcount(flags);
        return bound > best_ && (bound >> 8) >= counts_.floor;
    }

    // Leaves a number: short runs must be able to go on, long ones count as far as they can.
    bool leave(S &state) const {
        state.exact &= kLasting;
        state.set_grown(0);
        state.grouped = state.most = 0;
        if (!cells_.jokers()) return true; // each colour was looked at already
        const int left = cells_.jokers() - state.jokers;
        int sum = 0;
        for (int c = 0; c < counts_.colours; ++c) {
            Open open = unpack(state.lane(c));
            const int more = open.more;
            sum += lacking<Cores>(cells_, place_, c, state.high(c), left, open);
            if (const auto low = state.low())
                state.set_low(uncuts(c).drop(more - open.more, low));
            state.set_lane(c, pack(open));
        }
        return sum <= left;
    }

    static constexpr int kMostWays = 64;

    const Cells &cells_;
    const Counts &counts_;
    Layer<S> &layer_;
    const bool saved_;
    int place_ = 0, first_ = 0, end_ = 0; // the place, and from and to which colour a block goes
    const PlaceOf *here_ = nullptr;
    Budget *budget_ = nullptr;
    const S *from_ = nullptr;
    S to_{};
    Node node_{};
    std::int64_t best_ = -1; // the score that has to be beaten
};

} // namespace tilerummy::dp
