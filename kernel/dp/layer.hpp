// Stores the distinct states between two cells and selects the states to retain.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "dp/dominance.hpp"
#include "dp/state.hpp"
#include "model/budget.hpp"

namespace tilerummy::dp {

constexpr int kMaxInBlock = 4; // colours

// The previous node, and the decisions for a block of colours that led from there to a state: the
// cells' transitions and the old groups of the number that are left unchanged.
struct Node {
    std::uint32_t before;
    std::uint16_t whole;
    std::uint8_t place, first, colours;
    std::array<std::uint32_t, kMaxInBlock> cells;
};

// Keys for sorting states: one for dominance, one for a beam.
struct SortKey {
    std::int64_t score;
    std::uint32_t burden, index;
};
struct Priority {
    std::int64_t score;
    int owed;
    std::uint32_t index;
};

// Sorts the keys so that every state comes after the states that dominate it.
inline void sort(std::vector<SortKey> &keys) {
    std::sort(keys.begin(), keys.end(), [](const SortKey &x, const SortKey &y) {
        if (x.score != y.score) return x.score > y.score;
        return x.burden != y.burden ? x.burden < y.burden : x.index < y.index;
    });
}

// Moves the *width* most promising states to the front, in the order of their indexes, so that the
// result does not depend on the standard library.
inline void select(std::vector<Priority> &priorities, int width) {
    const auto better = [](const Priority &x, const Priority &y) {
        if (x.score != y.score) return x.score > y.score;
        return x.owed != y.owed ? x.owed < y.owed : x.index < y.index;
    };
    std::nth_element(priorities.begin(), priorities.begin() + width, priorities.end(), better);
    std::sort(priorities.begin(), priorities.begin() + width,
              [](const Priority &x, const Priority &y) { return x.index < y.index; });
}

// The states before a cell (`now`) and after it (`next`, indexed by a hash table). Each thread has
// one layer and reuses its memory for every problem.
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

    bool is_full() const { return nodes.size() > kMaxNodes; }

    // Frees the memory after an unusually large problem.
    void give_back() {
        if (nodes.capacity() <= kMaxKept) return;
        *this = Layer();
    }

    // Adds a state to `next`, replacing an equal state with a lower score.
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

    // Removes dominated states from `now`. If *deferred* is set, having laid fewer jokers is not a
    // disadvantage. If there are very many states, some are not compared, which only costs time.
    // Stops at the deadline.
    void dominate(bool deferred, const Budget &budget) {
        const std::size_t size = now.size();
        if (size < 2) return;
        order_.resize(size);
        for (std::uint32_t i = 0; i < size; ++i) order_[i] = {now[i].score, burden(now[i]), i};
        sort(order_);
        kept_.clear();
        next.clear();
        for (std::size_t i = 0; i < size; ++i) {
            if ((i & 255) == 255 && budget.late()) return;
            const State &state = now[order_[i].index];
            const Row<State> row = row_of(state, deferred);
            if (kept_.any_as_good(row, kCompared)) continue;
            kept_.add(row);
            next.push_back(state);
        }
        now.swap(next);
    }

    // Retains only the *width* most promising states, judged by their scores. Each joker still
    // available adds half of what a laid joker adds, and short runs that must be extended count
    // against a state.
    void narrow(const Counts &counts, int width) {
        priorities_.clear();
        for (std::uint32_t i = 0; i < now.size(); ++i) {
            const auto &state = now[i];
            std::uint64_t runs = 0;
            for (int w = 0; w < State::kRunWords; ++w)
                runs += (state.words[w] & kEach) + (state.words[w] >> kB & kEach);
            const int owed = std::max(0, 3 * state.most - state.grouped) + sum_of(runs);
            const std::int64_t jokers = state.jokers * (counts.per_joker << 7);
            priorities_.push_back({state.score + std::popcount(state.flags()) - jokers, owed, i});
        }
        select(priorities_, width);
        next.clear();
        for (int i = 0; i < width; ++i) next.push_back(now[priorities_[i].index]);
        now.swap(next);
    }

  private:
    static constexpr std::size_t kCompared = 2048;
    static constexpr std::size_t kMaxNodes = 4'000'000, kMaxKept = 500'000;

    static constexpr std::uint64_t kEach =
        0x000f000f000f000f; // four bits per colour
    static int sum_of(std::uint64_t lanes) { return lanes * 0x0001000100010001 >> 48; }

    static std::uint32_t burden(const State &state) {
        std::uint64_t sum = 0;
        for (int w = 0; w < State::kRunWords; ++w) {
            sum += state.words[w] & kEach;
            sum += state.words[w] >> kB & kEach;
            sum += state.words[w] >> kS & kEach;
        }
        sum += state.jokers + state.most + (127 - state.grouped);
        return sum_of(sum) + 0x7fff - state.points + 64 - std::popcount(state.flags());
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

    std::vector<std::uint32_t> slots_; // indices into `next`, counted from 1
    std::vector<SortKey> order_;
    Rows<State> kept_; // the rows of `next` during the dominance check
    std::vector<Priority> priorities_;
};

} // namespace tilerummy::dp
