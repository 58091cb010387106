// Creates fuzz inputs from bytes; tests/solver/fuzzed.py creates the same inputs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/counts.hpp"
#include "model/position.hpp"

namespace tilerummy::fuzz {

enum class Target { lay, placements, solve };

// Reads numbers from bytes, and zeros once the bytes run out. If *nonsense* is set, numbers are not
// clamped.
class Bytes {
  public:
    Bytes(const std::uint8_t *data, std::size_t size) : at_(data), end_(data + size) {
        const int first = next();
        nonsense = first & 128;
        target = Target(first % 128 % 3);
    }

    int next() { return at_ == end_ ? 0 : *at_++; }
    bool flag() { return next() & 1; }
    int number(int low, int high) {
        const int value = next();
        return nonsense ? low - 2 + value : low + value % (high - low + 1);
    }
    std::int64_t value() {
        const std::int64_t value = next();
        return value << next() % 32;
    }
    std::uint32_t places(int first, int last) {
        std::uint32_t mask = next();
        for (int i = 8; i < 32; i += 8) mask |= std::uint32_t(next()) << i;
        return nonsense ? mask : mask & ((2u << last) - (1u << first));
    }

    Target target;
    bool nonsense;

  private:
    const std::uint8_t *at_, *end_;
};

inline void read_cells(Bytes &bytes, Counts &counts) {
    const std::size_t size = std::max(0, counts.numbers) * std::max(0, counts.colours) +
                             (bytes.nonsense && bytes.flag());
    counts.need.resize(size);
    counts.spare.resize(size);
    for (int left = bytes.next() % 64; left && size; --left) {
        const int place = bytes.next(), value = bytes.next();
        const std::size_t cell = place % size;
        counts.need[cell] = bytes.nonsense ? value & 15 : value & 3;
        counts.spare[cell] = bytes.nonsense ? value >> 4 : value >> 2 & 3;
    }
}

inline OldRun read_old_run(Bytes &bytes, const Counts &counts) {
    OldRun run{};
    run.colour = bytes.number(0, counts.colours - 1);
    run.first = bytes.number(1, counts.numbers - 2 + counts.high);
    run.last = run.first + bytes.number(2, 12);
    if (!bytes.nonsense) run.last = std::min(run.last, counts.numbers + counts.high);
    run.core = bytes.flag();
    run.bonus = bytes.flag();
    run.wild = bytes.places(run.first, run.last);
    return run;
}

inline OldGroup read_old_group(Bytes &bytes, const Counts &counts) {
    OldGroup group{};
    group.number = bytes.number(1, counts.numbers);
    group.colours = bytes.number(1, (1 << counts.colours) - 1);
    group.room = bytes.number(0, counts.colours);
    group.core = bytes.flag();
    group.bonus = bytes.flag();
    group.jokers = bytes.number(0, 2);
    return group;
}

inline Counts read_counts(Bytes &bytes) {
    Counts counts{};
    counts.numbers = bytes.number(3, kMaxNumbers);
    counts.colours = bytes.number(2, kMaxColours);
    counts.high = bytes.flag();
    read_cells(bytes, counts);
    counts.jokers_need = bytes.number(0, 4);
    counts.jokers_spare = bytes.number(0, 4);
    counts.per_tile = bytes.value();
    counts.per_point = bytes.value();
    counts.per_joker = bytes.value();
    counts.at_least = bytes.nonsense ? bytes.next() * 64 : bytes.next();
    counts.floor = bytes.value();
    counts.budget = 1 + bytes.next() * 16;
    const bool sized = counts.numbers >= 3 && counts.numbers <= kMaxNumbers &&
                       counts.colours >= 2 && counts.colours <= kMaxColours;
    if (!sized) return counts;
    for (int left = bytes.next() % 16; left; --left)
        counts.runs.push_back(read_old_run(bytes, counts));
    for (int left = bytes.next() % 16; left; --left)
        counts.groups.push_back(read_old_group(bytes, counts));
    return counts;
}

// Returns bit positions for the cells and the jokers: consecutive positions, or arbitrary ones if
// bytes.nonsense is set.
inline std::vector<std::uint8_t> read_shifts(Bytes &bytes, const Counts &counts) {
    std::vector<std::uint8_t> shifts;
    int begin = 0;
    for (std::size_t i = 0; i <= counts.spare.size(); ++i) {
        shifts.push_back(bytes.nonsense ? bytes.next() : begin);
        const unsigned spare = i < counts.spare.size() ? counts.spare[i] : counts.jokers_spare;
        begin = std::min(255, begin + int(std::bit_width(spare)));
    }
    return shifts;
}

inline void read_rack(Bytes &bytes, Position &position) {
    const int tiles = bytes.next() % 24, left = bytes.next() % 24;
    for (int i = 0; i < tiles; ++i) {
        const int value = bytes.next();
        const bool joker = value == 255;
        if (joker)
            ++position.rack_jokers;
        else
            ++position.rack[value % position.cells()];
        if (i >= left) continue;
        if (joker)
            ++position.leave_jokers;
        else
            ++position.leave[value % position.cells()];
    }
}

// If bytes.nonsense is set, this may add an invalid meld that the binding accepts: a run of jokers
// only.
inline void read_run(Bytes &bytes, Position &position) {
    const int high = position.high();
    const int colour = bytes.next() % position.colours;
    const int first = 1 + bytes.next() % (position.numbers - 2 + high);
    int last = std::min(first + 2 + bytes.next() % 12, position.numbers + high);
    if (first > 1 && last - first + 1 >= position.numbers) --last;
    if (first == 1) last = std::min(last, position.numbers);
    const std::uint32_t every = (2u << last) - (1u << first);
    const std::uint32_t places = (2u << (position.numbers + high)) - 2u;
    const std::uint32_t wild = bytes.places(first, last) & places;
    if (last - first >= 2 && (bytes.nonsense || wild != every))
        position.table.push_back(run_of(colour, first, last, wild));
}

inline void read_group(Bytes &bytes, Position &position) {
    const int number = 1 + bytes.next() % position.numbers;
    const std::uint32_t colours = bytes.next() & ((1u << position.colours) - 1);
    const int jokers = bytes.next() % 16, size = std::popcount(colours) + jokers;
    if (colours && (bytes.nonsense || (size >= 3 && size <= position.colours)))
        position.table.push_back(group_of(number, colours, jokers));
}

inline Position read_position(Bytes &bytes) {
    Position position{};
    position.numbers = 3 + bytes.next() % (kMaxNumbers - 2);
    position.colours = 2 + bytes.next() % (kMaxColours - 1);
    position.one_high = bytes.flag();
    position.kind = Kind(bytes.next() % 3);
    position.melds = Melds(bytes.next() % 3);
    position.from_any = bytes.flag();
    position.all_of_three = bytes.flag();
    position.reuse = Reuse(bytes.next() % 4);
    position.by_points = bytes.flag();
    position.joker_value = bytes.next();
    position.at_least = bytes.next();
    position.joker_opens = bytes.flag();
    position.jokers_due = bytes.flag();
    position.tidy = bytes.flag();
    position.budget = 1 + bytes.next() * 4;
    position.until = Budget::until(bytes.flag() ? 0.5 : 0);
    read_rack(bytes, position);
    for (int left = bytes.next() % 16; left; --left)
        bytes.flag() ? read_group(bytes, position) : read_run(bytes, position);
    return position;
}

} // namespace tilerummy::fuzz
