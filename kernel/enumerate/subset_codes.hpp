// How a subset of the rack is written as a number: for each kind of tile a few bits say how many of
// it there are. It corresponds to tilerummy.solver.subsets.
#pragma once

#include <vector>

#include "enumerate/code_set.hpp"
#include "model/position.hpp"

namespace tilerummy {

// Returns shifts for the rack of a position: its tiles one after the other, then the jokers.
std::vector<std::uint8_t> rack_shifts(const Position &position);

class SubsetCodes {
  public:
    // *shifts* tells for each cell, and last for the jokers, where their bits begin. The position
    // and the shifts must live as long as the codes.
    SubsetCodes(const Position &position, const std::vector<std::uint8_t> &shifts)
        : position_(position), shifts_(shifts) {}

    const std::vector<std::uint8_t> &shifts() const { return shifts_; }

    // Returns the code of a subset; jokers are counted in tiles[kJoker].
    std::uint64_t code(const Tiles &tiles) const;

    // Returns the subset that a code means.
    Tiles tiles(std::uint64_t code) const;

    // Keeps in *set* only the subsets that hold at least so many of each of the *tiles*.
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
