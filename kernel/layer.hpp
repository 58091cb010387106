// The states reached so far, each of them once, and which of them are kept.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "lanes.hpp"
#include "lay.hpp"

namespace tilerummy::dp {

constexpr int kMostInBlock = 4; // colours

// The decisions for some colours of a place that led to a state, and the node before it: `left` are
// the old runs of the cell that end there as they were, `whole` the old groups of the number.
struct Node {
    std::uint32_t before;
    std::uint16_t whole;
    std::uint8_t first, colours;
    std::array<Cell, kMostInBlock> cells;
    std::array<std::uint16_t, kMostInBlock> left;
};

// Memory kept from problem to problem, one for each thread: the states before a cell in `now`,
// those after it in `next`, found again by their hash.
template <class State> class Layer {
  public:
    std::vector<State> now, next;
    std::vector<Node> nodes;

    static Layer &of_thread() {
        thread_local Layer layer;
        return layer;
    }

    void expect_next() {
        next.clear();
        slots_.assign(std::bit_ceil(std::max<std::size_t>(16, now.size()) * 4), 0);
    }

    // Puts a state among the next ones; of two that are the same the better one stays.
    void insert(const State &state, const Node &node) {
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

    // Drops the states of `now` that another one is at least as good as in every respect that
    // matters later; where jokers are *saved*, to have laid fewer is as good. What is not compared,
    // of very many states, costs time, not truth. Stops where it is too late.
    void dominate(bool saved, const Budget &budget) {
        const std::size_t size = now.size();
        if (size < 2) return;
        order_.resize(size);
        for (std::uint32_t i = 0; i < size; ++i) order_[i] = {now[i].score, burden(now[i]), i};
        // who is as good as another then comes before it
        std::sort(order_.begin(), order_.end(), [](const Place &x, const Place &y) {
            return x.score != y.score ? x.score > y.score : x.burden < y.burden;
        });
        for (auto &column : kept_) column.resize(size);
        next.clear();
        for (const auto &place : order_) {
            if (!(next.size() & 255) && budget.late()) return;
            const State &state = now[place.index];
            const Row row = row_of(state, saved);
            if (is_dominated(row)) continue;
            for (int k = 0; k < kColumns; ++k) kept_[k][next.size()] = row[k];
            next.push_back(state);
        }
        now.swap(next);
    }

    // Keeps the *width* most promising states: a joker still to be laid counts half a one laid, and
    // runs that have to go on count against a state. There must be more states than that.
    void narrow(const Counts &counts, int width) {
        promise_.clear();
        for (std::uint32_t i = 0; i < now.size(); ++i) {
            const auto &state = now[i];
            int owed = std::max(0, 3 * state.most - state.grouped);
            for (int c = 0; c < counts.colours; ++c) {
                const unsigned lane = state.lane(c);
                owed += int(lane & 15) + int(lane >> kB & 15);
            }
            const std::int64_t jokers = state.jokers * (counts.per_joker << 7);
            promise_.push_back({state.score + std::popcount(state.flags()) - jokers, owed, i});
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
    // A state as it is compared: its words, then what is the less the better, in fields with a guard
    // bit each, then what has to be the same.
    static constexpr int kColumns = State::kWords + 2;
    static constexpr std::uint64_t kSmallGuards = 1ull << 4 | 1ull << 9 | 1ull << 17 | 1ull << 33;
    static constexpr std::size_t kCompared = 2048;
    using Row = std::array<std::uint64_t, kColumns>;

    struct Place {
        std::int64_t score;
        std::uint32_t burden, index;
    };
    struct Promise {
        std::int64_t score;
        int owed;
        std::uint32_t index;
    };

    static Row row_of(const State &state, bool saved) {
        Row row;
        for (int w = 0; w < State::kWords; ++w) row[w] = state.words[w];
        row[State::kWords] = (saved ? state.jokers : 0) | state.most << 5 |
                             std::uint64_t(127 - state.grouped) << 10 |
                             std::uint64_t(0x7fff - state.points) << 18;
        row[State::kWords + 1] = state.exact | (saved ? 0 : state.jokers);
        return row;
    }

    static std::uint32_t burden(const State &state) {
        std::uint64_t sum = 0;
        for (int w = 0; w < State::kLanes; ++w) {
            sum += state.words[w] & 0x000f000f000f000f;
            sum += state.words[w] >> kB & 0x000f000f000f000f;
            sum += state.words[w] >> kS & 0x000f000f000f000f;
        }
        sum += state.jokers + state.most + (127 - state.grouped);
        return (sum * 0x0001000100010001 >> 48) + 0x7fff - state.points + 64 -
               std::popcount(state.flags());
    }

    bool is_dominated(const Row &row) const {
        const std::size_t upto = std::min(next.size(), kCompared);
        constexpr std::size_t kChunk = 16;
        for (std::size_t from = 0; from < upto; from += kChunk) {
            const std::size_t to = std::min(upto, from + kChunk);
            bool any = false;
            for (std::size_t j = from; j < to; ++j) {
                std::uint64_t worse = kept_[State::kWords + 1][j] ^ row[State::kWords + 1];
                worse |= (((row[State::kWords] | kSmallGuards) - kept_[State::kWords][j]) &
                          kSmallGuards) ^ kSmallGuards;
                for (int w = 0; w < State::kLanes; ++w)
                    worse |= (((row[w] | kGuards) - kept_[w][j]) & kGuards) ^ kGuards;
                if constexpr (State::kGrown >= 0)
                    worse |= kept_[State::kGrown][j] ^ row[State::kGrown];
                if constexpr (State::kFlags >= 0)
                    worse |= row[State::kFlags] & ~kept_[State::kFlags][j];
                any |= !worse;
            }
            if (any) return true;
        }
        return false;
    }

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
    std::vector<Place> order_;
    std::array<std::vector<std::uint64_t>, kColumns> kept_; // the rows of `next`, when it is thinned
    std::vector<Promise> promise_;
};

} // namespace tilerummy::dp
