// What may become of the jokers of the table: the twin of tilerummy.solver.settlements.
#pragma once

#include <vector>

#include "model/position.hpp"

namespace tilerummy {

using Cellset = std::vector<std::uint8_t>; // cells of tiles, each as often as the tile is meant

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

struct JokerPlan {
    std::vector<const MeldPlan *> meld_plans; // of every meld of the table
    Tiles due{}, pinned{};
    int freed = 0;
};

class JokerPlans {
  public:
    explicit JokerPlans(const Position &position);

    // Goes to the next settlement that the rack can pay for; false if there is none, or it is too late
    // to look for it.
    bool next();
    bool is_cut() const { return cut_; }
    const JokerPlan &operator*() const { return plan_; }
    const std::vector<std::vector<MeldPlan>> &choices() const { return choices_; }

  private:
    void choose(const Meld &meld);
    void rearrange(const Meld &meld);
    template <class Use> void replace(const Meld &meld, Use use) const;
    bool settle();
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
