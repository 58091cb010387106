// The single plays that a position offers, one for each set of tiles that can be placed: what
// tests/simulator/exact_offers.py finds with the solver.
#pragma once

#include <vector>

#include "quick/subsets.hpp"
#include "simulate/plays.hpp"

namespace tilerummy::simulate {

struct Candidates {
    std::vector<Tiles> sets;  // the larger first, then those of more points, then by the tiles
    std::vector<Found> plays; // those that are known already
    bool cut = false;         // were some left out
};

// One for each thread: it keeps its memory.
class CandidateSearch {
  public:
    // Returns up to *most* sets of rack tiles that the mover can place in one play.
    Candidates find(const Game &game, Plays &plays, int most);

  private:
    bool find_quickly(const Game &game, Plays &plays, Candidates &found);
    // Adds the closed hands and the Foot that the mover may go out with.
    static void add_wins(const Game &game, Plays &plays, Candidates &found);
    // Adds the plays of all tiles, of most, and of most without jokers, where sets were left out.
    static void add_best(const Game &game, Plays &plays, Candidates &found);
    void find_by_search(const Game &game, Candidates &found) const;

    quick::Subsets subsets_;
};

} // namespace tilerummy::simulate
