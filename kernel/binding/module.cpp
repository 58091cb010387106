// The Python module: positions and counts in, packed answers out; sizes are checked and the lock of
// the interpreter is released.
#include <nanobind/nanobind.h>

#include <stdexcept>

#include "binding/batch.hpp"
#include "binding/reading.hpp"
#include "binding/simulate.hpp"
#include "dp/solve_counts.hpp"
#include "enumerate/count_subsets.hpp"
#include "enumerate/enumerate.hpp"
#include "listing/placed_sets.hpp"
#include "model/validate.hpp"
#include "search/can_empty.hpp"
#include "search/solve.hpp"

namespace nb = nanobind;
using namespace tilerummy;

namespace {

constexpr int kRunBytes = 9, kGroupBytes = 6;

std::vector<std::uint8_t> bytes_of(const nb::bytes &bytes) {
    const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.c_str());
    return {data, data + bytes.size()};
}

nb::bytes to_bytes(const std::vector<std::uint8_t> &data) {
    return nb::bytes(reinterpret_cast<const char *>(data.data()), data.size());
}

std::vector<OldRun> read_runs(const nb::bytes &bytes) {
    const auto data = bytes_of(bytes);
    if (data.size() % kRunBytes) throw std::invalid_argument("runs are not whole");
    std::vector<OldRun> runs;
    for (auto *at = data.data(); at != data.data() + data.size(); at += kRunBytes)
        runs.push_back({at[0], at[1], at[2], at[3] != 0, at[4] != 0,
                        at[5] | at[6] << 8 | at[7] << 16 | std::uint32_t(at[8]) << 24});
    return runs;
}

std::vector<OldGroup> read_groups(const nb::bytes &bytes) {
    const auto data = bytes_of(bytes);
    if (data.size() % kGroupBytes) throw std::invalid_argument("groups are not whole");
    std::vector<OldGroup> groups;
    for (auto *at = data.data(); at != data.data() + data.size(); at += kGroupBytes)
        groups.push_back({at[0], at[1], at[2], at[3] != 0, at[4] != 0, at[5]});
    return groups;
}

using Answer = nb::typed<nb::tuple, bool, bool, std::int64_t, int, nb::bytes, nb::bytes, nb::bytes>;

Answer solve_counts_bytes(int numbers, int colours, bool high, const nb::bytes &need,
                          const nb::bytes &spare, int jokers_need, int jokers_spare,
                          std::int64_t per_tile, std::int64_t per_point, std::int64_t per_joker,
                          const nb::bytes &runs, const nb::bytes &groups, int at_least,
                          std::int64_t floor, std::uint64_t budget) {
    const Counts counts{
        numbers,      colours,  high,      bytes_of(need), bytes_of(spare), jokers_need,
        jokers_spare, per_tile, per_point, per_joker,      read_runs(runs), read_groups(groups),
        at_least,     floor,    budget};
    if (const char *why = validation_error(counts)) throw std::invalid_argument(why);
    Layout layout;
    {
        nb::gil_scoped_release released;
        Budget states(budget);
        layout = solve_counts(counts, {}, states);
    }
    std::vector<std::uint8_t> cells;
    cells.reserve(layout.cells.size() * 6);
    for (const auto &cell : layout.cells) {
        const auto low = std::uint8_t(cell.grown & 255), high_byte = std::uint8_t(cell.grown >> 8);
        cells.insert(cells.end(),
                     {cell.tiles, cell.jokers, cell.grouped, low, high_byte, cell.taken});
    }
    return Answer(nb::make_tuple(layout.found, layout.proven, layout.score, layout.kept,
                                 to_bytes(layout.runs), to_bytes(layout.groups), to_bytes(cells)));
}

// Reads a position from a question and answers it by *answer*, without the lock of the interpreter.
template <class Answer> auto answered(const nb::tuple &question, Answer answer) {
    const Position position = read_position(question);
    nb::gil_scoped_release released;
    return answer(position);
}

nb::object solve_position(const nb::tuple &question) {
    const Position position = read_position(question);
    Solution solution;
    {
        nb::gil_scoped_release released;
        solution = solve(position);
    }
    nb::list after;
    for (const auto &meld : solution.after) after.append(packed(position, meld));
    return nb::make_tuple(after, solution.proven, solution.tidy);
}

bool can_empty_position(const nb::tuple &question) { return answered(question, can_empty); }

