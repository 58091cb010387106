// Rounds, plays and lines as rows of numbers, as tilerummy.simulator.packing writes them.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/turns.hpp"

namespace tilerummy::simulate {

// Reads numbers one after the other; throws std::invalid_argument where they are out of range or
// where there are none left.
class Numbers {
  public:
    Numbers(const std::int64_t *begin, std::size_t count) : at_(begin), end_(begin + count) {}

    int next(int low, int high);
    std::int64_t wide();
    bool done() const { return at_ == end_; }

  private:
    const std::int64_t *at_, *end_;
};

// What the seat to move does first, and the policy by which it plays then, if not that of the world.
struct Line {
    enum class Finish { nothing, end_turn, discard, declare };

    Policy policy = Policy::none;
    Source source = Source::none; // where it draws from at first
    std::vector<Made> plays;
    Finish finish = Finish::nothing;
    std::uint8_t discard = kNoTile;
};

Rules read_rules(Numbers &numbers);
// Reads what everybody knows of a round.
Game read_game(const Rules &rules, Numbers &numbers);
// Puts other racks and another pool into a round.
void read_world(Game &game, Numbers &numbers);
Line read_line(const Rules &rules, Numbers &numbers);
Policy read_policy(Numbers &numbers);

// The number of a tile, and of a meld, as tilerummy.solver.kernel reads it.
std::int64_t packed_tile(const Rules &rules, int tile);
std::int64_t packed_meld(const Rules &rules, const Meld &meld);

} // namespace tilerummy::simulate
