// Where freed jokers may go: RULES 2.2, rule 4. It corresponds to
// tilerummy.solver.reference.jokers.joker_melds.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "jokers/joker_plans.hpp"

namespace tilerummy {

using Faces = std::bitset<kCells>;

// A meld with `freed` jokers of the table and `from_rack` of the rack; its other jokers are kept
// and represent the tiles `shown`.
struct JokerMeld {
    Meld meld;
    int freed, from_rack;
    Cellset shown;
    Faces naturals;
};

using JokerMelds = std::vector<const JokerMeld *>;

// Melds for all freed jokers; `due` is what the rack must place for them to be lawful.
struct JokerPlacement {
    JokerMelds joker_melds;
    Tiles due{};
};

// An old meld whose tiles are loose, by its place on the table.
struct LooseMeld {
    int source;
    const MeldPlan *meld_plan;
    Faces naturals;
};

// The tiles that joker melds may be made of, and the old melds that must not be whole in one.
class Supply {
  public:
    Supply(const Position &position, const JokerPlan &plan);

    // Returns the melds that may take that many freed jokers; *whole* becomes false if there are
    // too many to be tried in time.
    std::vector<JokerMeld> joker_melds(int freed, bool &whole) const;

    // Whether there are enough tiles for all *joker_melds*.
    bool suffices(const JokerMelds &joker_melds) const;

    const Position &position;
    const JokerPlan &plan;
    std::vector<LooseMeld> loose_melds;
    std::vector<std::vector<int>> sources; // for each cell the old melds with that tile

  private:
    struct Filling;
    struct Found;
    void fill(const Filling &filling, int place, Found &found) const;
    void add_groups(int number, int freed, Found &found) const;
    void add(JokerMeld joker_meld, Found &found) const;
    bool may_be(const JokerMeld &joker_meld) const;
    bool has(int cell) const;

    Tiles loose_{}, shown_{};
};

} // namespace tilerummy
