// Advances many rounds together, as specified by tilerummy.simulator.batch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simulate/candidates.hpp"
#include "simulate/turns.hpp"

namespace tilerummy::selfplay {

constexpr int kStatus = 4, kSeatStatus = 3;

// The output buffers of a batch, in C order. The last three are arrays of 32-bit integers.
struct Buffers {
    std::uint8_t *own, *table, *face_up, *offered, *mask, *overflow, *over, *phase;
    std::int32_t *status, *winners, *scores;
};

std::array<std::size_t, 11> buffer_sizes(const simulate::Rules &rules, std::size_t seats,
                                         std::size_t rounds, std::size_t candidates);

class Batch {
  public:
    Batch(const simulate::Rules &rules, std::vector<simulate::Policy> policies, std::size_t rounds,
          int candidates, const Buffers &buffers);
    Batch(const Batch &) = delete;

    // Replaces a round with a newly dealt one, and plays it until a choice must be made.
    void reset(std::size_t round, simulate::Game game, std::uint64_t seed);

    void step(const std::int32_t *choices, int threads);

    std::size_t rounds() const { return rounds_.size(); }
    const simulate::Rules &rules() const { return rules_; }

  private:
    struct Round {
        simulate::Game game;
        std::vector<simulate::Rng> rng;
        simulate::Candidates offered;
        bool discarding = false; // true once the mover has made its plays

        // Returns the tiles of a candidate, or null. If neither plays nor draws are offered, every
        // candidate is a tile to discard. Otherwise, the first candidate lays nothing.
        const Tiles *candidate(std::size_t number) const;
    };

    bool draw(Round &round, int choice);
    bool choose(Round &round, int choice);
    void withdraw(std::size_t at, int choice);
    void play_on(std::size_t at);
    // Finds the mover's choices. Returns false if the round continued without a choice.
    bool offer(Round &round);
    void write(std::size_t at);
    void write_tiles(const Tiles &tiles, std::uint8_t *into) const;

    const simulate::Rules rules_;
    const std::vector<simulate::Policy> policies_;
    const int candidates_, kinds_;
    const Buffers to_;
    std::vector<Round> rounds_;
};

} // namespace tilerummy::selfplay
