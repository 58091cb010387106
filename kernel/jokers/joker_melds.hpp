// Finds the melds that may take freed jokers: RULES 2.2, rule 4.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "jokers/joker_plans.hpp"

namespace tilerummy {

using Faces = std::bitset<kCells>;

// A meld with `freed` jokers of the table and `from_rack` jokers of the rack. Its other jokers stay
// and represent the tiles `shown`.
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

// An old meld whose tiles are loose: its tiles, their replacements, and the plan that keeps it.
struct LooseMeld {
    const MeldPlan *meld_plan;
    Faces numbered, paid;
    MeldPlan whole;

    // Returns whether a joker meld contains it, value by value: its freed jokers may appear as the
    // tiles that replaced them, or as freed jokers.
    bool lies_in(const JokerMeld &joker_meld) const;
};

// The tiles available to joker melds, and the old melds that none may contain entirely.
class Supply {
  public:
    Supply(const Position &position, const JokerPlan &plan);

    // Returns the melds that may take *freed* jokers; *complete* becomes false if there are too
    // many.
    std::vector<JokerMeld> joker_melds(int freed, bool &complete) const;

    bool suffices(const JokerMelds &joker_melds) const;

    // Returns the minimal sets of rack tiles that make *joker_melds* lawful if they are placed.
    // *complete* becomes false if there are too many.
    std::vector<Tiles> dues(const JokerMelds &joker_melds, bool &complete) const;

    // Returns the plan with cores for the old melds in *joker_melds*, which must also appear
    // elsewhere.
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
