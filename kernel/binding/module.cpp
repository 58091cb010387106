// The Python extension module. It reads positions and counts, validates their sizes, releases the
// GIL while solving, and returns packed results.
#include <nanobind/nanobind.h>

#include <stdexcept>

#include "binding/batch.hpp"
#include "binding/photo.hpp"
#include "binding/reading.hpp"
#include "binding/simulate.hpp"
#include "enumerate/enumerate.hpp"
#include "listing/placed_sets.hpp"
#include "model/validate.hpp"
#include "search/can_empty.hpp"
#include "search/solve.hpp"

namespace nb = nanobind;
using namespace tilerummy;

namespace {

std::vector<std::uint8_t> bytes_of(const nb::bytes &bytes) {
    const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.c_str());
    return {data, data + bytes.size()};
}

nb::bytes to_bytes(const std::vector<std::uint8_t> &data) {
    return nb::bytes(reinterpret_cast<const char *>(data.data()), data.size());
}

// Reads a position, releases the GIL, and solves the position with *solver*.
template <class Solver> auto solved(const nb::tuple &problem, Solver solver) {
    const Position position = read_position(problem);
    nb::gil_scoped_release released;
    return solver(position);
}

nb::object solve_position(const nb::tuple &problem) {
    const Position position = read_position(problem);
    Solution solution;
    {
        nb::gil_scoped_release released;
        solution = solve(position);
    }
    nb::list after;
    for (const auto &meld : solution.after) after.append(packed(position, meld));
    return nb::make_tuple(after, solution.proven, solution.tidy);
}

bool can_empty_position(const nb::tuple &problem) { return solved(problem, can_empty); }

using Codes = nb::typed<nb::tuple, bool, nb::bytes>;

Codes enumerate_position(const nb::tuple &problem, const nb::bytes &shifts) {
    const auto begins = bytes_of(shifts);
    const auto placements = solved(problem, [&](const Position &position) {
        if (const char *why = shift_error(position, begins)) throw std::invalid_argument(why);
        return enumerate(position, begins);
    });
    return Codes(nb::make_tuple(placements.proven, to_bytes(dense_bytes(placements.codes))));
}

using SetRows = nb::typed<nb::tuple, bool, std::size_t, nb::bytes>;

SetRows placement_rows(const nb::tuple &problem, std::size_t limit) {
    const auto found = solved(problem, [&](const Position &position) {
        return listing::placed_sets(position, limit);
    });
    const nb::bytes rows(reinterpret_cast<const char *>(found.rows.data()),
                         found.rows.size() * sizeof(std::int16_t));
    return SetRows(nb::make_tuple(found.proven, found.count, rows));
}

} // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The solver in C++: see kernel/README.md.";
    m.def("solve", &solve_position, nb::arg("problem"),
          "Return the best play of a problem: the packed melds of the table after it in order, and\n"
          "whether it is proven and tidy.");
    m.def("enumerate", &enumerate_position, nb::arg("problem"), nb::arg("shifts"),
          "Return whether all sets of rack tiles that one play can place were found, and a bit for\n"
          "the code of each, the lowest first.");
    m.def("placement_rows", &placement_rows, nb::arg("problem"), nb::arg("limit"),
          "Return whether all sets of rack tiles that one play can place were found, their number,\n"
          "and, up to the limit, a row of numbers for each: see Placements.rows.");
    m.def(
        "can_empty", &can_empty_position, nb::arg("problem"),
        "Return whether one play can place the entire rack, or all but one tile that must be left.");
    bind_simulator(m);
    bind_batch(m);
    bind_photo(m);
}
