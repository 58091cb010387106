#include "search/joker_placement.hpp"

#include <algorithm>

#include "melds/build_melds.hpp"

namespace tilerummy {
namespace {

constexpr int kMaxPlacements = 20'000, kMaxPassed = 5'000'000;
constexpr std::int64_t kNone = -1, kOpen = INT64_MAX;

} // namespace

JokerPlacementSearch::JokerPlacementSearch(const Position &position, const JokerPlan &plan,
                                           Incumbent &incumbent)
    : position_(position), plan_(plan), incumbent_(incumbent), supply_(position, plan) {}

void JokerPlacementSearch::look(Branch &relaxed, const Layout &layout) {
    if (!position_.tidy) incumbent_.mark_untidy();
    if (((relaxed.score + layout.score) << 8 | 255) <= incumbent_.beat()) return;
    Layout best = layout;
    most_ = value(relaxed, layout);
    if (position_.tidy) {
        const Layout tidied =
            incumbent_.tidiest(relaxed, layout.score, incumbent_.may_defer(relaxed));
        const bool sure = tidied.proven && tidied.tidy;
        if (sure && !tidied.found) return;
        if (tidied.found) best = tidied;
        most_ = sure ? value(relaxed, tidied) : most_ | 255;
    }
    if (over()) return;
    check_limits();
    if (over_) return;
    note_likely(relaxed, best);
    bound_at_.fill(kOpen);
    candidates_.resize(plan_.freed + 1);
    bool complete = true;
    for (int n = 1; n <= plan_.freed; ++n)
        for (auto &joker_meld : supply_.joker_melds(n, complete))
            candidates_[n].push_back({std::move(joker_meld), most_});
    if (!complete) incumbent_.mark_unproven();
    check_limits();
    bound_candidates();
    choose(plan_.freed, plan_.freed, 0);
    if (over()) return;
    --relaxed.counts.jokers_need;
    relaxed_ = &relaxed;
    bound_candidates();
    check_limits();
    if (over_) return;
    likely_only_ = false;
    choose(plan_.freed, plan_.freed, 0);
}

// Returns a solution's rank as a single number. Unchanged melds count only if position_.tidy is
// set.
std::int64_t JokerPlacementSearch::value(const Branch &branch, const Layout &layout) const {
    const std::int64_t score = (branch.score + layout.score) << 8;
    if (!position_.tidy) return score;
    return layout.tidy ? score + branch.kept + layout.kept : score | 255;
}

// Returns an upper bound on the value of a branch, or kNone if it is too low. *layout* receives the
// best solution.
std::int64_t JokerPlacementSearch::bound_of(Branch &branch, Layout &layout) {
    branch.counts.floor = std::max<std::int64_t>(0, incumbent_.rank().score - branch.score);
    layout = incumbent_.solve_checked(branch.counts, {false, incumbent_.may_defer(branch), -1});
    if (!layout.proven) return INT64_MAX;
    if (!layout.found) return kNone;
    if (!position_.tidy) return value(branch, layout);
    const std::int64_t most = value(branch, layout) | 255;
    Layout tidied = incumbent_.tidiest(branch, layout.score, incumbent_.may_defer(branch));
    const bool sure = tidied.proven && tidied.tidy;
    if (!tidied.found) return sure ? kNone : most;
    layout = std::move(tidied);
    return sure ? value(branch, layout) : most;
}

// Records a solution's melds with jokers, because they are likely joker melds.
void JokerPlacementSearch::note_likely(const Branch &branch, const Layout &layout) {
    std::vector<Meld> after;
    if (!build_melds(position_, branch, layout, after)) return;
    for (const auto &meld : after)
        if (meld.jokers() && std::find(likely_.begin(), likely_.end(), meld) == likely_.end())
            likely_.push_back(meld);
}

// Returns an upper bound on the value if a freed joker is used as the tile of the cell.
std::int64_t JokerPlacementSearch::bound_of(int cell) {
    std::int64_t &bound = bound_at_[cell];
    if (bound != kOpen || !relaxed_) return std::min(most_, bound);
    if (position_.late()) return most_;
    Layout layout;
    ++relaxed_->counts.need[cell];
    ++relaxed_->shown[cell];
    bound = std::min(most_, bound_of(*relaxed_, layout));
    if (layout.found) note_likely(*relaxed_, layout);
    --relaxed_->counts.need[cell];
    --relaxed_->shown[cell];
    return bound;
}

std::int64_t JokerPlacementSearch::bound_of(const JokerMeld &joker_meld) {
    std::int64_t most = most_;
    const Meld &meld = joker_meld.meld;
    const auto at = [&](int cell) {
        const bool shown = std::find(joker_meld.shown.begin(), joker_meld.shown.end(), cell) !=
                           joker_meld.shown.end();
        if (!shown && most > incumbent_.beat()) most = std::min(most, bound_of(cell));
    };
    if (meld.group) // a joker may represent any tile missing from the group
        for (int c = 0; c < position_.colours; ++c) {
            if (!(meld.mask >> c & 1)) at(position_.cell(c, meld.first));
        }
    else
        for (std::uint32_t left = meld.mask; left; left &= left - 1)
            at(position_.cell(meld.colour, std::countr_zero(left)));
    return most;
}

// Drops the candidates that cannot improve the result, and moves the most promising ones to the
// front.
void JokerPlacementSearch::bound_candidates() {
    for (int n = 1; n <= plan_.freed; ++n) {
        auto &candidates = candidates_[n];
        if (relaxed_)
            for (auto &candidate : candidates) {
                if (!(++passed_ & 255)) check_limits();
                candidate.bound = std::min(candidate.bound, bound_of(candidate.joker_meld));
                if (n < plan_.freed || !is_likely(candidate.joker_meld)) continue;
                solve_with(candidate);
                if (over()) return;
            }
        if (over()) return;
        for (auto &candidate : candidates) candidate.likely = is_likely(candidate.joker_meld);
        std::erase_if(candidates, [&](const Candidate &candidate) {
            return candidate.bound <= incumbent_.beat();
        });
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate &x, const Candidate &y) {
                             return x.likely != y.likely ? x.likely : x.bound > y.bound;
                         });
    }
}

