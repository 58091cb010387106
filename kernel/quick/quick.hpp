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
    // Returns what the most that can be laid is worth, -1 if what is needed cannot be laid, and kGaveUp
    // where there are too many states or copies. It assumes that there is room for all jokers. At most two runs of a colour are open at once,
    // so with jokers an answer may in rare cases not be the best.
    int best(const Supply &supply, const Weights &weights);

    // Builds the melds of the answer that `best` returned last; false where it cannot, as with a
    // meld of jokers alone. *Laid_more* gets the tiles that did not have to be laid, jokers last.
    bool arrange(std::vector<Meld> &melds, Tiles &laid_more) const;

    static constexpr int kGaveUp = -2;

    // How many steps from state to state the last answer took.
    std::size_t steps() const { return steps_; }

  private:
    struct Node {
        int score;
        std::uint32_t before;
        PerColour states, in_runs;
        std::uint8_t jokers;
        Grouped grouped;
    };

    // The node of that state with so many jokers laid.
    std::uint32_t &slot(const PerColour &states, int jokers);
    // Adds a node, or takes the place of a worse one; none where one with no more jokers is as good.
    void add(const Node &node);

    Supply supply_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::size_t> layers_;
    std::size_t last_ = 0, steps_ = 0;
};

} // namespace tilerummy::quick
