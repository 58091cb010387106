#include "lay.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

namespace tilerummy {
namespace {

// A lane packs the open runs of a colour so that one subtraction compares all lanes of two states.
// With a runs of length 1, b of length 1 or 2 and s of any: a | b | 15 - s, each in four bits with
// a guard bit above, then the tiles set apart for a high 1, then the old runs left as they are.
using Lane = std::uint32_t;
constexpr int kB = 5, kS = 10, kHigh = 15, kClosed = 19;
constexpr Lane kGuards = 1u << 4 | 1u << 9 | 1u << 14;
constexpr Lane kOrdered = (1u << kHigh) - 1;

struct Open {
    int ones, twos, more, high;
    Lane closed;
};

Open unpack(Lane lane) {
    const int a = lane & 15, b = lane >> kB & 15, s = 15 - (lane >> kS & 15);
    return {a, b - a, s - b, static_cast<int>(lane >> kHigh & 15), lane >> kClosed};
}

Lane pack(const Open &open) {
    const Lane b = open.ones + open.twos, s = b + open.more;
    return open.ones | b << kB | (15 - s) << kS | Lane(open.high) << kHigh | open.closed << kClosed;
}

struct Inside { // what matters only within a number
    std::uint16_t whole = 0;  // old groups left as they are
    std::uint8_t groups = 0;  // new groups
    std::uint8_t due = 0;     // places in them still to be filled
    std::uint64_t grown = 0;  // four bits for each core: how many tiles were added
    bool operator==(const Inside &) const = default;
};

template <int W> struct State {
    std::array<std::uint64_t, W> lanes{};
    Inside inside;
    std::uint16_t points = 0;
    std::uint8_t jokers = 0;
    std::int64_t score = 0; // worth << 8 | old melds left as they are
    std::uint32_t node = 0;

    Lane lane(int c) const { return static_cast<Lane>(lanes[c / 2] >> (c % 2 * 32)); }
    void set_lane(int c, Lane lane) {
        const int shift = c % 2 * 32;
        lanes[c / 2] = (lanes[c / 2] & ~(0xffffffffull << shift)) | std::uint64_t(lane) << shift;
    }
    bool same(const State &other) const {
        return lanes == other.lanes && jokers == other.jokers && points == other.points &&
               inside == other.inside;
    }
    std::uint64_t hash() const {
        std::uint64_t h = jokers | points << 8 | std::uint64_t(inside.whole) << 24 |
                          std::uint64_t(inside.groups) << 40 | std::uint64_t(inside.due) << 48;
        h ^= inside.grown * 0x9e3779b97f4a7c15ull;
        for (const auto word : lanes) h = (h ^ word) * 0x9fb21c651e98df25ull, h ^= h >> 32;
        return h;
    }
};

struct Node { // the decision that led to a state, and the one before it
    std::uint32_t before;
    Cell cell;
    std::uint16_t closed, whole;
};

struct Promise {
    std::int64_t score;
    int owed;
    std::uint32_t index;
};

// Memory kept from problem to problem, one for each thread.
template <int W> struct Arena {
    std::vector<State<W>> now, next, begun;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> slots;
    std::vector<Promise> promise;
};

template <int W> class Layers {
  public:
    explicit Layers(const Counts &counts) : counts_(counts) {
        const int last = counts.numbers + counts.high;
        jokers_ = counts.jokers_need + counts.jokers_spare;
        groups_at_.resize(last + 1);
        for (int i = 0; i < int(counts.groups.size()); ++i)
            groups_at_[counts.groups[i].number].push_back(i);
        runs_at_.resize((last + 1) * kMostColours);
        slot_.resize(counts.runs.size());
        for (int i = 0; i < int(counts.runs.size()); ++i)
            runs_at_[counts.runs[i].first * kMostColours + counts.runs[i].colour].push_back(i);
        give_slots();
        bound_later();
    }

    // Runs through all numbers with at most *width* states kept; true if none was left out.
    bool run(int width, std::uint64_t &budget, Laid &best) {
        whole_ = true;
        best_ = best.found ? (best.score << 8 | best.kept) : -1;
        auto &a = arena();
        a.nodes.assign(1, Node{});
        a.now.assign(1, State<W>{});
        for (int c = 0; c < counts_.colours; ++c) a.now[0].set_lane(c, pack({}));
        const int last = counts_.numbers + counts_.high;
        for (place_ = 1; place_ <= last; ++place_) {
            begin();
            for (int c = 0; c < counts_.colours; ++c) {
                step(c);
                if (c + 1 == counts_.colours) dominate();
                narrow(width);
                if (a.now.size() >= budget) return budget = 0, false;
                budget -= a.now.size();
            }
            if (a.now.empty()) return whole_;
        }
        finish(best);
        return whole_;
    }

  private:
    static Arena<W> &arena() {
        thread_local Arena<W> arena;
        return arena;
    }

    // Gives each old run worth a bonus a bit in its lane, different ones to those that overlap.
    void give_slots() {
        std::array<std::array<int, kMostCrossing>, kMostColours> busy{};
        std::vector<int> order(counts_.runs.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
            return counts_.runs[i].first < counts_.runs[j].first;
        });
        for (const int i : order) {
            const auto &run = counts_.runs[i];
            if (!run.bonus) continue;
            for (int s = 0; s < kMostCrossing; ++s)
                if (busy[run.colour][s] < run.first) {
                    busy[run.colour][s] = run.last;
                    slot_[i] = s;
                    break;
                }
        }
    }

