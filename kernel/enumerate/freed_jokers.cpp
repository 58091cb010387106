#include "enumerate/freed_jokers.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tilerummy {
namespace {

constexpr int kMaxPlacements = 20'000; // of freed jokers, tried for one plan
constexpr int kMaxPassed = 5'000'000;

// Returns a key for caching: all numbered tiles, represented tiles and jokers that the melds use.
std::vector<std::uint8_t> taken_by(const Position &position, const JokerMelds &joker_melds) {
    std::vector<std::uint8_t> numbered, shown;
    int freed = 0, from_rack = 0;
    for (const auto *joker_meld : joker_melds) {
        for_numbered(position, joker_meld->meld, [&](int cell) { numbered.push_back(cell); });
        shown.insert(shown.end(), joker_meld->shown.begin(), joker_meld->shown.end());
        freed += joker_meld->freed;
        from_rack += joker_meld->from_rack;
    }
    std::sort(numbered.begin(), numbered.end());
    std::sort(shown.begin(), shown.end());
    numbered.push_back(255);
    numbered.insert(numbered.end(), shown.begin(), shown.end());
    numbered.insert(numbered.end(), {255, std::uint8_t(freed), std::uint8_t(from_rack)});
    return numbered;
}

Tiles counted(const Position &position, const Meld &meld) {
    Tiles tiles{};
    for_numbered(position, meld, [&](int cell) { ++tiles[cell]; });
    return tiles;
}

} // namespace

FreedJokers::FreedJokers(const Position &position, const JokerPlan &plan, const Branch &branch,
                         const SubsetCodes &codes, CountSubsets subsets)
    : position_(position), plan_(plan), branch_(branch), codes_(codes),
      subsets_(std::move(subsets)), supply_(position, plan) {}

void FreedJokers::look_for(CodeSet missing) {
    missing_ = std::move(missing);
    if (missing_.empty()) return;
    candidates_.resize(plan_.freed + 1);
    for (int n = 1; n <= plan_.freed; ++n) {
        std::set<std::vector<std::uint8_t>> seen;
        for (auto &joker_meld : supply_.joker_melds(n, proven)) {
            if (over()) return;
            if (!seen.insert(taken_by(position_, {&joker_meld})).second) continue;
            CodeSet hoped = at_most(joker_meld);
            intersect(hoped, missing_);
            if (!hoped.empty()) candidates_[n].push_back({std::move(joker_meld), std::move(hoped)});
        }
    }
    const CodeSet hoped = missing_;
    choose(plan_.freed, plan_.freed, 0, hoped);
}

// Chooses melds for *freed* jokers, at most *most* per meld. Candidates for exactly *most* jokers
// are tried from index *from* on. *hoped* contains the placements that the melds chosen so far may
// allow.
void FreedJokers::choose(int freed, int most, std::size_t from, const CodeSet &hoped) {
    if (!freed) return try_chosen(hoped);
    for (int n = std::min(freed, most); n; --n)
        for (std::size_t i = n == most ? from : 0; i < candidates_[n].size(); ++i) {
            if (over() || missing_.empty()) return;
            const Candidate &candidate = candidates_[n][i];
            chosen_.push_back(&candidate.joker_meld);
            if (supply_.suffices(chosen_)) {
                CodeSet less = candidate.at_most;
                position_.late_after(less.size() / kBlocksOfState);
                intersect(less, hoped);
                if (!less.empty()) choose(freed - n, n, i, less);
            }
            chosen_.pop_back();
        }
}

void FreedJokers::try_chosen(CodeSet hoped) {
    intersect(hoped, missing_);
    if (hoped.empty()) return;
    intersect(hoped, beside(chosen_));
    if (hoped.empty()) return;
    ++looked_at_;
    const JokerPlan plan = supply_.plan_with(chosen_);
    for (const auto &due : supply_.dues(chosen_, proven)) {
        CodeSet some = hoped;
        if (plan.meld_plans == plan_.meld_plans) {
            codes_.keep_with(some, due);
        } else { // old melds must be intact beside the chosen ones
            const JokerPlacement placement{chosen_, due};
            Branch branch;
            if (!make_branch(position_, plan, &placement, branch)) continue;
            intersect(some, subsets_(branch.counts));
        }
        unite(found, some);
        subtract(missing_, some);
    }
    if (looked_at_ < kMaxPlacements || missing_.empty()) return;
    proven = false;
    over_ = true;
}

// Returns an upper bound on the placements that are possible with a meld, regardless of the other
// melds.
CodeSet FreedJokers::at_most(const JokerMeld &joker_meld) {
    CodeSet set = beside({&joker_meld});
    if (position_.reuse == Reuse::rack_only) {
        codes_.keep_with(set, counted(position_, joker_meld.meld));
    } else if (position_.reuse == Reuse::new_meld_with_rack && joker_meld.from_rack < 2) {
        // try every choice of the meld's tiles that must come from the rack
        std::vector<int> held;
        for_numbered(position_, joker_meld.meld, [&](int cell) {
            if (position_.rack[cell]) held.push_back(cell);
        });
        CodeSet several;
        for (std::size_t i = 0; i < held.size(); ++i)
            for (std::size_t j = joker_meld.from_rack ? i : i + 1;
                 j < (joker_meld.from_rack ? i + 1 : held.size()); ++j) {
                Tiles tiles{};
                tiles[held[i]] = tiles[held[j]] = 1;
                CodeSet some = set;
                codes_.keep_with(some, tiles);
                unite(several, some);
            }
        set = std::move(several);
    }
    return set;
}

// Returns all placements that are possible with these melds if all other freed jokers may go into
// any meld.
const CodeSet &FreedJokers::beside(const JokerMelds &joker_melds) {
    const auto [known, is_new] = known_.try_emplace(taken_by(position_, joker_melds));
    Counts counts;
    if (is_new && left_by(joker_melds, counts)) known->second = subsets_(counts);
    return known->second;
}

// Computes the counts that remain after *joker_melds* are laid. Returns false if there are too few
// tiles.
bool FreedJokers::left_by(const JokerMelds &joker_melds, Counts &counts) const {
    std::array<int, kCells> used{}, shows{};
    int freed = 0, from_rack = 0;
    for (const auto *joker_meld : joker_melds) {
        for_numbered(position_, joker_meld->meld, [&](int cell) { ++used[cell]; });
        for (const int cell : joker_meld->shown) ++shows[cell];
        freed += joker_meld->freed;
        from_rack += joker_meld->from_rack;
    }
    counts = branch_.counts;
    for (int cell = 0; cell < position_.cells(); ++cell) {
        if (!used[cell] && !shows[cell]) continue;
        const int on_table = counts.need[cell] - branch_.shown[cell];
        const int more = std::max(0, used[cell] - on_table);
        const int need = counts.need[cell] - (used[cell] - more + shows[cell]);
        if (more > counts.spare[cell] || need < 0) return false;
        counts.spare[cell] -= more;
        counts.need[cell] = std::uint8_t(need);
    }
    const int due = position_.jokers_due ? from_rack : 0;
    if (from_rack - due > counts.jokers_spare) return false;
    counts.jokers_need -= freed + due;
    counts.jokers_spare -= from_rack - due;
    return counts.jokers_need >= 0;
}

bool FreedJokers::over() {
    if (++passed_ > kMaxPassed || (!(passed_ & 63) && position_.late_after(16))) {
        proven = false;
        over_ = true;
    }
    return over_;
}

} // namespace tilerummy
