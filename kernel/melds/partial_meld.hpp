// Represents melds under construction, and repairs melds that the count model cannot rule out:
// melds of jokers only, and runs from a low to a high 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy {

// A slot in a meld: the tile it shows, and whether a joker represents that tile. `shown` marks a
// joker that must still represent it, and `fixed` a slot that belongs to a meld, or part of one,
// that must stay intact.
struct Slot {
    std::uint8_t colour, place;
    bool wild = false, shown = false, fixed = false;
};

// A meld being built; the slots of a run are in ascending order.
struct PartialMeld {
    bool group = false, removed = false;
    bool low = false; // has a low 1 and cannot be split in two before a high 1
    std::uint8_t size = 0;
    std::array<Slot, kMaxNumbers + 2> slots;

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

// Repairs all melds and marks dissolved ones as removed. Returns false if a meld cannot be
// repaired.
bool repair(const Position &position, std::vector<PartialMeld> &melds);

// Adds up to *jokers* jokers to a meld. Returns the number added.
int add_jokers(const Position &position, PartialMeld &meld, int jokers);

} // namespace tilerummy
