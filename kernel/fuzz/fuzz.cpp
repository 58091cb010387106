// Asks the kernel questions made of bytes and looks whether the answers can be true. What is wrong
// aborts, and the sanitizers abort for what is wrong inside.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "enumerate/count_subsets.hpp"
#include "dp/solve_counts.hpp"
#include "model/validate.hpp"
#include "search/solve.hpp"
#include "reading.hpp"

using namespace tilerummy;

namespace {

void require(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "the answer cannot be true: %s\n", what);
    std::abort();
}

void ask_lay(fuzz::Bytes &bytes) {
    const Counts counts = fuzz::read_counts(bytes);
    if (validation_error(counts)) return;
    Budget budget(counts.budget);
    const Layout layout = solve_counts(counts, {}, budget);
    if (!layout.found) return;
    require(layout.score >= counts.floor, "it is worth less than the floor");
    for (const auto run : layout.runs) require(run < counts.runs.size(), "there is no such run");
    for (const auto group : layout.groups)
        require(group < counts.groups.size(), "there is no such group");
}

void ask_placements(fuzz::Bytes &bytes) {
    const Counts counts = fuzz::read_counts(bytes);
    const auto shifts = fuzz::read_shifts(bytes, counts);
    if (validation_error(counts) || shift_error(counts, shifts)) return;
    std::uint32_t every = 0;
    for (std::size_t i = 0; i < shifts.size(); ++i) {
        const unsigned spare = i + 1 < shifts.size() ? counts.spare[i] : counts.jokers_spare;
        every |= spare ? ((1u << std::bit_width(spare)) - 1) << shifts[i] : 0;
    }
    const Subsets subsets = count_subsets(counts, shifts, Budget::until(0));
    for (const auto &block : subsets.codes)
        for (int i = 0; i < kWords * 64; ++i)
            if (block.words[i / 64] >> i % 64 & 1)
                require(!((block.key * kWords * 64 + i) & ~every), "a tile is not on the rack");
}

using Tally = std::array<int, kCells + 1>; // of all tiles, the jokers last

Tally tally(const Position &position, const std::vector<Meld> &melds) {
    Tally tally{};
    for (const auto &meld : melds) {
        for_naturals(position, meld, [&](int cell) { ++tally[cell]; });
        tally[kCells] += meld.jokers();
    }
    return tally;
}

void ask_solve(fuzz::Bytes &bytes) {
    const Position position = fuzz::read_position(bytes);
    if (validation_error(position)) return;
    const Solution solution = solve(position);
    const Tally before = tally(position, position.table), after = tally(position, solution.after);
    for (int cell = 0; cell <= kCells; ++cell) {
        const int more = after[cell] - before[cell];
        const int rack = cell < kCells ? position.rack[cell] : position.rack_jokers;
        require(more >= 0, "a tile has gone from the table");
        require(more <= rack, "a tile came from nowhere");
    }
    Position left = position;
    left.rack = left.leave = {};
    left.rack_jokers = left.leave_jokers = 0;
    left.table = solution.after;
    require(!validation_error(left), "that is no table");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    switch (bytes.target) {
    case fuzz::Target::solve_counts: ask_lay(bytes); break;
    case fuzz::Target::placements: ask_placements(bytes); break;
    case fuzz::Target::solve: ask_solve(bytes); break;
    }
    return 0;
}