    // Adds up, for each cell, what all that comes after it may be worth at most.
    void bound_later() {
        const int last = counts_.numbers + counts_.high;
        later_.assign((last + 2) * kMostColours, 0);
        std::int64_t sum = 0;
        for (int v = last; v >= 1; --v)
            for (int c = counts_.colours - 1; c >= 0; --c) {
                later_[v * kMostColours + c] = sum;
                if (v <= counts_.numbers)
                    sum += counts_.spare[cell(v, c)] * worth(v) << 8;
                for (const int i : runs_at_[v * kMostColours + c]) sum += counts_.runs[i].bonus;
                if (c == 0)
                    for (const int i : groups_at_[v]) sum += counts_.groups[i].bonus;
            }
    }

    int cell(int place, int colour) const { return (place - 1) * counts_.colours + colour; }
    std::int64_t worth(int place) const { return counts_.per_tile + place * counts_.per_point; }

    int supply(int place, int colour, int high) const {
        if (place > counts_.numbers) return place <= counts_.numbers + counts_.high ? high : 0;
        return counts_.need[cell(place, colour)] + counts_.spare[cell(place, colour)];
    }

    int cores_starting(int place, int colour) const {
        int n = 0;
        if (place <= counts_.numbers + counts_.high)
            for (const int i : runs_at_[place * kMostColours + colour]) n += counts_.runs[i].core;
        return n;
    }

    void begin() {
        auto &a = arena();
        if (place_ > counts_.numbers) return;
        const auto &here = groups_at_[place_];
        std::uint16_t bonus = 0;
        for (int k = 0; k < int(here.size()); ++k)
            if (counts_.groups[here[k]].bonus) bonus |= 1u << k;
        int tiles = 0;
        for (int c = 0; c < counts_.colours; ++c) tiles += supply(place_, c, 0);
        a.begun.clear();
        for (const auto &state : a.now) {
            const int most = counts_.colours < 3 ? 0 : (tiles + jokers_ - state.jokers) / 3;
            std::uint16_t whole = bonus;
            while (true) {
                int jokers = state.jokers;
                for (int k = 0; k < int(here.size()); ++k)
                    if (whole >> k & 1) jokers += counts_.groups[here[k]].jokers;
                for (int groups = 0; groups <= most && jokers <= jokers_; ++groups) {
                    a.begun.push_back(state);
                    auto &begun = a.begun.back();
                    begun.jokers = jokers;
                    begun.inside = {whole, std::uint8_t(groups), std::uint8_t(3 * groups), 0};
                    begun.score += std::popcount(whole);
                }
                if (!whole) break;
                whole = (whole - 1) & bonus;
            }
        }
        a.now.swap(a.begun);
    }

