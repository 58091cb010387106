// Converts bytes to kernel calls and checks that their results are consistent. Aborts if they are
// not; the sanitizers abort on internal errors.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "dp/solve_counts.hpp"
#include "enumerate/count_subsets.hpp"
#include "enumerate/enumerate.hpp"
#include "model/validate.hpp"
#include "reading.hpp"
#include "search/can_empty.hpp"
#include "search/solve.hpp"

using namespace tilerummy;

namespace {

void require(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "inconsistent result: %s\n", what);
    std::abort();
}

void ask_counts(fuzz::Bytes &bytes) {
    const Counts counts = fuzz::read_counts(bytes);
    if (validation_error(counts)) return;
    Budget budget(counts.budget);
    const Layout layout = solve_counts(counts, {}, budget);
    if (!layout.found) return;
    require(layout.score >= counts.floor, "the score is below the floor");
    for (const auto run : layout.runs) require(run < counts.runs.size(), "run index out of range");
    for (const auto group : layout.groups)
        require(group < counts.groups.size(), "group index out of range");
}

void ask_subsets(fuzz::Bytes &bytes) {
    const Counts counts = fuzz::read_counts(bytes);
    const auto shifts = fuzz::read_shifts(bytes, counts);
    if (validation_error(counts) || shift_error(counts, shifts)) return;
    std::uint32_t every = 0;
    for (std::size_t i = 0; i < shifts.size(); ++i) {
        const unsigned spare = i + 1 < shifts.size() ? counts.spare[i] : counts.jokers_spare;
        every |= spare ? ((1u << std::bit_width(spare)) - 1) << shifts[i] : 0;
    }
    const Subsets subsets = count_subsets(counts, shifts, Budget());
    for (const auto &block : subsets.codes)
        for (int i = 0; i < kWords * 64; ++i)
            if (block.words[i / 64] >> i % 64 & 1)
                require(!((block.key * kWords * 64 + i) & ~every), "a tile is not on the rack");
}

using Tally = std::array<int, kCells + 1>; // counts of all tiles, the jokers last

Tally tally(const Position &position, const std::vector<Meld> &melds) {
    Tally tally{};
    for (const auto &meld : melds) {
        for_numbered(position, meld, [&](int cell) { ++tally[cell]; });
        tally[kCells] += meld.jokers();
    }
    return tally;
}

// Enumerates the placements of small racks and compares them with the best play.
void ask_enumerate(const Position &position, const Solution &solution) {
    constexpr int kMaxRackBits = 10;
    std::vector<std::uint8_t> shifts;
    int bits = 0;
    for (int cell = 0; cell <= position.cells(); ++cell) {
        const bool jokers = cell == position.cells();
        shifts.push_back(std::uint8_t(std::min(bits, 255)));
        bits += std::bit_width(unsigned(jokers ? position.rack_jokers : position.rack[cell]));
    }
    if (bits > kMaxRackBits || shift_error(position, shifts)) return;
    const Placements placements = enumerate(position, shifts);
    const auto laid = placed(position, solution.after);
    std::uint64_t code = 0;
    for (int cell = 0; cell < position.cells(); ++cell)
        code += std::uint64_t(laid[cell]) << shifts[cell];
    code += std::uint64_t(laid[kCells]) << shifts.back();
    bool found = code == 0;
    for_codes(placements.codes, [&](std::uint64_t some) {
        require(some > 0 && some < 1u << bits, "a tile is not on the rack");
        found = found || some == code;
        return true;
    });
    require(found || !placements.proven, "the best play is not among the placements");
    const bool empties = can_empty(position);
    if (empties && solution.proven && !position.must_leave() && !position.by_points)
        require(places_all(position, solution.after), "the rack can be emptied, but is not");
}

void ask_solve(fuzz::Bytes &bytes) {
    const Position position = fuzz::read_position(bytes);
    if (validation_error(position)) return;
    const Solution solution = solve(position);
    const Tally before = tally(position, position.table), after = tally(position, solution.after);
    for (int cell = 0; cell <= kCells; ++cell) {
        const int more = after[cell] - before[cell];
        const int rack = cell < kCells ? position.rack[cell] : position.rack_jokers;
        require(more >= 0, "a tile left the table");
        require(more <= rack, "a tile came from nowhere");
    }
    Position left = position;
    left.rack = left.leave = {};
    left.rack_jokers = left.leave_jokers = 0;
    left.table = solution.after;
    require(!validation_error(left), "the table has an invalid meld");
    ask_enumerate(position, solution);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    switch (bytes.target) {
    case fuzz::Target::lay: ask_counts(bytes); break;
    case fuzz::Target::placements: ask_subsets(bytes); break;
    case fuzz::Target::solve: ask_solve(bytes); break;
    }
    return 0;
}
