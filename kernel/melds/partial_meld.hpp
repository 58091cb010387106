// Melds being built, and the repair of those that the count model cannot rule out: melds of jokers
// alone, and runs from a low to a high 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy {

// A place in a meld: the tile that it shows and whether a joker lies there. `shown`: it is a kept
// joker that must go on to represent that tile; `fixed`: it lies in a meld that must stay whole.
struct Slot {
    std::uint8_t colour, place;
    bool wild = false, shown = false, fixed = false;
};

// A meld being built; the slots of a run are in the order of their places.
struct PartialMeld {
    bool group = false, removed = false;
    bool low = false; // it has a low 1 and could not be split in two before a high 1
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

// Repairs all melds; false where that is not possible. Melds that are dissolved are marked as
// removed.
bool repair(const Position &position, std::vector<PartialMeld> &melds);

// Adds up to so many jokers to a meld; returns how many it took.
int add_jokers(const Position &position, PartialMeld &meld, int jokers);

} // namespace tilerummy
