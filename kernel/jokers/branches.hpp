// Branches: the count models of joker plans.
#pragma once

#include "jokers/joker_melds.hpp"
#include "jokers/joker_plans.hpp"

namespace tilerummy {

// A count model and its context: `melds` are already on the table, `counts` is the rest. The old
// runs and groups of `counts` correspond to `runs` and `groups`; `shown` are the tiles counted
// there that jokers represent. `score` and `kept` are the score and unchanged melds already on the
// table. A `relaxed` branch allows freed jokers in melds that the rules forbid.
struct Branch {
    Counts counts{};
    std::vector<Meld> melds;
    std::vector<const MeldPlan *> runs, groups;
    Tiles shown{};
    std::int64_t score = 0;
    int kept = 0;
    bool relaxed = false;
};

// Creates the branch of a plan; freed jokers without a meld in *placement* may go into any meld.
// Returns false if there are too few tiles.
bool make_branch(const Position &position, const JokerPlan &plan, const JokerPlacement *placement,
                 Branch &branch);

} // namespace tilerummy
