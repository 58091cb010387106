// Where freed jokers may go: RULES 2.2, rule 4.
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
    Faces numbered;
};

using JokerMelds = std::vector<const JokerMeld *>;

// Melds for all freed jokers; `due` is what the rack must place for them to be lawful.
struct JokerPlacement {
    JokerMelds joker_melds;
    Tiles due{};
};

// An old meld whose tiles are loose: its tiles, those that replaced its jokers, and the plan with
// which it stays whole.
struct LooseMeld {
    const MeldPlan *meld_plan;
    Faces numbered, paid;
    MeldPlan whole;

    // Whether it lies in a joker meld, value by value: for its freed jokers the tiles that replaced
    // them will do, or freed jokers.
    bool lies_in(const JokerMeld &joker_meld) const;
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

    // Returns the smallest sets of rack tiles that must be placed for *joker_melds*; *whole* becomes
    // false if there are too many.
    std::vector<Tiles> dues(const JokerMelds &joker_melds, bool &whole) const;

    // Returns the plan where the old melds that lie in one of *joker_melds* are cores: they must lie
    // elsewhere, too.
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
