// Where replaced jokers may go: the twin of tilerummy.solver.homes.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "jokers/joker_plans.hpp"

namespace tilerummy {

using Faces = std::bitset<kCells>;

// A meld with `freed` replaced jokers and `racked` from the rack; its others are kept and represent
// the tiles `shown`.
struct Home {
    Meld meld;
    int freed, racked;
    Cellset shown;
    Faces naturals;
};

using Homes = std::vector<const Home *>;

// Homes for replaced jokers; `due` is what the rack must place for them to be legal.
struct Housing {
    Homes homes;
    Tiles due{};
};

// An old meld whose tiles are loose, by its place on the table.
struct Loose {
    int source;
    const Outcome *outcome;
    Faces naturals;
};

// The tiles that homes may be made of, and the old melds that may not lie whole in one.
class Supply {
  public:
    Supply(const Position &position, const Settlement &settlement);

    // Returns the melds that may take that many replaced jokers; *whole* becomes false if there are
    // too many to look at in time.
    std::vector<Home> homes(int freed, bool &whole) const;

    // Whether there are tiles for all *homes*.
    bool suffices(const Homes &homes) const;

    const Position &position;
    const Settlement &settlement;
    std::vector<Loose> olds;
    std::vector<std::vector<int>> sources; // for each cell the old melds with that tile

  private:
    struct Filling;
    struct Found;
    void fill(const Filling &filling, int place, Found &found) const;
    void add_groups(int number, int freed, Found &found) const;
    void add(Home home, Found &found) const;
    bool may_be(const Home &home) const;
    bool has(int cell) const;

    Tiles loose_{}, shown_{};
};

} // namespace tilerummy