    void step(int colour) {
        auto &a = arena();
        a.next.clear();
        const std::size_t expected = std::max<std::size_t>(64, std::bit_ceil(a.now.size() * 4));
        a.slots.assign(expected, 0);
        std::uint16_t bonus = 0;
        const auto &here = runs_at_[place_ * kMostColours + colour];
        for (int k = 0; k < int(here.size()); ++k)
            if (counts_.runs[here[k]].bonus) bonus |= 1u << k;
        for (const auto &state : a.now) {
            std::uint16_t closed = bonus;
            while (true) {
                close(state, colour, closed);
                if (!closed) break;
                closed = (closed - 1) & bonus;
            }
        }
        a.now.swap(a.next);
    }

    // Leaves the old runs *closed* that begin here as they are, and goes on from there.
    void close(const State<W> &state, int colour, std::uint16_t closed) {
        const auto &here = runs_at_[place_ * kMostColours + colour];
        Open open = unpack(state.lane(colour));
        int jokers = state.jokers;
        for (int k = 0; k < int(here.size()); ++k)
            if (closed >> k & 1) {
                open.closed |= 1u << slot_[here[k]];
                jokers += std::popcount(counts_.runs[here[k]].wild);
            }
        if (jokers > jokers_) return;
        Ahead ahead{state, open, colour, closed, jokers, 0, 0, 0, 0, 0};
        for (int i = 0; i < int(counts_.runs.size()); ++i) {
            const auto &run = counts_.runs[i];
            if (run.colour != colour || place_ < run.first || place_ > run.last) continue;
            const bool left = run.bonus && open.closed >> slot_[i] & 1;
            if (left) {
                ahead.away += !run.core && !(run.wild >> place_ & 1);
                if (place_ == run.last) ahead.open.closed &= ~(1u << slot_[i]);
            } else if (run.core) {
                ahead.begins += place_ == run.first;
                ahead.ends += place_ == run.last;
            }
        }
        if (place_ <= counts_.numbers) {
            const auto &groups = groups_at_[place_];
            for (int k = 0; k < int(groups.size()); ++k) {
                const auto &group = counts_.groups[groups[k]];
                const bool whole = state.inside.whole >> k & 1;
                if (whole && !group.core && group.colours >> colour & 1) ++ahead.away;
                if (group.core && !whole && !(group.colours >> colour & 1) &&
                    int(state.inside.grown >> 4 * k & 15) < group.room)
                    ahead.growable |= 1u << k;
            }
        }
        choose(ahead);
    }

    struct Ahead {
        const State<W> &state;
        Open open;
        int colour;
        std::uint16_t closed;
        int jokers, away, begins, ends;
        std::uint16_t growable;
        int must; // runs of length 1 or 2 that have to go on
    };

    // Chooses how many tiles and jokers are laid and which groups grow.
    void choose(Ahead &ahead) {
        const int colour = ahead.colour;
        ahead.must = std::max(0, ahead.open.ones + ahead.open.twos - ahead.begins);
        const int left = jokers_ - ahead.jokers;
        if (place_ > counts_.numbers) {
            if (ahead.open.high < ahead.away) return;
            for (int jokers = 0; jokers <= left; ++jokers)
                share(ahead, ahead.open.high - ahead.away, jokers, 0, 0);
            return;
        }
        const int need = counts_.need[cell(place_, colour)];
        for (int more = counts_.spare[cell(place_, colour)]; more >= 0; --more) {
            const int tiles = need + more - ahead.away;
            if (tiles < 0) break;
            for (int jokers = std::max(0, ahead.must - tiles); jokers <= left; ++jokers) {
                std::uint16_t grown = ahead.growable;
                while (true) {
                    if (std::popcount(grown) <= tiles + jokers - ahead.must)
                        share(ahead, tiles, jokers, grown, more * worth(place_));
                    if (!grown) break;
                    grown = (grown - 1) & ahead.growable;
                }
            }
        }
    }

