// Finds all sets of rack tiles that a quick solve can lay.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "quick/expand.hpp"

namespace tilerummy::quick {

// Finds the subsets for one supply at a time. Reuses its memory between calls, so each thread needs
// its own object.
class Subsets {
  public:
    // Finds the distinct sets of rack tiles, not counting jokers, that can be laid in addition to
    // the required tiles. Stores them in `sets`, by cell; `jokers` is the minimum number of jokers
    // that a set needs, and more can be added anywhere. Returns false if there are too many states,
    // copies or tiles.
    bool find(const Supply &supply);

    struct Set {
        Tiles tiles;
        int jokers;
        bool doubtful; // three jokers might have to form a meld
    };
    std::vector<Set> sets;
    bool cut = false; // true if some sets were left out

  private:
    // A code, and the minimum number of jokers laid with it.
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

    std::array<std::uint8_t, kMaxNumbers * kColours> shift_{};
    std::vector<Node> nodes_, next_;
    std::size_t used_ = 0, made_ = 0; // nodes; codes, including duplicates
    std::vector<std::uint32_t> slots_;
};

} // namespace tilerummy::quick
