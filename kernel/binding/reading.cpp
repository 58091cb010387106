#include "binding/reading.hpp"

#include <stdexcept>

namespace nb = nanobind;

namespace tilerummy {
namespace {

constexpr int kStride = 32, kJoker = kMostColours * kStride;

// A new reference to an attribute.
nb::object attribute(nb::handle object, nb::handle name) {
    PyObject *value = PyObject_GetAttr(object.ptr(), name.ptr());
    if (!value) nb::raise_python_error();
    return nb::steal(value);
}

int code_of(PyObject *tile) {
    const long code = PyLong_AsLong(tile);
    if (code < 0 || code > kJoker) throw std::invalid_argument("no tile");
    return int(code);
}

// Calls *use* with the code of each tile of a tuple.
template <class Use> void for_codes(nb::handle tiles, Use use) {
    if (!PyTuple_Check(tiles.ptr())) throw std::invalid_argument("tiles are no tuple");
    for (Py_ssize_t i = 0, n = PyTuple_GET_SIZE(tiles.ptr()); i < n; ++i)
        use(code_of(PyTuple_GET_ITEM(tiles.ptr(), i)));
}

struct Face {
    int colour, number;
};

Face face_of(int code, const Position &position) {
    const Face face{code / kStride, code % kStride};
    if (face.colour >= position.colours || face.number < 1 || face.number > position.numbers)
        throw std::invalid_argument("a tile is not of the tile set");
    return face;
}

Meld read_run(nb::handle meld, nb::handle faces_name, nb::handle wild_name,
              const Position &position) {
    const nb::object faces = attribute(meld, faces_name), wild = attribute(meld, wild_name);
    int first = 0, last = 0, colour = 0;
    for_codes(faces, [&](int code) {
        const Face face = face_of(code, position);
        if (!first) {
            colour = face.colour;
            first = last = face.number;
        } else {
            const int place = face.number == 1 && position.high() ? position.numbers + 1 : face.number;
            if (++last != place || face.colour != colour) throw std::invalid_argument("no run");
        }
    });
    if (last - first < 2) throw std::invalid_argument("no run");
    std::uint32_t mask = 0;
    for_codes(wild, [&](int code) {
        const Face face = face_of(code, position);
        mask |= 1u << (face.number < first ? position.numbers + 1 : face.number);
    });
    return run_of(colour, first, last, mask);
}

Meld read_group(nb::handle meld, nb::handle naturals_name, nb::handle jokers_name,
                const Position &position) {
    const nb::object naturals = attribute(meld, naturals_name);
    const nb::object jokers = attribute(meld, jokers_name);
    std::uint32_t mask = 0;
    int number = 0;
    for_codes(naturals, [&](int code) {
        const Face face = face_of(code, position);
        number = face.number;
        mask |= 1u << face.colour;
    });
    const long wild = PyLong_AsLong(jokers.ptr());
    if (!number || wild < 0 || wild > kMost) throw std::invalid_argument("no group");
    return group_of(number, mask, int(wild));
}

} // namespace

void read_tiles(nb::handle rack, const Position &position, Tiles &tiles, int &jokers) {
    for_codes(rack, [&](int code) {
        if (code == kJoker) {
            ++jokers;
            return;
        }
        const Face face = face_of(code, position);
        ++tiles[position.cell(face.colour, face.number)];
    });
    for (const int n : tiles)
        if (n + jokers > kMost) throw std::invalid_argument("too many equal tiles");
}

void read_table(nb::handle run, nb::handle table, Position &position) {
    static PyObject *faces = PyUnicode_InternFromString("faces");
    static PyObject *wild = PyUnicode_InternFromString("wild");
    static PyObject *naturals = PyUnicode_InternFromString("naturals");
    static PyObject *jokers = PyUnicode_InternFromString("jokers");
    if (!PyTuple_Check(table.ptr())) throw std::invalid_argument("the table is no tuple");
    const Py_ssize_t size = PyTuple_GET_SIZE(table.ptr());
    position.table.reserve(size);
    for (Py_ssize_t i = 0; i < size; ++i) {
        const nb::handle meld = PyTuple_GET_ITEM(table.ptr(), i);
        position.table.push_back(meld.type().is(run)
                                     ? read_run(meld, faces, wild, position)
                                     : read_group(meld, naturals, jokers, position));
    }
}

std::int64_t packed(const Position &position, const Meld &meld) {
    if (meld.group)
        return 1 | meld.first << 1 | std::int64_t(meld.mask) << 6 |
               std::int64_t(meld.group_jokers) << 14;
    const bool high = meld.last > position.numbers;
    return meld.colour << 1 | meld.first << 4 | std::int64_t(meld.last) << 9 |
           std::int64_t(meld.mask) << 14 | std::int64_t(high) << 42;
}

} // namespace tilerummy
