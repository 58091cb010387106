// The best play known so far, and how a branch is answered so that it may replace that play.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "dp/solve_counts.hpp"
#include "jokers/branches.hpp"
#include "model/solution.hpp"

namespace tilerummy {

// What is compared of two plays: their score, then how many old melds are left unchanged.
struct Worth {
    std::int64_t score = 0;
    int kept = 0;
    auto operator<=>(const Worth &) const = default;
};

class Incumbent {
  public:
    // One that is *careful* does not assume that melds can be built from every answer; else an
    // answer where they cannot makes it `failed`.
    Incumbent(const Position &position, bool careful) : position_(position), careful_(careful) {}

    // Begins with a play that is known, and its worth.
    void start_from(const std::vector<Meld> &after, const Worth &worth) {
        after_ = after;
        accept(worth);
    }

    // Solves counts, which are checked.
    Layout answer(const Counts &counts, const SolveOptions &options);

    // Looks for an answer that is worth *score* and leaves most old melds unchanged, more than the
    // best play known; jokers that are *deferred* need not be laid.
    Layout tidiest(const Branch &branch, std::int64_t score, bool deferred);

    // Accepts an answer to a branch, or one with the same score that leaves more melds unchanged, if
    // that is better than the best play known.
    void accept_tidied(Branch &branch, const Layout &best);

    // Whether jokers need not be laid at once: they can be added to some meld at the end.
    bool may_defer(const Branch &branch) const { return !careful_ && !branch.counts.at_least; }

    // What an answer must be worth more than to be of interest, as in SolveOptions.
    std::int64_t beat() const {
        const auto worth = worth_.score << 8 | (position_.tidy ? std::min(worth_.kept, 255) : 255);
        return std::max<std::int64_t>(255, worth);
    }

    const Worth &worth() const { return worth_; }
    bool careful() const { return careful_; }
    bool found() const { return found_any_; }
    bool failed() const { return failed_; }
    bool proven() const { return proven_; }

    // Notes that a better play, or one as good that leaves more melds unchanged, may have been missed.
    void mark_unproven() { proven_ = false; }
    void mark_untidy() { tidy_ = false; }

    // Returns the best play; no play if none that places a tile is known.
    Solution solution() {
        return {found_any_ ? std::move(found_) : position_.table, proven_, proven_ && tidy_};
    }

  private:
    void accept_carefully(Branch &branch, const Layout &best);
    void try_mixed_melds(const Branch &branch, std::int64_t bound);
    bool build(const Branch &branch, const Layout &layout);
    void accept(const Worth &worth);

    const Position &position_;
    const bool careful_;
    std::vector<Meld> found_, after_;
    Worth worth_;
    int mixed_tried_ = 0; // branches tried with a mixed meld
    bool proven_ = true, tidy_ = true, failed_ = false, found_any_ = false;
};

} // namespace tilerummy
