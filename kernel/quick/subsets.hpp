// Every set of tiles of the rack that a quick solve can lay.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "quick/expand.hpp"

namespace tilerummy::quick {

// One for each thread: it keeps its memory.
class Subsets {
  public:
    // Finds the sets of rack tiles that can be laid besides what must be laid, jokers left out, each
    // once: `sets` by cell. Their jokers can be added anywhere; with each set `jokers` tells how
    // many it takes at least. False where there are too many states, copies or tiles.
    bool find(const Supply &supply);

    struct Set {
        Tiles tiles;
        int jokers;
        bool doubtful; // three jokers might have to be a meld alone
    };
    std::vector<Set> sets;
    bool cut = false; // were some sets left out

  private:
    // A code, and how many jokers are laid with it at least.
    using WithJokers = std::vector<std::pair<std::uint64_t, int>>;

    struct Node {
        PerColour states;
        std::uint8_t jokers;
        std::vector<std::uint64_t> codes;
    };

    bool number_codes(const Supply &supply);
    Node &node(const PerColour &states, int jokers);
    void merge(std::vector<std::uint64_t> &into);
    void replace_by_jokers(const Supply &supply, WithJokers &all);

    std::array<std::uint8_t, kMostNumbers * kColours> shift_{};
    std::vector<Node> nodes_, next_;
    std::size_t used_ = 0, made_ = 0; // nodes, and codes, with those that are made again
    std::vector<std::uint32_t> slots_;
};

} // namespace tilerummy::quick
