// Unpacks rounds, plays and lines of play from rows of numbers written by
// tilerummy.simulator.packing.
#pragma once

#include <cstdint>
#include <vector>

#include "simulate/turns.hpp"

namespace tilerummy::simulate {

// Reads numbers in sequence. Throws std::invalid_argument if one is out of range or missing.
class Numbers {
  public:
    Numbers(const std::int64_t *begin, std::size_t count) : at_(begin), end_(begin + count) {}

    int next(int low, int high);
    std::int64_t wide();
    bool done() const { return at_ == end_; }

  private:
    const std::int64_t *at_, *end_;
};

// A line of play: the first actions of the seat to move, and the policy that it follows afterwards
// if this is not the world's policy.
struct Line {
    enum class Finish { nothing, end_turn, discard, declare };

    Policy policy = Policy::none;
    Source source = Source::none; // the source that it draws from
    std::vector<Made> plays;
    Finish finish = Finish::nothing;
    std::uint8_t discard = kNoTile;
};

Rules read_rules(Numbers &numbers);
// Reads the number of tiles or melds, then each one; only the tile set of *rules* is needed.
Tiles read_tiles(const Rules &rules, Numbers &numbers);
std::vector<Meld> read_table(const Rules &rules, Numbers &numbers);
// Reads the public part of a round.
Game read_game(const Rules &rules, Numbers &numbers);
void read_world(Game &game, Numbers &numbers);
Line read_line(const Rules &rules, Numbers &numbers);
Policy read_policy(Numbers &numbers);

// Returns a tile or a meld as a number, in the format that tilerummy.solver.kernel reads.
std::int64_t packed_tile(const Rules &rules, int tile);
std::int64_t packed_meld(const Rules &rules, const Meld &meld);

} // namespace tilerummy::simulate
