// Melds in the making, and mending what counting does not see: melds of jokers alone, and runs from
// a low to a high 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy {

// A place in a meld: the tile that it shows and whether a joker lies there. `shown`: the joker goes
// on to represent that tile; `fixed`: it lies in a meld that has to stay whole.
struct Slot {
    std::uint8_t colour, place;
    bool wild = false, shown = false, fixed = false;
};

// A meld in the making; the slots of a run stand in the order of their places.
struct PartialMeld {
    bool group = false, removed = false;
    bool low = false; // it has a low 1 and cannot be cut in two before a high 1
    std::uint8_t size = 0;
    std::array<Slot, kMostNumbers + 2> slots;

    void push_back(Slot slot) { slots[size++] = slot; }
    void push_front(Slot slot) {
        for (int i = size++; i > 0; --i) slots[i] = slots[i - 1];
        slots[0] = slot;
    }
    int tiles() const {
        int n = 0;
        for (int i = 0; i < size; ++i) n += !slots[i].wild;
        return n;
    }
};

// Mends all melds; false where that is not possible. Melds that are no more are marked as gone.
bool repair(const Position &position, std::vector<PartialMeld> &melds);

// Adds up to so many jokers to a meld; returns how many it took.
int add_jokers(const Position &position, PartialMeld &meld, int jokers);

} // namespace tilerummy
