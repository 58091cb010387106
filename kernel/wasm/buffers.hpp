// Reads the arguments and writes the results of a call. Both consist of 64-bit numbers and rows of
// numbers in linear memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "simulate/packing.hpp"

namespace tilerummy::wasm {

// Reads the arguments in order. A row consists of its length and its numbers.
class Input {
  public:
    explicit Input(const std::vector<std::int64_t> &numbers)
        : begin_(numbers.data()), numbers_(numbers.data(), numbers.size()), left_(numbers.size()) {}

    std::int64_t number() {
        --left_, ++begin_;
        return numbers_.wide();
    }
    simulate::Numbers row() {
        const auto length = number();
        if (length < 0 || std::uint64_t(length) > left_) throw std::invalid_argument("missing numbers");
        const simulate::Numbers row(begin_, std::size_t(length));
        for (auto skipped = length; skipped > 0; --skipped) number();
        return row;
    }

  private:
    const std::int64_t *begin_;
    simulate::Numbers numbers_;
    std::size_t left_;
};

// Collects the results in order. A row consists of its size in bytes and its bytes, padded to a
// multiple of eight.
class Output {
  public:
    explicit Output(std::vector<std::int64_t> &numbers) : numbers_(numbers) { numbers_.clear(); }

    void number(std::int64_t value) { numbers_.push_back(value); }
    void numbers(const std::vector<std::int64_t> &values) {
        number(std::int64_t(values.size()));
        numbers_.insert(numbers_.end(), values.begin(), values.end());
    }
    template <class Value> void row(const std::vector<Value> &values) {
        const std::size_t bytes = values.size() * sizeof(Value), at = numbers_.size() + 1;
        number(std::int64_t(bytes));
        numbers_.resize(at + (bytes + 7) / 8);
        if (bytes) std::memcpy(numbers_.data() + at, values.data(), bytes);
    }

  private:
    std::vector<std::int64_t> &numbers_;
};

} // namespace tilerummy::wasm
