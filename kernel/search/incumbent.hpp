// Stores the best known play and solves branches that may improve it.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "dp/solve_counts.hpp"
#include "jokers/branches.hpp"
#include "model/solution.hpp"

namespace tilerummy {

// The rank of a play: its score, then the number of old melds left unchanged.
struct Rank {
    std::int64_t score = 0;
    int kept = 0;
    auto operator<=>(const Rank &) const = default;
};

class Incumbent {
  public:
    // If *careful* is set, solutions whose melds cannot be built are allowed for, and alternatives
    // are tried. Otherwise, such a solution sets `failed`, and the search must be repeated with
    // *careful*.
    Incumbent(const Position &position, bool careful) : position_(position), careful_(careful) {}

    void start_from(const std::vector<Meld> &after, const Rank &rank) {
        after_ = after;
        accept(rank);
    }

    Layout solve_checked(const Counts &counts, const SolveOptions &options);

    // Searches for the solution with the given *score* that leaves the most old melds unchanged,
    // which must be more than in the best known play. If *deferred* is set, jokers need not be
    // laid.
    Layout tidiest(const Branch &branch, std::int64_t score, bool deferred);

    // Replaces the best known play by a branch's solution if that is better. If another solution
    // with the same score leaves more melds unchanged, it is used instead.
    void accept_tidied(Branch &branch, const Layout &best);

    // Returns whether jokers may be deferred, that is, added to melds at the end.
    bool may_defer(const Branch &branch) const { return !careful_ && !branch.counts.at_least; }

    // Returns the score that a solution must exceed, as in SolveOptions.
    std::int64_t beat() const {
        const auto rank = rank_.score << 8 | (position_.tidy ? std::min(rank_.kept, 255) : 255);
        return std::max<std::int64_t>(255, rank);
    }

    const Rank &rank() const { return rank_; }
    bool careful() const { return careful_; }
    bool found() const { return found_any_; }
    bool failed() const { return failed_; }
    bool proven() const { return proven_; }

    // Records that a better play, or an equally good one with more melds unchanged, may have been
    // missed.
    void mark_unproven() { proven_ = false; }
    void mark_untidy() { tidy_ = false; }

    // Returns the best known play, which may be to lay nothing.
    Solution solution() {
        return {found_any_ ? std::move(found_) : position_.table, proven_, proven_ && tidy_};
    }

  private:
    void accept_carefully(Branch &branch, const Layout &best);
    void try_mixed_melds(const Branch &branch, std::int64_t bound);
    bool build(const Branch &branch, const Layout &layout);
    void accept(const Rank &rank);

    const Position &position_;
    const bool careful_;
    std::vector<Meld> found_, after_;
    Rank rank_;
    int mixed_tried_ = 0; // branches tried with a mixed meld
    bool proven_ = true, tidy_ = true, failed_ = false, found_any_ = false;
};

} // namespace tilerummy
