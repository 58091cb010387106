#include "melds/partial_meld.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// Splits each run from a low to a high 1 in two, unless a core prevents it.
void split_long_runs(const Position &position, std::vector<PartialMeld> &melds) {
    for (std::size_t i = 0, n = melds.size(); i < n; ++i) {
        if (melds[i].group || melds[i].size <= position.numbers) continue;
        for (int at = 3; at < melds[i].size - 2; ++at) {
            PartialMeld &meld = melds[i];
            if (meld.slots[at - 1].fixed && meld.slots[at].fixed) continue;
            PartialMeld rest;
            for (int k = at; k < meld.size; ++k) rest.push_back(meld.slots[k]);
            meld.size = at;
            melds.push_back(rest);
            break;
        }
    }
}

// Swaps a joker in *meld* for the tile that it represents. Returns false if no other meld has that
// tile.
bool swap_joker(const Position &position, PartialMeld &meld, std::vector<PartialMeld> &melds) {
    const auto cell = [&](const Slot &slot) { return position.cell(slot.colour, slot.place); };
    for (int i = 0; i < meld.size; ++i) {
        Slot &mine = meld.slots[i];
        if (mine.fixed) continue;
        for (auto &other : melds) {
            if (other.removed || other.tiles() < 2) continue;
            for (int j = 0; j < other.size; ++j) {
                Slot &theirs = other.slots[j];
                if (theirs.wild || theirs.fixed || cell(mine) != cell(theirs)) continue;
                std::swap(mine.wild, theirs.wild);
                std::swap(mine.shown, theirs.shown);
                return true;
            }
        }
    }
    return false;
}

// Moves the jokers in *meld* to other melds. Returns false if they do not all fit.
bool move_jokers(const Position &position, PartialMeld &meld, std::vector<PartialMeld> &melds) {
    for (int i = 0; i < meld.size; ++i)
        if (meld.slots[i].shown || meld.slots[i].fixed) return false;
    int left = meld.size;
    meld.removed = true;
    for (auto &other : melds)
        if (left && !other.removed && other.tiles()) left -= add_jokers(position, other, left);
    return !left;
}

} // namespace

bool repair(const Position &position, std::vector<PartialMeld> &melds) {
    if (position.high()) split_long_runs(position, melds);
    for (const auto &meld : melds)
        if (!meld.group && meld.size > position.numbers) return false;
    for (auto &meld : melds) {
        if (meld.removed || meld.tiles()) continue;
        if (!swap_joker(position, meld, melds) && !move_jokers(position, meld, melds)) return false;
    }
    return true;
}

int add_jokers(const Position &position, PartialMeld &meld, int jokers) {
    const int before = meld.size;
    if (meld.group) {
        // a joker in a group represents any tile missing from it
        const Slot joker{meld.slots[0].colour, meld.slots[0].place, true, false, false};
        while (jokers-- && meld.size < position.colours) meld.push_back(joker);
        return meld.size - before;
    }
    const auto joker = [&](int place) {
        return Slot{meld.slots[0].colour, std::uint8_t(place), true, false, false};
    };
    const bool ends_high = meld.slots[meld.size - 1].place > position.numbers;
    for (; jokers && meld.slots[meld.size - 1].place < position.numbers; --jokers)
        meld.push_back(joker(meld.slots[meld.size - 1].place + 1));
    for (; jokers && meld.slots[0].place > (ends_high ? 2 : 1); --jokers)
        meld.push_front(joker(meld.slots[0].place - 1));
    return meld.size - before;
}

} // namespace tilerummy
