// What becomes of the jokers of the table: RULES 2.2, rule 3. A joker plan says of every joker
// whether it is kept or replaced, and by which tile.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy {

using Cellset = std::vector<std::uint8_t>; // cells of tiles, each as often as the tile is meant

// What becomes of one meld. A `core` must stay whole, with the tiles `paid` for `freed` jokers in it;
// without one its tiles are loose, and its kept jokers represent the tiles `shown`. A `frozen` meld
// must stay exactly as it is.
struct MeldPlan {
    Meld was;
    bool has_core = false;
    Meld core{};
    Cellset paid;
    int freed = 0;
    Cellset shown;
    bool frozen = false;

    const Meld &now() const { return has_core ? core : was; }
};

// The plan for all melds: `due` tiles must be placed from the rack for it, `pinned` ones in cores.
struct JokerPlan {
    std::vector<const MeldPlan *> meld_plans; // of every meld of the table
    Tiles due{}, pinned{};
    int freed = 0;
};

// All plans, one after the other.
class JokerPlans {
  public:
    explicit JokerPlans(const Position &position);

    // Goes to the next plan that the rack has the tiles for; false if there is none, or it is too
    // late.
    bool next();
    bool is_cut() const { return cut_; }
    const JokerPlan &operator*() const { return plan_; }
    const std::vector<std::vector<MeldPlan>> &choices() const { return choices_; }

  private:
    void choose(const Meld &meld);
    void rearrange(const Meld &meld);
    template <class Use> void replace(const Meld &meld, Use use) const;
    bool count_due();
    bool payable(const MeldPlan &meld_plan) const;

    const Position &position_;
    std::vector<std::vector<MeldPlan>> choices_;
    std::vector<int> at_, several_; // the choice of each meld, the melds that have several
    Tiles on_table_{};
    JokerPlan plan_;
    bool begun_ = false, cut_ = false;
    int passed_ = 0;
};

} // namespace tilerummy
