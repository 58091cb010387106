// The states reached so far, each of them once, and which of them are kept.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "lay.hpp"
#include "state.hpp"

namespace tilerummy {

// The decision that led to a state, and the one before it.
struct Node {
    std::uint32_t before;
    Cell cell;
    std::uint16_t closed, whole;
};

// Memory kept from problem to problem, one for each thread: the states before a cell in `now`,
// those after it in `next`, found again by their hash.
template <int W> struct Beam {
    std::vector<State<W>> now, next, begun;
    std::vector<Node> nodes;

    static Beam &of_thread() {
        thread_local Beam beam;
        return beam;
    }

    void expect_next() {
        next.clear();
        slots_.assign(std::max<std::size_t>(64, std::bit_ceil(now.size() * 4)), 0);
    }

    // Puts a state among the next ones; of two that are the same the better one stays.
    void insert(const State<W> &state, const Node &node) {
        if (next.size() * 2 >= slots_.size()) grow_slots();
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = state.hash() & mask;
        while (slots_[slot]) {
            auto &known = next[slots_[slot] - 1];
            if (known.same(state)) {
                if (state.score > known.score) {
                    known.score = state.score;
                    nodes[known.node] = node;
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
        next.push_back(state);
        next.back().node = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
        slots_[slot] = static_cast<std::uint32_t>(next.size());
    }

    // Drops the states that another one is at least as good as.
    void dominate() {
        if (now.size() < 2) return;
        std::sort(now.begin(), now.end(), [](const State<W> &x, const State<W> &y) {
            return x.score != y.score ? x.score > y.score : x.lanes < y.lanes;
        });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const std::size_t upto = std::min<std::size_t>(kept, 4096);
            bool worse = false;
            for (std::size_t j = 0; j < upto && !worse; ++j) worse = dominates(now[j], now[i]);
            // later ones of equal score may still dominate it; that costs time, not truth
            if (!worse) {
                if (kept != i) now[kept] = now[i];
                ++kept;
            }
        }
        now.resize(kept);
    }

    // Keeps the *width* most promising states: a joker still to be laid counts half a one laid, and
    // runs that have to go on count against a state. There must be more states than that.
    void narrow(const Counts &counts, int width) {
        promise_.clear();
        for (std::uint32_t i = 0; i < now.size(); ++i) {
            const auto &state = now[i];
            int owed = 0;
            for (int c = 0; c < counts.colours; ++c) {
                const Lane lane = state.lane(c);
                owed += int(lane & 15) + int(lane >> kB & 15);
            }
            const std::int64_t jokers = state.jokers * (counts.per_joker << 7);
            promise_.push_back({state.score - jokers, owed + state.inside.due, i});
        }
        const auto better = [](const Promise &x, const Promise &y) {
            if (x.score != y.score) return x.score > y.score;
            return x.owed != y.owed ? x.owed < y.owed : x.index < y.index;
        };
        std::nth_element(promise_.begin(), promise_.begin() + width, promise_.end(), better);
        next.clear();
        for (int i = 0; i < width; ++i) next.push_back(now[promise_[i].index]);
        now.swap(next);
    }

  private:
    struct Promise {
        std::int64_t score;
        int owed;
        std::uint32_t index;
    };

    void grow_slots() {
        slots_.assign(slots_.size() * 4, 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = 0; i < next.size(); ++i) {
            std::size_t slot = next[i].hash() & mask;
            while (slots_[slot]) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<std::uint32_t> slots_; // places in `next`, counted from 1
    std::vector<Promise> promise_;
};

} // namespace tilerummy
