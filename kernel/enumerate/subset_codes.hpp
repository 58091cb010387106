// Codes for subsets of the rack: integers with a few bits for the count of each kind of tile.
// Corresponds to tilerummy.solver.subsets.
#pragma once

#include <vector>

#include "enumerate/code_set.hpp"
#include "model/position.hpp"

namespace tilerummy {

// Returns consecutive bit positions for a position's rack: its tiles, then the jokers.
std::vector<std::uint8_t> rack_shifts(const Position &position);

class SubsetCodes {
  public:
    // *shifts* contains the bit position of each cell, jokers last. The position and the shifts
    // must outlive this object.
    SubsetCodes(const Position &position, const std::vector<std::uint8_t> &shifts)
        : position_(position), shifts_(shifts) {}

    const std::vector<std::uint8_t> &shifts() const { return shifts_; }

    // Returns the code of a subset; tiles[kJoker] counts the jokers.
    std::uint64_t code(const Tiles &tiles) const;

    Tiles tiles(std::uint64_t code) const;

    // Removes from *set* the subsets that do not contain all *tiles*.
    void keep_with(CodeSet &set, const Tiles &tiles) const;

  private:
    int count(int cell) const {
        return cell == kJoker ? position_.rack_jokers : position_.rack[cell];
    }
    int shift(int cell) const { return cell == kJoker ? shifts_.back() : shifts_[cell]; }
    void keep_with(CodeSet &set, int cell, int times) const;
    template <class Use> void for_kinds(Use use) const {
        for (int cell = 0; cell < position_.cells(); ++cell)
            if (count(cell)) use(cell);
        if (count(kJoker)) use(kJoker);
    }

    const Position &position_;
    const std::vector<std::uint8_t> &shifts_;
};

} // namespace tilerummy
