// The door of the kernel: bytes in, bytes out, sizes checked, the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "dp/solve_counts.hpp"
#include "binding/reading.hpp"
#include "model/validate.hpp"
#include "search/solve.hpp"
#include "enumerate/count_subsets.hpp"

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

Answer lay_bytes(int numbers, int colours, bool high, const nb::bytes &need, const nb::bytes &spare,
                 int jokers_need, int jokers_spare, std::int64_t per_tile, std::int64_t per_point,
                 std::int64_t per_joker, const nb::bytes &runs, const nb::bytes &groups,
                 int at_least, std::int64_t floor, std::uint64_t budget, double ms) {
    const Counts counts{numbers,   colours,   high,      bytes_of(need),  bytes_of(spare),
                        jokers_need, jokers_spare, per_tile, per_point, per_joker,
                        read_runs(runs), read_groups(groups), at_least, floor, budget};
    if (const char *why = refusal(counts)) throw std::invalid_argument(why);
    Laid laid;
    {
        nb::gil_scoped_release released;
        Budget states(budget, Budget::until(ms));
        laid = lay(counts, {}, states);
    }
    std::vector<std::uint8_t> cells;
    cells.reserve(laid.cells.size() * 6);
    for (const auto &cell : laid.cells) {
        const auto low = std::uint8_t(cell.grown & 255), high_byte = std::uint8_t(cell.grown >> 8);
        cells.insert(cells.end(), {cell.tiles, cell.jokers, cell.grouped, low, high_byte,
                                   cell.taken});
    }
    return Answer(nb::make_tuple(laid.found, laid.proven, laid.score, laid.kept,
                                 to_bytes(laid.runs), to_bytes(laid.groups), to_bytes(cells)));
}

// What a word means by its place among *words*.
template <class Value = int, std::size_t N>
Value one_of(const std::array<const char *, N> &words, const char *word) {
    for (std::size_t i = 0; i < N; ++i)
        if (!std::strcmp(words[i], word)) return Value(i);
    throw std::invalid_argument(word);
}

nb::object solve_position(nb::handle run, nb::handle rack, nb::handle table, int numbers, int colours,
                          bool one_high, const char *kind, const char *melds,
                          const char *replace_from, const char *group_of_three, const char *reuse,
                          const char *objective, int joker_value, int at_least, bool joker_opens,
                          bool jokers_due, nb::handle leave, bool tidy, std::uint64_t budget,
                          double ms) {
    if (numbers < 3 || numbers > kMostNumbers || colours < 2 || colours > kMostColours)
        throw std::invalid_argument("the tile set is out of range");
    if (joker_value < 0 || joker_value > 1000 || at_least < 0 || at_least > kMostPoints)
        throw std::invalid_argument("points are out of range");
    Position position{
        numbers,
        colours,
        one_high,
        one_of<Kind, 3>({"open", "rearrange", "extend"}, kind),
        one_of<Melds, 3>({"locked", "open", "free"}, melds),
        one_of<int, 2>({"rack", "any"}, replace_from) == 1,
        one_of<int, 2>({"any", "all"}, group_of_three) == 1,
        one_of<Reuse, 4>({"any", "new_meld", "new_meld_with_rack", "rack_only"}, reuse),
        one_of<int, 2>({"tiles", "points"}, objective) == 1,
        joker_value,
        at_least,
        joker_opens,
        jokers_due,
        tidy,
        budget,
        Budget::until(ms)};

    read_tiles(rack, position, position.rack, position.rack_jokers);
    read_tiles(leave, position, position.leave, position.leave_jokers);
    read_table(run, table, position);
    if (const char *why = refusal(position)) throw std::invalid_argument(why);
    Solution solution;
    {
        nb::gil_scoped_release released;
        solution = solve(position);
    }
    nb::list after;
    for (const auto &meld : solution.after) after.append(packed(position, meld));
    return nb::make_tuple(after, solution.proven, solution.tidy);
}

using Found = nb::typed<nb::tuple, bool, nb::bytes>;

Found placements_bytes(int numbers, int colours, bool high, const nb::bytes &need,
                     const nb::bytes &spare, int jokers_need, int jokers_spare,
                     const nb::bytes &runs, const nb::bytes &groups, int at_least,
                     std::uint64_t budget, const nb::bytes &shifts, double ms) {
    const Counts counts{numbers, colours, high, bytes_of(need), bytes_of(spare),
                        jokers_need, jokers_spare, 0, 0, 0,
                        read_runs(runs), read_groups(groups), at_least, 0, budget};
    const auto begins = bytes_of(shifts);
    if (const char *why = refusal(counts)) throw std::invalid_argument(why);
    if (const char *why = refusal_of_shifts(counts, begins)) throw std::invalid_argument(why);
    Parts parts;
    {
        nb::gil_scoped_release released;
        parts = placements(counts, begins, Budget::until(ms));
    }
    const std::size_t blocks = parts.family.empty() ? 0 : parts.family.back().key + 1;
    std::vector<std::uint8_t> dense(blocks * kWords * 8);
    for (const auto &block : parts.family)
        for (int i = 0; i < kWords; ++i)
            for (int k = 0; k < 8; ++k)
                dense[(block.key * kWords + i) * 8 + k] = block.words[i] >> k * 8 & 255;
    return Found(nb::make_tuple(parts.whole, to_bytes(dense)));
}

} // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "Lays what is counted: the twin of tilerummy.solver.reference.lay.";
    m.def("lay", &lay_bytes, nb::arg("numbers"), nb::arg("colours"), nb::arg("high"),
          nb::arg("need"), nb::arg("spare"), nb::arg("jokers_need"), nb::arg("jokers_spare"),
          nb::arg("per_tile"), nb::arg("per_point"), nb::arg("per_joker"), nb::arg("runs"),
          nb::arg("groups"), nb::arg("at_least"), nb::arg("floor"), nb::arg("budget"),
          nb::arg("milliseconds"),
          "Return whether it can be laid, whether that is proven, its worth, how many old melds\n"
          "are left as they are and which, and six bytes for every cell.");
    m.def("solve", &solve_position,
          "Return the best play of a problem, field by field: the packed melds of the table after it\n"
          "in their order, whether it is proven and whether it is tidy.");
    m.def("placements", &placements_bytes, nb::arg("numbers"), nb::arg("colours"), nb::arg("high"),
          nb::arg("need"), nb::arg("spare"), nb::arg("jokers_need"), nb::arg("jokers_spare"),
          nb::arg("runs"), nb::arg("groups"), nb::arg("at_least"), nb::arg("budget"),
          nb::arg("shifts"), nb::arg("milliseconds"),
          "Return whether all sets of spare tiles that can be laid were found, and them: a bit for\n"
          "the code of each, the lowest first.");
}