    // Shares what is laid between groups and runs, and tiles set apart for a high 1.
    void share(const Ahead &ahead, int tiles, int jokers, std::uint16_t grown, std::int64_t gain) {
        const auto &before = ahead.state;
        const int laid = tiles + jokers - std::popcount(grown);
        const int others = counts_.colours - ahead.colour - 1;
        const int apart = place_ == 1 && counts_.high ? tiles : 0;
        for (int high = 0; high <= apart; ++high) {
            const int most = std::min<int>(before.inside.groups, laid - high - ahead.must);
            for (int grouped = 0; grouped <= most; ++grouped) {
                const int due = std::max(0, before.inside.due - grouped);
                if (due > others * before.inside.groups) continue;
                // a core takes an open run in where else a longer one could not go on
                const int in_runs = laid - high - grouped;
                const int brief = ahead.open.ones + ahead.open.twos;
                const int taken = std::max(
                    0, std::min({ahead.begins, brief, ahead.open.more + brief - in_runs}));
                const int ones = std::max(0, ahead.open.ones - taken);
                const int twos = ahead.open.twos - std::max(0, taken - ahead.open.ones);
                const int rest = in_runs - ones - twos;
                const int longer = std::min(rest, ahead.open.more);
                if (place_ > counts_.numbers &&
                    (rest > longer || ones || (counts_.numbers == 4 && longer)))
                    continue;
                Open open{rest - longer, ones, twos + longer + ahead.ends,
                          place_ == 1 ? high : ahead.open.high, ahead.open.closed};
                State<W> state = before;
                state.jokers = ahead.jokers + jokers;
                state.score += (gain << 8) + std::popcount(ahead.closed);
                const int points = place_ > counts_.numbers ? jokers : (tiles + jokers) * place_;
                state.points = std::min(counts_.at_least, state.points + points);
                state.inside.due = due;
                for (int k = 0; k < kMostHere; ++k)
                    if (grown >> k & 1) state.inside.grown += 1ull << 4 * k;
                emit(state, open, ahead, Cell{std::uint8_t(tiles - high), std::uint8_t(jokers),
                                              std::uint8_t(grouped), grown});
            }
        }
    }

    void emit(State<W> &state, Open open, const Ahead &ahead, const Cell &cell) {
        const int left = jokers_ - state.jokers;
        const int next = supply(place_ + 1, ahead.colour, open.high);
        const int starts = cores_starting(place_ + 1, ahead.colour);
        if (open.ones + open.twos > next + starts + left) return;
        open.more = std::min(open.more, next + left);
        state.set_lane(ahead.colour, pack(open));
        if (!hopeful(state, ahead.colour)) return;
        const Node node{state.node, cell, ahead.closed, state.inside.whole};
        if (ahead.colour + 1 == counts_.colours && !leave(state)) return;
        insert(state, node);
    }

    // Whether the state can still become better than the best one known.
    bool hopeful(const State<W> &state, int colour) const {
        const std::int64_t bound = state.score + later_[place_ * kMostColours + colour] +
                                   (counts_.jokers_spare * counts_.per_joker << 8);
        return bound > best_ && (bound >> 8) >= counts_.floor;
    }

    // Leaves a number: short runs must be able to go on, long ones count as far as they can.
    bool leave(State<W> &state) const {
        const int left = jokers_ - state.jokers;
        int lacking = 0;
        for (int c = 0; c < counts_.colours; ++c) {
            Open open = unpack(state.lane(c));
            const int next = supply(place_ + 1, c, open.high);
            lacking += std::max(0, open.ones + open.twos - next - cores_starting(place_ + 1, c));
            if (open.more > next + left) {
                open.more = next + left;
                state.set_lane(c, pack(open));
            }
        }
        state.inside = {};
        return lacking <= left;
    }

