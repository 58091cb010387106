#include "search/search.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "jokers/mixed_melds.hpp"
#include "search/arrange.hpp"
#include "bound/most_unchanged.hpp"
#include "model/validate.hpp"
#include "search/joker_placement.hpp"

namespace tilerummy {
namespace {

constexpr int kMostSettlements = 20'000, kMostAnchored = 5'000;
constexpr int kMostOlds = 255;

} // namespace

bool Search::run(Solution &solution) {
    search();
    if (failed_) return false;
    solution.after = found_any_ ? std::move(found_) : position_.table;
    solution.proven = proven_;
    solution.tidy = proven_ && tidy_;
    return true;
}

void Search::search() {
    Settlements settlements(position_);
    std::deque<Promising> promising;
    std::int64_t best = worth_.score;
    int looked_at = 0;
    while (settlements.next()) {
        if (++looked_at > kMostSettlements || (looked_at > 1 && position_.late())) {
            proven_ = false;
            break;
        }
        Branch branch;
        if (!make_branch(position_, *settlements, nullptr, branch)) continue;
        branch.counts.floor = careful_ ? 0 : std::max<std::int64_t>(0, best - branch.score);
        Laid laid = ask(branch.counts, {false, saves(branch), -1});
        if (!laid.found) continue;
        const std::int64_t bound = branch.score + laid.score;
        if (!branch.relaxed) best = std::max(best, bound);
        promising.push_back({bound, branch.relaxed ? *settlements : Settlement{}, std::move(branch),
                             std::move(laid)});
    }
    if (settlements.is_cut()) proven_ = false;
    // of equal ones those first that need no homes
    std::stable_sort(promising.begin(), promising.end(),
                     [](const Promising &x, const Promising &y) {
                         return x.bound != y.bound ? x.bound > y.bound
                                                   : x.branch.relaxed < y.branch.relaxed;
                     });
    for (auto &some : promising) {
        if (some.bound < std::max<std::int64_t>(1, worth_.score)) break;
        if (found_any_ && position_.late()) {
            proven_ = proven_ && some.bound == worth_.score;
            tidy_ = false;
            break;
        }
        if (!some.branch.relaxed)
            take_tidied(some.branch, some.laid);
        else
            Lodging(position_, some.settlement, *this).look(some.branch, some.laid);
        if (failed_) return;
    }
}

Laid Search::ask(const Counts &counts, const Asked &asked) {
    Budget budget(position_.budget, position_.until);
    if (const char *why = refusal(counts)) throw std::invalid_argument(why);
    Laid laid = lay(counts, asked, budget);
    if (!asked.bonus && !laid.proven) proven_ = false;
    return laid;
}

void Search::take_tidied(Branch &branch, const Laid &best) {
    if (branch.score + best.score < std::max<std::int64_t>(1, worth_.score)) return;
    if (careful_) return take_carefully(branch, best);
    if (!lay_out(branch, best)) return;
    Worth worth{branch.score + best.score, unchanged(position_.table, after_)};
    if (worth > worth_) take(worth);
    if (!position_.tidy) {
        tidy_ = false;
        return;
    }
    bool saved = saves(branch);
    while (true) {
        const Laid laid = tidiest(branch, best.score, saved);
        if (laid.found) {
            const bool possible = arrange(position_, branch, laid, after_);
            worth = {branch.score + laid.score, unchanged(position_.table, after_)};
            if (!possible || worth.kept < branch.kept + laid.kept) {
                // a joker that was saved went into one of the melds left, or into none
                failed_ = !saved;
                if (failed_) return;
                saved = false;
                continue;
            }
            if (worth > worth_) take(worth);
        }
        tidy_ = tidy_ && laid.proven && laid.tidy;
        return;
    }
}

Laid Search::tidiest(const Branch &branch, std::int64_t score, bool saved) {
    const bool known = branch.score + score == worth_.score;
    int kept = known ? std::max(-1, worth_.kept - branch.kept) : -1;
    Counts counts = branch.counts;
    counts.floor = score;
    Laid best;
    // a narrow look often suffices; else it is found how many can be left, and then where
    const auto look = [&](int most, int narrowest, int widest) {
        // what is compared is what is worth it, then the old melds left, as Laid has them
        const std::int64_t beat = (score << 8) + kept, enough = (score << 8) + most;
        return ask(counts, {true, saved, beat, enough, narrowest, widest});
    };
    const auto take = [&](Laid laid) {
        if (laid.found) {
            kept = laid.kept;
            best = std::move(laid);
        } else {
            best.proven = laid.proven;
            best.tidy = laid.tidy;
        }
        return best.proven && best.tidy;
    };
    if (take(look(kMostOlds, kNarrowest, kNarrowest))) return best;
    Keeping keeping(counts, saved, position_.budget, position_.until);
    if (take(keeping.look(kept))) return best;
    take(look(keeping.most(), kNarrow, kWidest));
    return best;
}

// The same where answers may turn out not to be possible, because of jokers that lie alone.
void Search::take_carefully(Branch &branch, const Laid &best) {
    Laid laid = best;
    if (position_.tidy) {
        const Laid tidied = tidiest(branch, best.score, false);
        if (!tidied.proven || !tidied.tidy) tidy_ = false;
        if (tidied.found) laid = tidied;
    } else
        tidy_ = false;
    const Worth worth{branch.score + laid.score, branch.kept + laid.kept};
    if (worth <= worth_) return;
    if (arrange(position_, branch, laid, after_)) return take(worth);
    tidy_ = false;
    if (arrange(position_, branch, best, after_)) {
        const Worth plain{branch.score + best.score, unchanged(position_.table, after_)};
        if (plain > worth_) take(plain);
        return;
    }
    anchor(branch, branch.score + best.score);
}

// Answers with melds for jokers that would lie alone, until as good as *bound*.
void Search::anchor(const Branch &branch, std::int64_t bound) {
    bool whole = true;
    const auto some_anchors = anchors(position_, branch, whole);
    if (!whole) proven_ = false;
    const auto answer = [&](const Branch &some) {
        if (++anchored_ > kMostAnchored || position_.late()) {
            proven_ = false;
            return false;
        }
        Counts counts = some.counts;
        counts.floor = std::max<std::int64_t>(0, worth_.score + 1 - some.score);
        const Laid laid = ask(counts, {false, false, -1});
        if (!laid.found) return true;
        if (arrange(position_, some, laid, after_))
            take({some.score + laid.score, some.kept});
        else
            anchor(some, some.score + laid.score);
        return worth_.score < bound;
    };
    for (const auto &some : some_anchors)
        if (worth_.score >= bound || !answer(anchored(position_, branch, some))) return;
    if (branch.counts.jokers_need || !branch.counts.jokers_spare) return;
    Branch without = branch;
    without.counts.jokers_spare = 0;
    answer(without);
}

bool Search::lay_out(const Branch &branch, const Laid &laid) {
    if (arrange(position_, branch, laid, after_)) return true;
    failed_ = true;
    return false;
}

void Search::take(const Worth &worth) {
    worth_ = worth;
    found_ = after_;
    found_any_ = true;
}

} // namespace tilerummy
