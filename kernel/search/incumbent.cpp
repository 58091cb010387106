#include "search/incumbent.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bound/most_unchanged.hpp"
#include "jokers/mixed_melds.hpp"
#include "melds/build_melds.hpp"
#include "model/validate.hpp"

namespace tilerummy {
namespace {

constexpr int kMaxMixedTried = 5'000;
constexpr int kMaxOlds = 255;

} // namespace

Layout Incumbent::solve_checked(const Counts &counts, const SolveOptions &options) {
    Budget budget(position_.budget, position_.until, position_.shared_budget);
    if (const char *why = validation_error(counts)) throw std::invalid_argument(why);
    Layout layout = solve_counts(counts, options, budget);
    if (!options.bonus && !layout.proven) proven_ = false;
    return layout;
}

void Incumbent::accept_tidied(Branch &branch, const Layout &best) {
    if (branch.score + best.score < std::max<std::int64_t>(1, rank_.score)) return;
    if (careful_) return accept_carefully(branch, best);
    if (!build(branch, best)) return;
    Rank rank{branch.score + best.score, unchanged(position_.table, after_)};
    if (rank > rank_) accept(rank);
    if (!position_.tidy) {
        tidy_ = false;
        return;
    }
    bool deferred = may_defer(branch);
    while (true) {
        const Layout layout = tidiest(branch, best.score, deferred);
        if (layout.found) {
            const bool possible = build_melds(position_, branch, layout, after_);
            rank = {branch.score + layout.score, unchanged(position_.table, after_)};
            if (!possible || rank.kept < branch.kept + layout.kept) {
                // a deferred joker was added to a meld left unchanged, or did not fit into any meld
                failed_ = !deferred;
                if (failed_) return;
                deferred = false;
                continue;
            }
            if (rank > rank_) accept(rank);
        }
        tidy_ = tidy_ && layout.proven && layout.tidy;
        return;
    }
}

Layout Incumbent::tidiest(const Branch &branch, std::int64_t score, bool deferred) {
    const bool known = branch.score + score == rank_.score;
    int kept = known ? std::max(-1, rank_.kept - branch.kept) : -1;
    Counts counts = branch.counts;
    counts.floor = score;
    Layout best;
    // a narrow beam often suffices; otherwise, find the maximum number of unchanged melds first
    const auto look = [&](int most, int narrowest, int widest) {
        const std::int64_t beat = (score << 8) + kept, enough = (score << 8) + most;
        return solve_checked(counts, {true, deferred, beat, enough, narrowest, widest});
    };
    const auto take = [&](Layout layout) {
        if (layout.found) {
            kept = layout.kept;
            best = std::move(layout);
        } else {
            best.proven = layout.proven;
            best.tidy = layout.tidy;
        }
        return best.proven && best.tidy;
    };
    if (take(look(kMaxOlds, kNarrowest, kNarrowest))) return best;
    MostUnchanged most_unchanged(counts, deferred, position_.budget, position_.until);
    if (take(most_unchanged.look(kept))) return best;
    take(look(most_unchanged.most(), kNarrow, kWidest));
    return best;
}

// Like accept_tidied, but for a solution whose melds may be impossible to build.
void Incumbent::accept_carefully(Branch &branch, const Layout &best) {
    Layout layout = best;
    if (position_.tidy) {
        const Layout tidied = tidiest(branch, best.score, false);
        if (!tidied.proven || !tidied.tidy) tidy_ = false;
        if (tidied.found) layout = tidied;
    } else
        tidy_ = false;
    const Rank rank{branch.score + layout.score, branch.kept + layout.kept};
    if (rank <= rank_) return;
    if (build_melds(position_, branch, layout, after_)) return accept(rank);
    tidy_ = false;
    if (build_melds(position_, branch, best, after_)) {
        const Rank plain{branch.score + best.score, unchanged(position_.table, after_)};
        if (plain > rank_) accept(plain);
        return;
    }
    try_mixed_melds(branch, branch.score + best.score);
}

// Solves the branch with mixed melds already on the table, until a solution reaches *bound*.
void Incumbent::try_mixed_melds(const Branch &branch, std::int64_t bound) {
    bool complete = true;
    const auto found = mixed_melds(position_, branch, complete);
    if (!complete) proven_ = false;
    const auto try_branch = [&](const Branch &some) {
        if (++mixed_tried_ > kMaxMixedTried || position_.late()) {
            proven_ = false;
            return false;
        }
        Counts counts = some.counts;
        counts.floor = std::max<std::int64_t>(0, rank_.score + 1 - some.score);
        const Layout layout = solve_checked(counts, {false, false, -1});
        if (!layout.found) return true;
        if (build_melds(position_, some, layout, after_))
            accept({some.score + layout.score, some.kept});
        else
            try_mixed_melds(some, some.score + layout.score);
        return rank_.score < bound;
    };
    for (const auto &some : found)
        if (rank_.score >= bound || !try_branch(with_mixed_meld(position_, branch, some))) return;
    if (branch.counts.jokers_need || !branch.counts.jokers_spare) return;
    Branch without = branch;
    without.counts.jokers_spare = 0;
    try_branch(without);
}

bool Incumbent::build(const Branch &branch, const Layout &layout) {
    if (build_melds(position_, branch, layout, after_)) return true;
    failed_ = true;
    return false;
}

void Incumbent::accept(const Rank &rank) {
    rank_ = rank;
    found_ = after_;
    found_any_ = true;
}

} // namespace tilerummy
