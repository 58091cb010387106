// Lists the single plays in a position, one for each set of tiles that can be placed.
// tests/simulator/exact_offers.py finds the same plays with the solver.
#pragma once

#include <vector>

#include "quick/subsets.hpp"
#include "simulate/plays.hpp"

namespace tilerummy::simulate {

struct Candidates {
    std::vector<Tiles> sets;  // larger sets first, then more points, then by the tiles
    std::vector<Found> plays; // plays already known
    bool cut = false;         // true if some were left out
};

// Finds the candidates of one position at a time. Reuses its memory between calls, so each thread
// needs its own object.
class CandidateSearch {
  public:
    // Returns up to *limit* sets of rack tiles that the mover can lay in one play.
    Candidates find(const Game &game, Plays &plays, int limit);

  private:
    bool find_quickly(const Game &game, Plays &plays, Candidates &found);
    static void add_wins(const Game &game, Plays &plays, Candidates &found);
    // If sets were left out, adds the best plays: with all tiles, with the most tiles, and with the
    // most tiles but no jokers.
    static void add_best(const Game &game, Plays &plays, Candidates &found);
    void find_by_search(const Game &game, Candidates &found) const;

    quick::Subsets subsets_;
};

} // namespace tilerummy::simulate
