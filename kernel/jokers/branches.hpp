// Branches: the count models derived from joker plans.
#pragma once

#include "jokers/joker_melds.hpp"
#include "jokers/joker_plans.hpp"

namespace tilerummy {

// A count model and its context: `melds` are already on the table, and `counts` describes the rest.
// The old runs and groups in `counts` correspond to `runs` and `groups`; `shown` are the tiles in
// `counts` that jokers represent. `score` is the score of `melds`, and `kept` is the number of
// unchanged old melds among them. A `relaxed` branch also allows freed jokers in melds that the
// rules forbid.
struct Branch {
    Counts counts{};
    std::vector<Meld> melds;
    std::vector<const MeldPlan *> runs, groups;
    Tiles shown{};
    std::int64_t score = 0;
    int kept = 0;
    bool relaxed = false;
};

// Creates a plan's branch. Freed jokers without a meld in *placement* may go into any meld. Returns
// false if there are too few tiles.
bool make_branch(const Position &position, const JokerPlan &plan, const JokerPlacement *placement,
                 Branch &branch);

} // namespace tilerummy