// A set of codes as bytes, a bit for each code, the lowest first.
nb::bytes to_bytes(const CodeSet &codes) {
    const std::size_t blocks = codes.empty() ? 0 : codes.back().key + 1;
    std::vector<std::uint8_t> dense(blocks * kWords * 8);
    for (const auto &block : codes)
        for (int i = 0; i < kWords; ++i)
            for (int k = 0; k < 8; ++k)
                dense[(block.key * kWords + i) * 8 + k] = block.words[i] >> k * 8 & 255;
    return to_bytes(dense);
}

using Codes = nb::typed<nb::tuple, bool, nb::bytes>;

Codes enumerate_position(const nb::tuple &question, const nb::bytes &shifts) {
    const auto begins = bytes_of(shifts);
    const auto placements = answered(question, [&](const Position &position) {
        if (const char *why = shift_error(position, begins)) throw std::invalid_argument(why);
        return enumerate(position, begins);
    });
    return Codes(nb::make_tuple(placements.proven, to_bytes(placements.codes)));
}

using SetRows = nb::typed<nb::tuple, bool, std::size_t, nb::bytes>;

SetRows placement_rows(const nb::tuple &question, std::size_t most) {
    const auto found = answered(question, [&](const Position &position) {
        return listing::placed_sets(position, most);
    });
    const nb::bytes rows(reinterpret_cast<const char *>(found.rows.data()),
                         found.rows.size() * sizeof(std::int16_t));
    return SetRows(nb::make_tuple(found.proven, found.count, rows));
}

Codes count_subsets_bytes(int numbers, int colours, bool high, const nb::bytes &need,
                          const nb::bytes &spare, int jokers_need, int jokers_spare,
                          const nb::bytes &runs, const nb::bytes &groups, int at_least,
                          std::uint64_t budget, const nb::bytes &shifts) {
    const Counts counts{
        numbers, colours, high, bytes_of(need),  bytes_of(spare),     jokers_need, jokers_spare,
        0,       0,       0,    read_runs(runs), read_groups(groups), at_least,    0,
        budget};
    const auto begins = bytes_of(shifts);
    if (const char *why = validation_error(counts)) throw std::invalid_argument(why);
    if (const char *why = shift_error(counts, begins)) throw std::invalid_argument(why);
    Subsets subsets;
    {
        nb::gil_scoped_release released;
        subsets = count_subsets(counts, begins, Budget());
    }
    return Codes(nb::make_tuple(subsets.whole, to_bytes(subsets.codes)));
}

} // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The solver in C++: see kernel/README.md.";
    m.def("solve", &solve_position, nb::arg("question"),
          "Return the best play of a problem: the packed melds of the table after it in their "
          "order,\n"
          "whether it is proven and whether it is tidy.");
    m.def("enumerate", &enumerate_position, nb::arg("question"), nb::arg("shifts"),
          "Return whether all sets of rack tiles that one play can place were found, and them: a "
          "bit\n"
          "for the code of each, the lowest first.");
    m.def("placement_rows", &placement_rows, nb::arg("question"), nb::arg("most"),
          "Return whether all sets of rack tiles that one play can place were found, how many there\n"
          "are, and where these are not too many a row of numbers for each: see Placements.rows.");
    m.def(
        "can_empty", &can_empty_position, nb::arg("question"),
        "Return whether one play can place the whole rack, or all but one tile that must be left.");
    // for tests alone: the inner problems
    m.def(
        "solve_counts", &solve_counts_bytes, nb::arg("numbers"), nb::arg("colours"),
        nb::arg("high"), nb::arg("need"), nb::arg("spare"), nb::arg("jokers_need"),
        nb::arg("jokers_spare"), nb::arg("per_tile"), nb::arg("per_point"), nb::arg("per_joker"),
        nb::arg("runs"), nb::arg("groups"), nb::arg("at_least"), nb::arg("floor"),
        nb::arg("budget"),
        "Return whether the tiles needed can be laid, whether that is proven, the best score, how\n"
        "many old melds are left unchanged and which, and six bytes for every cell.");
    m.def(
        "count_subsets", &count_subsets_bytes, nb::arg("numbers"), nb::arg("colours"),
        nb::arg("high"), nb::arg("need"), nb::arg("spare"), nb::arg("jokers_need"),
        nb::arg("jokers_spare"), nb::arg("runs"), nb::arg("groups"), nb::arg("at_least"),
        nb::arg("budget"), nb::arg("shifts"),
        "Return whether all sets of spare tiles that can be laid were found, and them: a bit for\n"
        "the code of each, the lowest first.");
    bind_simulator(m);
    bind_batch(m);
}
