// A joker plan decides for each joker on the table whether a tile replaces it, and which one (RULES
// 2.2, rule 3).
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy {

using Cellset = std::vector<std::uint8_t>; // a multiset of tiles by cell

// The plan for one meld. A `core` must stay intact; it includes the tiles `paid` for the `freed`
// jokers. Without a core, the tiles are loose, and the remaining jokers represent the tiles
// `shown`. A `frozen` meld must stay exactly the same.
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

// The plan for all melds on the table. It requires the tiles `due` from the rack; the tiles
// `pinned` are in cores.
struct JokerPlan {
    std::vector<const MeldPlan *> meld_plans; // for every meld of the table
    Tiles due{}, pinned{};
    int freed = 0;
};

class JokerPlans {
  public:
    explicit JokerPlans(const Position &position);

    // Advances to the next plan whose tiles the rack can provide. Returns false at the end or after
    // the deadline.
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
    std::vector<int> at_, several_; // the choice for each meld; the melds with several choices
    Tiles on_table_{};
    JokerPlan plan_;
    bool begun_ = false, cut_ = false;
    int passed_ = 0;
};

} // namespace tilerummy