bool JokerPlacementSearch::is_likely(const JokerMeld &joker_meld) const {
    return std::find(likely_.begin(), likely_.end(), joker_meld.meld) != likely_.end();
}

void JokerPlacementSearch::solve_with(Candidate &candidate) {
    if (candidate.bound <= incumbent_.beat()) return;
    placement_.joker_melds.push_back(&candidate.joker_meld);
    if (supply_.suffices(placement_.joker_melds)) try_placement();
    placement_.joker_melds.pop_back();
    candidate.bound = kNone;
}

// Returns whether a joker meld may improve the result if all other freed jokers may go into any
// meld.
bool JokerPlacementSearch::may_improve(Candidate &candidate) {
    if (candidate.is_bounded || candidate.bound <= incumbent_.beat())
        return candidate.bound > incumbent_.beat();
    candidate.is_bounded = true;
    check_limits();
    Branch branch;
    Layout layout;
    const JokerPlacement alone{{&candidate.joker_meld}, {}};
    candidate.bound = make_branch(position_, plan_, &alone, branch)
                          ? std::min(candidate.bound, bound_of(branch, layout))
                          : kNone;
    return candidate.bound > incumbent_.beat();
}

// Chooses joker melds for *freed* jokers, with at most *most* of these per meld, starting with
// candidate *from*.
void JokerPlacementSearch::choose(int freed, int most, std::size_t from) {
    if (!freed) return try_placement();
    for (int n = std::min(freed, most); n; --n) {
        auto &candidates = candidates_[n];
        for (std::size_t i = n == most ? from : 0; i < candidates.size() && !over(); ++i) {
            auto &candidate = candidates[i];
            if (likely_only_ && !candidate.likely) break;
            if (++passed_ > kMaxPassed || (!(passed_ & 1023) && position_.late_after(16))) check_limits();
            if (candidate.bound <= incumbent_.beat()) continue;
            if (n < plan_.freed && !likely_only_ && !may_improve(candidate)) continue;
            placement_.joker_melds.push_back(&candidate.joker_meld);
            if (supply_.suffices(placement_.joker_melds)) choose(freed - n, n, i);
            placement_.joker_melds.pop_back();
        }
    }
}

void JokerPlacementSearch::try_placement() {
    check_limits();
    if (over_) return;
    const JokerPlan plan = supply_.plan_with(placement_.joker_melds);
    if (placement_.joker_melds.size() > 1) {
        // first ignore the tiles due from the rack: they only lower the bound and take longer
        Branch branch;
        Layout layout;
        placement_.due = {};
        if (!make_branch(position_, plan, &placement_, branch)) return;
        if (bound_of(branch, layout) <= incumbent_.beat()) return;
    }
    bool complete = true;
    for (const auto &due : supply_.dues(placement_.joker_melds, complete)) {
        placement_.due = due;
        solve_plan(plan);
        if (over()) return;
    }
    if (!complete) incumbent_.mark_unproven();
}

void JokerPlacementSearch::solve_plan(const JokerPlan &plan) {
    Branch branch;
    if (!make_branch(position_, plan, &placement_, branch)) return;
    branch.counts.floor = std::max<std::int64_t>(0, incumbent_.rank().score - branch.score);
    const Layout layout = incumbent_.solve_checked(branch.counts, {false, false, -1});
    if (layout.found) incumbent_.accept_tidied(branch, layout);
}

void JokerPlacementSearch::check_limits() {
    ++looked_at_;
    if (!position_.late() && looked_at_ <= kMaxPlacements && passed_ <= kMaxPassed) return;
    incumbent_.mark_unproven();
    over_ = true;
}

bool JokerPlacementSearch::over() {
    over_ = over_ || incumbent_.failed() || incumbent_.beat() >= most_;
    return over_;
}

} // namespace tilerummy
