// A quick dynamic program for standard sets: four colours, two copies of each tile, jokers that are
// wild. Where it gives up, the solver of search/ answers.
#pragma once

#include <cstdint>
#include <vector>

#include "quick/expand.hpp"

namespace tilerummy::quick {

// One solver for each thread: it keeps its memory.
class Solver {
  public:
    // Returns what the most that can be laid is worth, -1 if what is needed cannot be laid or it is not
    // worth *more_than* that, and kGaveUp where there are too many states or copies. It assumes that
    // there is room for all jokers. At most two runs of a colour are open at once, so with jokers an
    // answer may in rare cases not be the best.
    int best(const Supply &supply, const Weights &weights, int more_than = -1);

    // Builds the melds of the answer that `best` returned last; false where it cannot, as with a
    // meld of jokers alone. *Laid_more* gets the tiles that did not have to be laid, jokers last.
    bool arrange(std::vector<Meld> &melds, Tiles &laid_more) const;

    static constexpr int kGaveUp = -2;

    // How many steps from state to state the last answer took.
    std::size_t steps() const { return steps_; }

  private:
    struct Node {
        int lost; // what the tiles are worth that stay on the rack
        std::uint32_t before;
        PerColour states, in_runs;
        std::uint8_t jokers;
        Grouped grouped;
    };

    // Searches for the answer with the least loss, with at most *width* states after a number; returns
    // false if none loses at most *most_lost*, or after *most_steps* steps.
    bool look(int most_lost, std::size_t most_steps, std::size_t width);
    int each(int number) const { return weights_.per_tile + number * weights_.per_point; }
    void drop_dominated(std::size_t begin);
    void narrow(std::size_t begin, std::size_t width);
    // The node of that state with so many jokers laid.
    std::uint32_t &slot(const PerColour &states, int jokers);
    // Adds a node, or takes the place of a worse one; none where one with no more jokers is as good.
    void add(const Node &node);

    Supply supply_;
    Weights weights_{};
    std::vector<Number> numbers_;
    std::vector<Node> nodes_, path_; // the path is that of the answer, a node for each number
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> burdens_;
    std::size_t steps_ = 0;
};

} // namespace tilerummy::quick
