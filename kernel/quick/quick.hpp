// A quick dynamic program for standard tile sets: four colours, two copies of each tile, wild
// jokers. If it gives up, use the solver in search/.
#pragma once

#include <cstdint>
#include <vector>

#include "quick/expand.hpp"

namespace tilerummy::quick {

// Solves one supply at a time. Reuses its memory between calls, so each thread needs its own
// solver.
class Solver {
  public:
    // Returns the maximum value of the tiles that can be laid, weighted by *weights*. Returns -1 if
    // the required tiles cannot be laid or the value would not exceed *more_than*, and kGaveUp if
    // there are too many states or copies. Assumes that all jokers can be added to some meld.
    // Considers at most two open runs per colour, so in rare cases a solution with jokers is not
    // the best.
    int best(const Supply &supply, const Weights &weights, int more_than = -1);

    // Builds the melds of the latest solution that `best` found. Returns false if that is
    // impossible, for example because a meld would consist of jokers only. *laid_more* receives the
    // counts of the laid tiles that were not required, jokers last.
    bool arrange(std::vector<Meld> &melds, Tiles &laid_more) const;

    static constexpr int kGaveUp = -2;

    std::size_t steps() const { return steps_; }

  private:
    struct Node {
        int lost; // the value of the tiles that stay on the rack
        std::uint32_t before;
        PerColour states, in_runs;
        std::uint8_t jokers;
        Grouped grouped;
    };

    // Searches for the solution with the smallest loss, using at most *width* states after each
    // number. Returns false if every solution loses more than *most_lost*, or after *most_steps*
    // steps.
    bool look(int most_lost, std::size_t most_steps, std::size_t width);
    int each(int number) const { return weights_.per_tile + number * weights_.per_point; }
    void drop_dominated(std::size_t begin);
    void narrow(std::size_t begin, std::size_t width);
    std::uint32_t &slot(const PerColour &states, int jokers);
    // Adds a node or replaces a worse one, unless an existing node with at most as many jokers is
    // at least as good.
    void add(const Node &node);

    Supply supply_;
    Weights weights_{};
    std::vector<Number> numbers_;
    std::vector<Node> nodes_, path_; // `path_` is the solution, a node per number
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> burdens_;
    std::size_t steps_ = 0;
};

} // namespace tilerummy::quick
