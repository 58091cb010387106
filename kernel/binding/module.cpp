// The Python module: positions and counts in, packed answers out; sizes are checked and the lock of
// the interpreter is released.
#include <nanobind/nanobind.h>

#include <stdexcept>

#include "binding/batch.hpp"
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
    bind_simulator(m);
    bind_batch(m);
}
