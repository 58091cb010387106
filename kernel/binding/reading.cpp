#include "binding/reading.hpp"

#include <array>
#include <cstring>
#include <stdexcept>

#include "model/validate.hpp"

namespace nb = nanobind;

namespace tilerummy {
namespace {

constexpr int kStride = 32, kJokerCode = kMaxColours * kStride;

// Returns a new reference to an attribute.
nb::object attribute(nb::handle object, nb::handle name) {
    PyObject *value = PyObject_GetAttr(object.ptr(), name.ptr());
    if (!value) nb::raise_python_error();
    return nb::steal(value);
}

int code_of(PyObject *tile) {
    const long code = PyLong_AsLong(tile);
    if (code < 0 || code > kJokerCode) throw std::invalid_argument("invalid tile");
    return int(code);
}

// Calls *use* with the code of each tile in a tuple.
template <class Use> void for_codes(nb::handle tiles, Use use) {
    if (!PyTuple_Check(tiles.ptr())) throw std::invalid_argument("tiles must be a tuple");
    for (Py_ssize_t i = 0, n = NB_TUPLE_GET_SIZE(tiles.ptr()); i < n; ++i)
        use(code_of(NB_TUPLE_GET_ITEM(tiles.ptr(), i)));
}

struct Face {
    int colour, number;
};

Face face_of(int code, const Position &position) {
    const Face face{code / kStride, code % kStride};
    if (face.colour >= position.colours || face.number < 1 || face.number > position.numbers)
        throw std::invalid_argument("a tile is not in the tile set");
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
            const int place =
                face.number == 1 && position.high() ? position.numbers + 1 : face.number;
            if (++last != place || face.colour != colour) throw std::invalid_argument("invalid run");
        }
    });
    if (last - first < 2) throw std::invalid_argument("invalid run");
    std::uint32_t mask = 0;
    for_codes(wild, [&](int code) {
        const Face face = face_of(code, position);
        mask |= 1u << (face.number < first ? position.numbers + 1 : face.number);
    });
    return run_of(colour, first, last, mask);
}

Meld read_group(nb::handle meld, nb::handle numbered_name, nb::handle jokers_name,
                const Position &position) {
    const nb::object numbered = attribute(meld, numbered_name);
    const nb::object jokers = attribute(meld, jokers_name);
    std::uint32_t mask = 0;
    int number = 0;
    for_codes(numbered, [&](int code) {
        const Face face = face_of(code, position);
        number = face.number;
        mask |= 1u << face.colour;
    });
    const long wild = PyLong_AsLong(jokers.ptr());
    if (!number || wild < 0 || wild > kMaxCopies) throw std::invalid_argument("invalid group");
    return group_of(number, mask, int(wild));
}

// Reads the tiles in a tuple, which are encoded as in tilerummy.tiles.
void read_tiles(nb::handle rack, const Position &position, Tiles &tiles, int &jokers) {
    for_codes(rack, [&](int code) {
        if (code == kJokerCode) {
            ++jokers;
            return;
        }
        const Face face = face_of(code, position);
        ++tiles[position.cell(face.colour, face.number)];
    });
    for (const int n : tiles)
        if (n + jokers > kMaxCopies) throw std::invalid_argument("too many equal tiles");
}

// Reads the melds of a table. Objects of type *run* are read as runs and all other objects as
// groups.
void read_table(nb::handle run, nb::handle table, Position &position) {
    static PyObject *faces = PyUnicode_InternFromString("faces");
    static PyObject *wild = PyUnicode_InternFromString("wild");
    static PyObject *numbered = PyUnicode_InternFromString("numbered");
    static PyObject *jokers = PyUnicode_InternFromString("jokers");
    if (!PyTuple_Check(table.ptr())) throw std::invalid_argument("the table must be a tuple");
    const Py_ssize_t size = NB_TUPLE_GET_SIZE(table.ptr());
    position.table.reserve(size);
    for (Py_ssize_t i = 0; i < size; ++i) {
        const nb::handle meld = NB_TUPLE_GET_ITEM(table.ptr(), i);
        position.table.push_back(meld.type().is(run)
                                     ? read_run(meld, faces, wild, position)
                                     : read_group(meld, numbered, jokers, position));
    }
}

template <class Value = int, std::size_t N>
Value one_of(const std::array<const char *, N> &words, nb::handle word) {
    const char *text = PyUnicode_AsUTF8AndSize(word.ptr(), nullptr);
    if (!text) nb::raise_python_error();
    for (std::size_t i = 0; i < N; ++i)
        if (!std::strcmp(words[i], text)) return Value(i);
    throw std::invalid_argument(text);
}

class Fields {
  public:
    explicit Fields(const nb::tuple &problem) : question_(problem) {
        if (problem.size() != kFields) throw std::invalid_argument("a problem has 21 fields");
    }

    nb::handle next() { return NB_TUPLE_GET_ITEM(question_.ptr(), at_++); }
    bool flag() { return next().is(Py_True); }
    int number(int low, int high, const char *what) {
        const long value = PyLong_AsLong(next().ptr());
        if (value == -1 && PyErr_Occurred()) nb::raise_python_error();
        if (value < low || value > high) throw std::invalid_argument(what);
        return int(value);
    }

  private:
    static constexpr std::size_t kFields = 21;
    const nb::tuple &question_;
    Py_ssize_t at_ = 0;
};

} // namespace

Position read_position(const nb::tuple &problem) {
    Fields fields(problem);
    const nb::handle run = fields.next(), rack = fields.next(), table = fields.next();
    Position position{};
    position.numbers = fields.number(3, kMaxNumbers, "tile set out of range");
    position.colours = fields.number(2, kMaxColours, "tile set out of range");
    position.one_high = fields.flag();
    position.kind = one_of<Kind, 3>({"open", "rearrange", "extend"}, fields.next());
    position.melds = one_of<Melds, 3>({"locked", "open", "free"}, fields.next());
    position.from_any = one_of<int, 2>({"rack", "any"}, fields.next()) == 1;
    position.all_of_three = one_of<int, 2>({"any", "all"}, fields.next()) == 1;
    position.reuse =
        one_of<Reuse, 4>({"any", "new_meld", "new_meld_with_rack", "rack_only"}, fields.next());
    position.by_points = one_of<int, 2>({"tiles", "points"}, fields.next()) == 1;
    position.joker_value = fields.number(0, 1000, "points out of range");
    position.at_least = fields.number(0, kMaxPoints, "points out of range");
    position.joker_opens = fields.flag();
    position.jokers_due = fields.flag();
    const nb::handle leave = fields.next(), required = fields.next();
    position.tidy = fields.flag();
    position.budget = nb::cast<std::uint64_t>(fields.next());
    position.until = Budget::until(nb::cast<double>(fields.next()));
    read_tiles(rack, position, position.rack, position.rack_jokers);
    read_tiles(leave, position, position.leave, position.leave_jokers);
    read_tiles(required, position, position.required, position.required_jokers);
    read_table(run, table, position);
    if (const char *why = validation_error(position)) throw std::invalid_argument(why);
    return position;
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
