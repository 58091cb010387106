// Detects dominated states by comparing one state at a time with many states stored by column.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dp/state.hpp"
#include "model/target_clones.hpp"

namespace tilerummy::dp {

// A state in a form that is fast to compare: its words, then the fields that should be small, each
// with a guard bit, then the fields that must be equal.
template <class State> using Row = std::array<std::uint64_t, State::kWords + 2>;

constexpr std::uint64_t kSmallGuards = 1ull << 4 | 1ull << 9 | 1ull << 17 | 1ull << 33;
constexpr std::uint64_t kNoState = 1ull << 31; // not the value of any state
constexpr std::size_t kAtOnce = 8;

// Returns the row for a state. If *deferred* is set, having laid fewer jokers is not a
// disadvantage.
template <class State> Row<State> row_of(const State &state, bool deferred) {
    Row<State> row;
    for (int w = 0; w < State::kWords; ++w) row[w] = state.words[w];
    row[State::kWords] = (deferred ? state.jokers : 0) | state.most << 5 |
                         std::uint64_t(127 - state.grouped) << 10 |
                         std::uint64_t(0x7fff - state.points) << 18;
    row[State::kWords + 1] = state.exact | (deferred ? 0 : state.jokers);
    return row;
}

// Returns whether any of the first *count* rows in *columns* dominates *row*. *count* must be a
// multiple of kAtOnce.
template <class State> TILERUMMY_TARGET_CLONES bool
any_as_good(const std::uint64_t *const *columns, const std::uint64_t *row, std::size_t count) {
    constexpr int kSmall = State::kWords, kExact = State::kWords + 1;
    for (std::size_t from = 0; from < count; from += kAtOnce) {
        std::uint64_t found = 0;
        for (std::size_t j = from; j < from + kAtOnce; ++j) {
            std::uint64_t worse = columns[kExact][j] ^ row[kExact];
            worse |= ~((row[kSmall] | kSmallGuards) - columns[kSmall][j]) & kSmallGuards;
            for (int w = 0; w < State::kRunWords; ++w)
                worse |= ~((row[w] | kGuards) - columns[w][j]) & kGuards;
            if constexpr (State::kGrown >= 0)
                worse |= columns[State::kGrown][j] ^ row[State::kGrown];
            if constexpr (State::kFlags >= 0)
                worse |= row[State::kFlags] & ~columns[State::kFlags][j];
            found |= (worse - 1) & ~worse; // the highest bit is set if nothing is worse
        }
        if (found >> 63) return true;
    }
    return false;
}

template <class State> class Rows {
  public:
    void clear() { size_ = 0; }

    void add(const Row<State> &row) {
        if (size_ % kAtOnce == 0) {
            for (std::size_t k = 0; k < columns_.size(); ++k) {
                if (columns_[k].size() < size_ + kAtOnce) columns_[k].resize(2 * size_ + kAtOnce);
                data_[k] = columns_[k].data();
            }
            std::fill_n(&columns_.back()[size_], kAtOnce, kNoState);
        }
        for (std::size_t k = 0; k < columns_.size(); ++k) columns_[k][size_] = row[k];
        ++size_;
    }

    // Returns whether any of the first *limit* rows dominates *row*.
    bool any_as_good(const Row<State> &row, std::size_t limit) const {
        const std::size_t count = (std::min(size_, limit) + kAtOnce - 1) / kAtOnce * kAtOnce;
        return count && dp::any_as_good<State>(data_.data(), row.data(), count);
    }

  private:
    std::size_t size_ = 0;
    std::array<std::vector<std::uint64_t>, State::kWords + 2> columns_;
    std::array<const std::uint64_t *, State::kWords + 2> data_{};
};

} // namespace tilerummy::dp