    void insert(const State<W> &state, const Node &node) {
        auto &a = arena();
        if (a.next.size() * 2 >= a.slots.size()) grow_slots();
        const std::size_t mask = a.slots.size() - 1;
        std::size_t slot = state.hash() & mask;
        while (a.slots[slot]) {
            auto &known = a.next[a.slots[slot] - 1];
            if (known.same(state)) {
                if (state.score > known.score) {
                    known.score = state.score;
                    a.nodes[known.node] = node;
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
        a.next.push_back(state);
        a.next.back().node = static_cast<std::uint32_t>(a.nodes.size());
        a.nodes.push_back(node);
        a.slots[slot] = static_cast<std::uint32_t>(a.next.size());
    }

    void grow_slots() {
        auto &a = arena();
        a.slots.assign(a.slots.size() * 4, 0);
        const std::size_t mask = a.slots.size() - 1;
        for (std::size_t i = 0; i < a.next.size(); ++i) {
            std::size_t slot = a.next[i].hash() & mask;
            while (a.slots[slot]) slot = (slot + 1) & mask;
            a.slots[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    // Whether *x* is as good as *y* in every respect that matters later.
    bool dominates(const State<W> &x, const State<W> &y) const {
        constexpr std::uint64_t guards = kGuards | std::uint64_t(kGuards) << 32;
        constexpr std::uint64_t ordered = kOrdered | std::uint64_t(kOrdered) << 32;
        if (x.jokers != y.jokers || x.points < y.points || x.score < y.score) return false;
        if (!(x.inside == y.inside)) return false;
        for (int w = 0; w < W; ++w) {
            if ((x.lanes[w] ^ y.lanes[w]) & ~ordered) return false;
            const std::uint64_t difference = ((y.lanes[w] & ordered) | guards) - (x.lanes[w] & ordered);
            if ((difference & guards) != guards) return false;
        }
        return true;
    }

    void sort_now() {
        auto &a = arena();
        std::sort(a.now.begin(), a.now.end(), [](const State<W> &x, const State<W> &y) {
            return x.score != y.score ? x.score > y.score : x.lanes < y.lanes;
        });
    }

    // Drops the states that another one is at least as good as.
    void dominate() {
        auto &a = arena();
        if (a.now.size() < 2) return;
        sort_now();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < a.now.size(); ++i) {
            const std::size_t upto = std::min<std::size_t>(kept, 4096);
            bool worse = false;
            for (std::size_t j = 0; j < upto && !worse; ++j) worse = dominates(a.now[j], a.now[i]);
            // later ones of equal score may still dominate it; that costs time, not truth
            if (!worse) {
                if (kept != i) a.now[kept] = a.now[i];
                ++kept;
            }
        }
        a.now.resize(kept);
    }

    // Keeps the most promising states: a joker still to be laid counts half a one laid, and runs
    // that have to go on count against a state.
    void narrow(int width) {
        auto &a = arena();
        if (int(a.now.size()) <= width) return;
        whole_ = false;
        a.promise.clear();
        for (std::uint32_t i = 0; i < a.now.size(); ++i) {
            const auto &state = a.now[i];
            int owed = 0;
            for (int c = 0; c < counts_.colours; ++c) {
                const Lane lane = state.lane(c);
                owed += int(lane & 15) + int(lane >> kB & 15);
            }
            const std::int64_t jokers = state.jokers * (counts_.per_joker << 7);
            a.promise.push_back({state.score - jokers, owed + state.inside.due, i});
        }
        const auto better = [](const Promise &x, const Promise &y) {
            if (x.score != y.score) return x.score > y.score;
            return x.owed != y.owed ? x.owed < y.owed : x.index < y.index;
        };
        std::nth_element(a.promise.begin(), a.promise.begin() + width, a.promise.end(), better);
        a.next.clear();
        for (int i = 0; i < width; ++i) a.next.push_back(a.now[a.promise[i].index]);
        a.now.swap(a.next);
    }

    void finish(Laid &best) {
        auto &a = arena();
        const State<W> *end = nullptr;
        std::int64_t most = best_;
        for (const auto &state : a.now) {
            bool complete = state.jokers >= counts_.jokers_need && state.points >= counts_.at_least;
            for (int c = 0; c < counts_.colours; ++c) {
                const Open open = unpack(state.lane(c));
                complete = complete && open.ones + open.twos == 0;
            }
            if (!complete) continue;
            const std::int64_t score =
                state.score + ((state.jokers - counts_.jokers_need) * counts_.per_joker << 8);
            if (score > most && (score >> 8) >= counts_.floor) {
                most = score;
                end = &state;
            }
        }
        if (end) recover(*end, most, best);
    }

    void recover(const State<W> &end, std::int64_t score, Laid &best) {
        const auto &nodes = arena().nodes;
        best = Laid{};
        best.found = true;
        best.score = score >> 8;
        best.kept = score & 255;
        const int last = counts_.numbers + counts_.high;
        std::uint32_t node = end.node;
        for (int v = last; v >= 1; --v)
            for (int c = counts_.colours - 1; c >= 0; --c) {
                const Node &here = nodes[node];
                best.cells.push_back(here.cell);
                const auto &runs = runs_at_[v * kMostColours + c];
                for (int k = 0; k < int(runs.size()); ++k)
                    if (here.closed >> k & 1) best.runs.push_back(runs[k]);
                if (c == 0 && v <= counts_.numbers)
                    for (int k = 0; k < int(groups_at_[v].size()); ++k)
                        if (here.whole >> k & 1) best.groups.push_back(groups_at_[v][k]);
                node = here.before;
            }
        std::reverse(best.cells.begin(), best.cells.end());
    }

    const Counts &counts_;
    int jokers_ = 0, place_ = 0;
    bool whole_ = true;
    std::int64_t best_ = -1;
    std::vector<std::vector<int>> groups_at_, runs_at_;
    std::vector<int> slot_;
    std::vector<std::int64_t> later_;
};

// Widens the beam until no state is left out.
template <int W> bool widen(Layers<W> &layers, std::uint64_t &budget, Laid &best) {
    for (int width = 64; width <= 32768; width *= 8) {
        if (layers.run(width, budget, best)) return true;
        if (!budget) return false;
    }
    return false;
}

template <int W> Laid lay_with(const Counts &counts) {
    std::uint64_t budget = counts.budget ? counts.budget : ~0ull;
    Laid best;
    Layers<W> layers(counts);
    const bool exact = widen(layers, budget, best);
    best.proven = exact; // a better answer starts anew, so this comes last
    return best;
}

} // namespace

const char *refusal(const Counts &counts) {
    const std::size_t cells = std::size_t(counts.numbers) * counts.colours;
    const int last = counts.numbers + counts.high;
    if (counts.numbers < 3 || counts.numbers > kMostNumbers) return "numbers out of range";
    if (counts.colours < 2 || counts.colours > kMostColours) return "colours out of range";
    if (counts.need.size() != cells || counts.spare.size() != cells) return "cells do not fit";
    const int jokers = counts.jokers_need + counts.jokers_spare;
    if (counts.jokers_need < 0 || counts.jokers_spare < 0 || jokers > kMost) return "too many jokers";
    for (std::size_t i = 0; i < cells; ++i)
        if (counts.need[i] + counts.spare[i] + jokers > kMost) return "too many equal tiles";
    for (const auto worth : {counts.per_tile, counts.per_point, counts.per_joker})
        if (worth < 0 || worth > std::int64_t(1) << 34) return "a worth is out of range";
    if (counts.at_least < 0 || counts.at_least > 60000) return "points are out of range";
    if (counts.runs.size() + counts.groups.size() > 250) return "too many old melds";
    std::array<std::array<int, kMostNumbers + 2>, kMostColours> crossing{}, starting{};
    for (const auto &run : counts.runs) {
        if (std::popcount(run.wild) > kMost || run.colour < 0 || run.colour >= counts.colours || run.first < 1 ||
            run.last > last || run.last - run.first < 2)
            return "an old run is out of range";
        if (++starting[run.colour][run.first] > kMostHere) return "too many old runs in one place";
        for (int v = run.first; v <= run.last; ++v)
            if (++crossing[run.colour][v] > kMostCrossing) return "too many old runs in one place";
    }
    std::array<int, kMostNumbers + 1> here{};
    for (const auto &group : counts.groups) {
        if (group.number < 1 || group.number > counts.numbers || group.room < 0 ||
            group.jokers > kMost || group.jokers < 0 ||
            group.room > kMostColours || group.colours < 1 || group.colours >> counts.colours)
            return "an old group is out of range";
        if (++here[group.number] > kMostHere) return "too many old groups of one number";
    }
    return nullptr;
}

Laid lay(const Counts &counts) {
    switch ((counts.colours + 1) / 2) {
    case 1: return lay_with<1>(counts);
    case 2: return lay_with<2>(counts);
    case 3: return lay_with<3>(counts);
    default: return lay_with<4>(counts);
    }
}

} // namespace tilerummy
