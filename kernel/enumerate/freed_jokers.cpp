#include "enumerate/freed_jokers.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "jokers/trace.hpp"

namespace tilerummy {
namespace {

constexpr int kMostPlacements = 20'000; // of freed jokers, looked at for one plan
constexpr int kMostPassed = 5'000'000;

// What melds take: the same for melds that differ only in which tiles their jokers represent.
std::vector<std::uint8_t> taken_by(const Position &position, const Homes &homes) {
    std::vector<std::uint8_t> naturals, shown;
    int freed = 0, racked = 0;
    for (const auto *home : homes) {
        for_naturals(position, home->meld, [&](int cell) { naturals.push_back(cell); });
        shown.insert(shown.end(), home->shown.begin(), home->shown.end());
        freed += home->freed;
        racked += home->racked;
    }
    std::sort(naturals.begin(), naturals.end());
    std::sort(shown.begin(), shown.end());
    naturals.push_back(255);
    naturals.insert(naturals.end(), shown.begin(), shown.end());
    naturals.insert(naturals.end(), {255, std::uint8_t(freed), std::uint8_t(racked)});
    return naturals;
}

Tiles counted(const Position &position, const Meld &meld) {
    Tiles tiles{};
    for_naturals(position, meld, [&](int cell) { ++tiles[cell]; });
    return tiles;
}

} // namespace

FreedJokers::FreedJokers(const Position &position, const Settlement &settlement,
                         const Branch &branch, const SubsetCodes &codes, CountSubsets subsets)
    : position_(position), settlement_(settlement), branch_(branch), codes_(codes),
      subsets_(std::move(subsets)), supply_(position, settlement) {}

void FreedJokers::look_for(CodeSet missing) {
    missing_ = std::move(missing);
    if (missing_.empty()) return;
    candidates_.resize(settlement_.freed + 1);
    for (int n = 1; n <= settlement_.freed; ++n) {
        std::set<std::vector<std::uint8_t>> seen;
        for (auto &home : supply_.homes(n, proven)) {
            if (over()) return;
            if (!seen.insert(taken_by(position_, {&home})).second) continue;
            CodeSet hoped = at_most(home);
            intersect(hoped, missing_);
            if (!hoped.empty()) candidates_[n].push_back({std::move(home), std::move(hoped)});
        }
    }
    const CodeSet hoped = missing_;
    choose(settlement_.freed, settlement_.freed, 0, hoped);
}

// Chooses melds for so many freed jokers, none for more than *most*; *from* says from where on melds
// for that many are still to be chosen. *hoped* is what the melds chosen so far may let be placed.
void FreedJokers::choose(int freed, int most, std::size_t from, const CodeSet &hoped) {
    if (!freed) return try_chosen(hoped);
    for (int n = std::min(freed, most); n; --n)
        for (std::size_t i = n == most ? from : 0; i < candidates_[n].size(); ++i) {
            if (over() || missing_.empty()) return;
            const Candidate &candidate = candidates_[n][i];
            chosen_.push_back(&candidate.home);
            if (supply_.suffices(chosen_)) {
                CodeSet less = candidate.at_most;
                intersect(less, hoped);
                if (!less.empty()) choose(freed - n, n, i, less);
            }
            chosen_.pop_back();
        }
}

// Finds what can be placed with the melds chosen.
void FreedJokers::try_chosen(CodeSet hoped) {
    intersect(hoped, missing_);
    if (hoped.empty()) return;
    intersect(hoped, beside(chosen_));
    if (hoped.empty()) return;
    ++looked_at_;
    for (const auto &due : dues(supply_, chosen_, proven)) {
        CodeSet some = hoped;
        codes_.keep_with(some, due);
        unite(found, some);
        subtract(missing_, some);
    }
    if (looked_at_ < kMostPlacements || missing_.empty()) return;
    proven = false;
    over_ = true;
}

// What can be placed with one meld at most, whatever the others are.
CodeSet FreedJokers::at_most(const Home &home) {
    CodeSet set = beside({&home});
    if (position_.reuse == Reuse::rack_only) {
        codes_.keep_with(set, counted(position_, home.meld));
    } else if (position_.reuse == Reuse::new_meld_with_rack && home.racked < 2) {
        // as many of its tiles as it needs come from the rack, in one way or another
        std::vector<int> held;
        for_naturals(position_, home.meld, [&](int cell) {
            if (position_.rack[cell]) held.push_back(cell);
        });
        CodeSet several;
        for (std::size_t i = 0; i < held.size(); ++i)
            for (std::size_t j = home.racked ? i : i + 1; j < (home.racked ? i + 1 : held.size()); ++j) {
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

// All that can be placed with these melds, other freed jokers lying anywhere.
const CodeSet &FreedJokers::beside(const Homes &homes) {
    const auto [known, is_new] = known_.try_emplace(taken_by(position_, homes));
    Counts counts;
    if (is_new && left_by(homes, counts)) known->second = subsets_(counts);
    return known->second;
}

// Finds what *homes* leave to be laid; false if there are not so many tiles.
bool FreedJokers::left_by(const Homes &homes, Counts &counts) const {
    std::array<int, kCells> used{}, shows{};
    int freed = 0, racked = 0;
    for (const auto *home : homes) {
        for_naturals(position_, home->meld, [&](int cell) { ++used[cell]; });
        for (const int cell : home->shown) ++shows[cell];
        freed += home->freed;
        racked += home->racked;
    }
    counts = branch_.counts;
    for (int cell = 0; cell < position_.cells(); ++cell) {
        if (!used[cell] && !shows[cell]) continue;
        const int lying = counts.need[cell] - branch_.shown[cell];
        const int more = std::max(0, used[cell] - lying);
        const int need = counts.need[cell] - (used[cell] - more + shows[cell]);
        if (more > counts.spare[cell] || need < 0) return false;
        counts.spare[cell] -= more;
        counts.need[cell] = std::uint8_t(need);
    }
    const int due = position_.jokers_due ? racked : 0;
    if (racked - due > counts.jokers_spare) return false;
    counts.jokers_need -= freed + due;
    counts.jokers_spare -= racked - due;
    return counts.jokers_need >= 0;
}

bool FreedJokers::over() {
    if (++passed_ > kMostPassed || (!(passed_ & 63) && position_.late())) {
        proven = false;
        over_ = true;
    }
    return over_;
}

} // namespace tilerummy
