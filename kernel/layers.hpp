// Steps from cell to cell: one place after the other and within it one colour after the other, all
// that can be laid there is tried on every state kept so far.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "beam.hpp"
#include "lay.hpp"
#include "places.hpp"
#include "state.hpp"

namespace tilerummy {

// Calls *use* with every part of a mask, the whole mask first and none of it last.
template <class Use> void for_parts(std::uint16_t mask, Use use) {
    for (std::uint16_t part = mask;; part = (part - 1) & mask) {
        use(part);
        if (!part) return;
    }
}

template <int W> class Layers {
  public:
    explicit Layers(const Places &places) : places_(places), counts_(places.counts) {}

    // Runs through all places with at most *width* states kept; true if none was left out. The
    // *beam* then holds the states at the end; none, and no budget, where that was used up.
    bool run(Beam<W> &beam, int width, std::uint64_t &budget, std::int64_t best) {
        best_ = best;
        bool whole = true;
        start(beam);
        for (place_ = 1; place_ <= places_.last; ++place_) {
            if (place_ <= counts_.numbers) begin(beam);
            for (int c = 0; c < counts_.colours; ++c) {
                step(beam, c);
                if (c + 1 == counts_.colours) beam.dominate();
                if (int(beam.now.size()) > width) {
                    whole = false;
                    beam.narrow(counts_, width);
                }
                if (beam.now.size() >= budget) {
                    beam.now.clear();
                    return budget = 0, false;
                }
                budget -= beam.now.size();
            }
            if (beam.now.empty()) return whole;
        }
        return whole;
    }

  private:
    // A state on its way through a cell: what is settled there before tiles are laid.
    struct Ahead {
        const State<W> &state;
        Open open;
        int colour;
        std::uint16_t closed;       // old runs that begin here and are left as they are
        int jokers;                 // laid so far, those in `closed` too
        int away = 0;               // tiles that lie in old melds left as they are
        int begins = 0, ends = 0;   // cores that begin and end here
        std::uint16_t growable = 0; // groups that a tile of this colour may be added to
        int must = 0;               // runs of length 1 or 2 that have to go on
    };

    void start(Beam<W> &beam) const {
        beam.nodes.assign(1, Node{});
        beam.now.assign(1, State<W>{});
        for (int c = 0; c < counts_.colours; ++c) beam.now[0].set_lane(c, pack({}));
    }

    // Begins a number: chooses the old groups left as they are and how many new ones there are.
    void begin(Beam<W> &beam) const {
        const auto &here = places_.groups(place_);
        int tiles = 0;
        for (int c = 0; c < counts_.colours; ++c) tiles += places_.supply(place_, c, 0);
        beam.begun.clear();
        for (const auto &state : beam.now) {
            const int most = counts_.colours < 3 ? 0 : (tiles + places_.jokers - state.jokers) / 3;
            for_parts(places_.groups_with_bonus(place_), [&](std::uint16_t whole) {
                int jokers = state.jokers;
                for (int k = 0; k < int(here.size()); ++k)
                    if (whole >> k & 1) jokers += counts_.groups[here[k]].jokers;
                for (int groups = 0; groups <= most && jokers <= places_.jokers; ++groups) {
                    auto &begun = beam.begun.emplace_back(state);
                    begun.jokers = jokers;
                    begun.inside = {whole, std::uint8_t(groups), std::uint8_t(3 * groups), 0};
                    begun.score += std::popcount(whole);
                }
            });
        }
        beam.now.swap(beam.begun);
    }

    void step(Beam<W> &beam, int colour) const {
        beam.expect_next();
        const std::uint16_t bonus = places_.runs_with_bonus(place_, colour);
        for (const auto &state : beam.now)
            for_parts(bonus, [&](std::uint16_t closed) { close(beam, state, colour, closed); });
        beam.now.swap(beam.next);
    }

    // Leaves the old runs *closed* that begin here as they are, and goes on from there.
    void close(Beam<W> &beam, const State<W> &state, int colour, std::uint16_t closed) const {
        const auto &here = places_.runs(place_, colour);
        Ahead ahead{state, unpack(state.lane(colour)), colour, closed, state.jokers};
        for (int k = 0; k < int(here.size()); ++k)
            if (closed >> k & 1) {
                ahead.open.closed |= places_.closed_bit(here[k]);
                ahead.jokers += std::popcount(counts_.runs[here[k]].wild);
            }
        if (ahead.jokers > places_.jokers) return;
        pass_runs(ahead);
        if (place_ <= counts_.numbers) pass_groups(ahead);
        ahead.must = std::max(0, ahead.open.ones + ahead.open.twos - ahead.begins);
        choose(beam, ahead);
    }

    // Looks at the old runs that cross the cell.
    void pass_runs(Ahead &ahead) const {
        for (int i = 0; i < int(counts_.runs.size()); ++i) {
            const auto &run = counts_.runs[i];
            if (run.colour != ahead.colour || place_ < run.first || place_ > run.last) continue;
            if (run.bonus && ahead.open.closed & places_.closed_bit(i)) {
                ahead.away += !run.core && !(run.wild >> place_ & 1);
                if (place_ == run.last) ahead.open.closed &= ~places_.closed_bit(i);
            } else if (run.core) {
                ahead.begins += place_ == run.first;
                ahead.ends += place_ == run.last;
            }
        }
    }

    // Looks at the old groups of the number.
    void pass_groups(Ahead &ahead) const {
        const auto &inside = ahead.state.inside;
        const auto &groups = places_.groups(place_);
        for (int k = 0; k < int(groups.size()); ++k) {
            const auto &group = counts_.groups[groups[k]];
            const bool whole = inside.whole >> k & 1, has = group.colours >> ahead.colour & 1;
            if (whole && !group.core && has) ++ahead.away;
            if (group.core && !whole && !has && int(inside.grown >> 4 * k & 15) < group.room)
                ahead.growable |= 1u << k;
        }
    }

    // Chooses how many tiles and jokers are laid and which groups grow.
    void choose(Beam<W> &beam, const Ahead &ahead) const {
        const int left = places_.jokers - ahead.jokers;
        if (place_ > counts_.numbers) {
            const int tiles = ahead.open.high - ahead.away;
            for (int jokers = 0; tiles >= 0 && jokers <= left; ++jokers)
                share(beam, ahead, tiles, jokers, 0, 0);
            return;
        }
        const int need = places_.need(place_, ahead.colour);
        for (int more = places_.spare(place_, ahead.colour); more >= 0; --more) {
            const int tiles = need + more - ahead.away;
            if (tiles < 0) break;
            for (int jokers = std::max(0, ahead.must - tiles); jokers <= left; ++jokers)
                for_parts(ahead.growable, [&](std::uint16_t grown) {
                    if (std::popcount(grown) <= tiles + jokers - ahead.must)
                        share(beam, ahead, tiles, jokers, grown, more * places_.worth(place_));
                });
        }
    }

    // Shares what is laid between groups and runs, and tiles set apart for a high 1.
    void share(Beam<W> &beam, const Ahead &ahead, int tiles, int jokers, std::uint16_t grown,
               std::int64_t gain) const {
        const auto &inside = ahead.state.inside;
        const int laid = tiles + jokers - std::popcount(grown);
        const int others = counts_.colours - ahead.colour - 1;
        const int apart = place_ == 1 && counts_.high ? tiles : 0;
        for (int high = 0; high <= apart; ++high) {
            const int most = std::min<int>(inside.groups, laid - high - ahead.must);
            for (int grouped = 0; grouped <= most; ++grouped) {
                const int due = std::max(0, inside.due - grouped);
                if (due > others * inside.groups) continue;
                Open open;
                if (!runs_go_on(ahead, laid - high - grouped, open)) continue;
                if (place_ == 1) open.high = high;
                State<W> state = ahead.state;
                state.jokers = ahead.jokers + jokers;
                state.score += (gain << 8) + std::popcount(ahead.closed);
                const int points = place_ > counts_.numbers ? jokers : (tiles + jokers) * place_;
                state.points = std::min(counts_.at_least, state.points + points);
                state.inside.due = due;
                for (int k = 0; k < kMostHere; ++k)
                    if (grown >> k & 1) state.inside.grown += 1ull << 4 * k;
                emit(beam, state, open, ahead,
                     Cell{std::uint8_t(tiles - high), std::uint8_t(jokers), std::uint8_t(grouped),
                          grown});
            }
        }
    }

    // Gives runs what is laid *in_runs*; false where a high 1 does not let them be.
    bool runs_go_on(const Ahead &ahead, int in_runs, Open &open) const {
        const Open &before = ahead.open;
        // a core takes an open run in where else a longer one could not go on
        const int brief = before.ones + before.twos;
        const int taken =
            std::max(0, std::min({ahead.begins, brief, before.more + brief - in_runs}));
        const int ones = std::max(0, before.ones - taken);
        const int twos = before.twos - std::max(0, taken - before.ones);
        const int rest = in_runs - ones - twos;
        const int longer = std::min(rest, before.more);
        open = {rest - longer, ones, twos + longer + ahead.ends, before.high, before.closed};
        return place_ <= counts_.numbers ||
               (rest <= longer && !ones && (counts_.numbers != 4 || !longer));
    }

    // Keeps a state behind the cell, if its runs can go on and it can still become the best.
    void emit(Beam<W> &beam, State<W> &state, Open open, const Ahead &ahead,
              const Cell &cell) const {
        const int left = places_.jokers - state.jokers;
        const int next = places_.supply(place_ + 1, ahead.colour, open.high);
        const int starts = places_.cores_starting(place_ + 1, ahead.colour);
        if (open.ones + open.twos > next + starts + left) return;
        open.more = std::min(open.more, next + left);
        state.set_lane(ahead.colour, pack(open));
        if (!hopeful(state, ahead.colour)) return;
        const Node node{state.node, cell, ahead.closed, state.inside.whole};
        if (ahead.colour + 1 == counts_.colours && !leave(state)) return;
        beam.insert(state, node);
    }

    // Whether the state can still become better than the best one known.
    bool hopeful(const State<W> &state, int colour) const {
        const std::int64_t bound = state.score + places_.later(place_, colour) +
                                   (counts_.jokers_spare * counts_.per_joker << 8);
        return bound > best_ && (bound >> 8) >= counts_.floor;
    }

    // Leaves a number: short runs must be able to go on, long ones count as far as they can.
    bool leave(State<W> &state) const {
        const int left = places_.jokers - state.jokers;
        int lacking = 0;
        for (int c = 0; c < counts_.colours; ++c) {
            Open open = unpack(state.lane(c));
            const int next = places_.supply(place_ + 1, c, open.high);
            const int starts = places_.cores_starting(place_ + 1, c);
            lacking += std::max(0, open.ones + open.twos - next - starts);
            if (open.more > next + left) {
                open.more = next + left;
                state.set_lane(c, pack(open));
            }
        }
        state.inside = {};
        return lacking <= left;
    }

    const Places &places_;
    const Counts &counts_;
    int place_ = 0;
    std::int64_t best_ = -1; // the score that has to be beaten
};

} // namespace tilerummy
