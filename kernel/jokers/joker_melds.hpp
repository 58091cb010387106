// Finds the melds that may take freed jokers (RULES 2.2, rule 4).
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "jokers/joker_plans.hpp"

namespace tilerummy {

using Faces = std::bitset<kCells>;

// A meld with `freed` jokers from the table and `from_rack` jokers from the rack. Its other jokers
// stay and represent the tiles `shown`.
struct JokerMeld {
    Meld meld;
    int freed, from_rack;
    Cellset shown;
    Faces numbered;
};

using JokerMelds = std::vector<const JokerMeld *>;

// Melds for all freed jokers. They are lawful if the tiles `due` are laid from the rack.
struct JokerPlacement {
    JokerMelds joker_melds;
    Tiles due{};
};

// An old meld whose tiles are loose: its numbered tiles, the tiles that replace its jokers, and the
// plan that leaves it intact.
struct LooseMeld {
    const MeldPlan *meld_plan;
    Faces numbered, paid;
    MeldPlan whole;

    // Returns whether a joker meld contains this meld. The freed jokers of this meld may appear
    // there as the tiles that replaced them, or as freed jokers.
    bool lies_in(const JokerMeld &joker_meld) const;
};

// The tiles available to joker melds, and the old melds that no joker meld may contain entirely.
class Supply {
  public:
    Supply(const Position &position, const JokerPlan &plan);

    // Returns the melds that may take *freed* jokers; *complete* becomes false if there are more
    // melds than the limit.
    std::vector<JokerMeld> joker_melds(int freed, bool &complete) const;

    bool suffices(const JokerMelds &joker_melds) const;

    // Returns the minimal sets of rack tiles that make *joker_melds* lawful when placed. *complete*
    // becomes false if there are more sets than the limit.
    std::vector<Tiles> dues(const JokerMelds &joker_melds, bool &complete) const;

    // Returns the plan with a core for each old meld that *joker_melds* contain; these old melds
    // must also appear elsewhere.
    JokerPlan plan_with(const JokerMelds &joker_melds) const;

    const Position &position;
    const JokerPlan &plan;

  private:
    struct Filling;
    struct Found;
    void fill(const Filling &filling, int place, Found &found) const;
    void add_groups(int number, int freed, Found &found) const;
    void add(JokerMeld joker_meld, Found &found) const;
    bool may_be(const JokerMeld &joker_meld) const;
    bool has(int cell) const;
    int fewest(const JokerMeld &joker_meld) const;

    std::vector<LooseMeld> loose_melds_;
    Tiles loose_{}, shown_{};
};

} // namespace tilerummy
