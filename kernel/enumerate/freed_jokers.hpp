// Finds placements whose freed jokers go only into melds that the rules allow (RULES 2.2, rule 4).
// Such melds use up tiles and allow nothing else. A placement that is possible with several such
// melds is therefore also possible with each one by itself, so if a meld by itself adds no new
// placement, combinations that include it are skipped.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "enumerate/code_set.hpp"
#include "enumerate/subset_codes.hpp"
#include "jokers/branches.hpp"
#include "jokers/joker_melds.hpp"

namespace tilerummy {

class FreedJokers {
  public:
    using CountSubsets = std::function<CodeSet(const Counts &)>;

    // *branch* is the relaxed branch of *plan*: freed jokers may go into any meld. *subsets*
    // computes the placements for given counts.
    FreedJokers(const Position &position, const JokerPlan &plan, const Branch &branch,
                const SubsetCodes &codes, CountSubsets subsets);

    // Finds those *missing* subsets that can be placed with lawful melds for the freed jokers.
    void look_for(CodeSet missing);

    CodeSet found;
    bool proven = true; // true if everything was searched

  private:
    // A meld that may take freed jokers, and a superset of the placements that are possible if it
    // does.
    struct Candidate {
        JokerMeld joker_meld;
        CodeSet at_most;
    };

    void choose(int freed, int most, std::size_t from, const CodeSet &hoped);
    void try_chosen(CodeSet hoped);
    CodeSet at_most(const JokerMeld &joker_meld);
    const CodeSet &beside(const JokerMelds &joker_melds);
    bool left_by(const JokerMelds &joker_melds, Counts &counts) const;
    bool over();

    const Position &position_;
    const JokerPlan &plan_;
    const Branch &branch_;
    const SubsetCodes &codes_;
    const CountSubsets subsets_;
    const Supply supply_;
    std::vector<std::vector<Candidate>> candidates_; // by the number of freed jokers they take
    JokerMelds chosen_;
    CodeSet missing_;
    int looked_at_ = 0, passed_ = 0;
    bool over_ = false;
    std::map<std::vector<std::uint8_t>, CodeSet> known_; // by the tiles that melds use
};

} // namespace tilerummy
