// From a position to what has to be counted, for each thing that may become of its jokers: the twin
// of tilerummy.solver.branches.
#pragma once

#include "jokers/joker_melds.hpp"
#include "jokers/joker_plans.hpp"

namespace tilerummy {

// One inner problem: `melds` lie as they are, `counts` is what is left to be laid. The old runs and
// groups there are those of `runs` and `groups`; `shown` are the tiles counted there for which kept
// jokers lie. `score` and `kept` are what lies already. In one that is `relaxed`, replaced jokers
// may lie where the law forbids it.
struct Branch {
    Counts counts{};
    std::vector<Meld> melds;
    std::vector<const MeldPlan *> runs, groups;
    Tiles shown{};
    std::int64_t score = 0;
    int kept = 0;
    bool relaxed = false;
};

// Makes the branch of a settlement; replaced jokers without a home in *placement* may lie anywhere.
// Returns false if the tiles do not suffice.
bool make_branch(const Position &position, const JokerPlan &plan, const JokerPlacement *placement,
                 Branch &branch);

} // namespace tilerummy
