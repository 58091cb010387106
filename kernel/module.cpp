// The door of the kernel: bytes in, bytes out, sizes checked, the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "lay.hpp"

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
                 int at_least, std::int64_t floor, std::uint64_t budget) {
    const Counts counts{numbers,   colours,   high,      bytes_of(need),  bytes_of(spare),
                        jokers_need, jokers_spare, per_tile, per_point, per_joker,
                        read_runs(runs), read_groups(groups), at_least, floor, budget};
    if (const char *why = refusal(counts)) throw std::invalid_argument(why);
    Laid laid;
    {
        nb::gil_scoped_release released;
        laid = lay(counts);
    }
    std::vector<std::uint8_t> cells;
    cells.reserve(laid.cells.size() * 5);
    for (const auto &cell : laid.cells) {
        const auto low = std::uint8_t(cell.grown & 255), high_byte = std::uint8_t(cell.grown >> 8);
        cells.insert(cells.end(), {cell.tiles, cell.jokers, cell.grouped, low, high_byte});
    }
    return Answer(nb::make_tuple(laid.found, laid.proven, laid.score, laid.kept,
                                 to_bytes(laid.runs), to_bytes(laid.groups), to_bytes(cells)));
}

} // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "Lays what is counted: the twin of tilerummy.solver.reference.lay.";
    m.def("lay", &lay_bytes, nb::arg("numbers"), nb::arg("colours"), nb::arg("high"),
          nb::arg("need"), nb::arg("spare"), nb::arg("jokers_need"), nb::arg("jokers_spare"),
          nb::arg("per_tile"), nb::arg("per_point"), nb::arg("per_joker"), nb::arg("runs"),
          nb::arg("groups"), nb::arg("at_least"), nb::arg("floor"), nb::arg("budget"),
          "Return whether it can be laid, whether that is proven, its worth, how many old melds\n"
          "are left as they are and which, and five bytes for every cell.");
}
