// Branches: the count model that each joker plan leads to.
#pragma once

#include "jokers/joker_melds.hpp"
#include "jokers/joker_plans.hpp"

namespace tilerummy {

// One count model: `melds` lie on the table already, `counts` is what is left to be laid. The old
// runs and groups of `counts` are those of `runs` and `groups`; `shown` are the tiles counted there
// that are really kept jokers. `score` and `kept` are what is on the table already. In a branch
// that is `relaxed`, freed jokers may lie where the rules forbid it.
struct Branch {
    Counts counts{};
    std::vector<Meld> melds;
    std::vector<const MeldPlan *> runs, groups;
    Tiles shown{};
    std::int64_t score = 0;
    int kept = 0;
    bool relaxed = false;
};

// Makes the branch of a plan; freed jokers without a meld in *placement* may lie anywhere. Returns
// false if the tiles do not suffice.
bool make_branch(const Position &position, const JokerPlan &plan, const JokerPlacement *placement,
                 Branch &branch);

} // namespace tilerummy
