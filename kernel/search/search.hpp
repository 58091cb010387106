// Branches answered in turn: what is worth most is found first, and then, of that, what leaves most
// melds as they are.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "jokers/branches.hpp"
#include "dp/solve_counts.hpp"
#include "model/solution.hpp"

namespace tilerummy {

// What is compared of two answers: their worth, then the old melds left as they are.
struct Worth {
    std::int64_t score = 0;
    int kept = 0;
    auto operator<=>(const Worth &) const = default;
};

class Search {
  public:
    // Who is *careful* takes nothing for granted that may turn out not to be possible.
    Search(const Position &position, bool careful) : position_(position), careful_(careful) {}

    // Begins with a play that is known, and worth that.
    void know(const std::vector<Meld> &after, const Worth &worth) {
        after_ = after;
        take(worth);
    }

    // Looks for the best play; false if an answer could not be laid, so that care has to be taken.
    bool run(Solution &solution);

    // Answers counts that are not refused.
    Laid ask(const Counts &counts, const Asked &asked);

    // Looks for an answer that is worth *score* and leaves as many old melds as can be, more than the
    // best one known; jokers that are *saved* need not be laid.
    Laid tidiest(const Branch &branch, std::int64_t score, bool saved);

    // Remembers an answer, or one as good that leaves more melds, if that is better.
    void take_tidied(Branch &branch, const Laid &best);

    // Whether jokers need not be laid at once, as they can be added somewhere at the end.
    bool saves(const Branch &branch) const { return !careful_ && !branch.counts.at_least; }

    const Worth &worth() const { return worth_; }

    // What an answer must be worth more than to be of interest, as Asked has it.
    std::int64_t beat() const {
        const auto worth = worth_.score << 8 | (position_.tidy ? std::min(worth_.kept, 255) : 255);
        return std::max<std::int64_t>(255, worth);
    }

    // Gives up the claim that no better play, or none as good that is tidier, was passed over.
    void doubt() { proven_ = false; }
    void leave_untidy() { tidy_ = false; }
    bool failed() const { return failed_; }

  private:
    struct Promising {
        std::int64_t bound;
        Settlement settlement;
        Branch branch;
        Laid laid;
    };

    void search();
    void take_carefully(Branch &branch, const Laid &best);
    void anchor(const Branch &branch, std::int64_t bound);
    bool lay_out(const Branch &branch, const Laid &laid);
    void take(const Worth &worth);

    const Position &position_;
    const bool careful_;
    std::vector<Meld> found_, after_;
    Worth worth_;
    int anchored_ = 0; // branches with melds for jokers that would lie alone
    bool proven_ = true, tidy_ = true, failed_ = false, found_any_ = false;
};

} // namespace tilerummy
