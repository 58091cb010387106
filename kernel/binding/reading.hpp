// Reads a position from the values of Python and packs melds for it.
#pragma once

#include <nanobind/nanobind.h>

#include "model/position.hpp"

namespace tilerummy {

// Reads the tiles of a tuple; the codes are those of tilerummy.tiles.
void read_tiles(nanobind::handle rack, const Position &position, Tiles &tiles, int &jokers);

// Reads the melds of a table; those of type *run* are runs, the others groups.
void read_table(nanobind::handle run, nanobind::handle table, Position &position);

// A meld as one number, which the same meld always is.
std::int64_t packed(const Position &position, const Meld &meld);

} // namespace tilerummy
