#include "enumerate/enumerate.hpp"

#include <algorithm>
#include <utility>

#include "enumerate/count_subsets.hpp"
#include "enumerate/freed_jokers.hpp"
#include "enumerate/subset_codes.hpp"
#include "jokers/branches.hpp"
#include "model/solution.hpp"
#include "search/solve.hpp"

namespace tilerummy {
namespace {

constexpr std::size_t kStatesOfPlan = 4; // the cost of a joker plan in states

// Tries all joker plans and collects their placements.
class Enumeration {
  public:
    Enumeration(const Position &position, const std::vector<std::uint8_t> &shifts)
        : position_(position), codes_(position, shifts) {}

    Placements all() {
        look();
        subtract(found_, empty_subset());
        leave();
        check();
        return {std::move(found_), proven_};
    }

  private:
    void look() {
        JokerPlans plans(position_);
        while (plans.next()) {
            if (position_.late_after(kStatesOfPlan + found_.size() / kBlocksOfState)) {
                proven_ = false;
                return;
            }
            Branch branch;
            if (!make_branch(position_, *plans, nullptr, branch)) continue;
            CodeSet set = subsets_of(branch.counts);
            if (!branch.relaxed) {
                unite(found_, set);
                continue;
            }
            subtract(set, found_);
            FreedJokers freed(position_, *plans, branch, codes_,
                              [this](const Counts &counts) { return subsets_of(counts); });
            freed.look_for(std::move(set));
            unite(found_, freed.found);
            proven_ = proven_ && freed.proven;
        }
        if (plans.is_cut()) proven_ = false;
    }

    // Returns the placements allowed by *counts*, including the tiles that must be placed.
    CodeSet subsets_of(const Counts &counts) {
        Counts cores = counts;
        cores.budget = position_.budget;
        std::erase_if(cores.runs, [](const OldRun &run) { return !run.core; });
        std::erase_if(cores.groups, [](const OldGroup &group) { return !group.core; });
        if (position_.late() || shift_error(cores, codes_.shifts())) {
            proven_ = false;
            return {};
        }
        const Subsets subsets = count_subsets(
            cores, codes_.shifts(), Budget(0, position_.until, position_.shared_budget));
        proven_ = proven_ && subsets.complete;
        if (!subsets.complete || subsets.codes.empty()) return {};
        return shifted(subsets.codes, codes_.code(placed(counts)));
    }

    // Returns the rack tiles that are placed in every solution of *counts*.
    Tiles placed(const Counts &counts) const {
        Tiles tiles{};
        for (int cell = 0; cell < position_.cells(); ++cell)
            tiles[cell] = position_.rack[cell] - counts.spare[cell];
        const bool usable = position_.kind != Kind::open || position_.joker_opens;
        tiles[kJoker] = usable ? position_.rack_jokers - counts.jokers_spare : 0;
        return tiles;
    }

    void leave() {
        if (!position_.must_leave()) return;
        Tiles every{};
        for (int cell = 0; cell < position_.cells(); ++cell)
            if (position_.leave[cell]) every[cell] = position_.rack[cell];
        if (position_.leave_jokers) every[kJoker] = position_.rack_jokers;
        CodeSet nothing_left = found_;
        codes_.keep_with(nothing_left, every);
        subtract(found_, nothing_left);
    }

    // Removes subsets whose melds are valid only in the count model: melds of jokers only, and runs
    // from a low to a high 1. Also removes subsets that there is no time to check.
    void check() {
        CodeSet doubtful = found_;
        if (!has_long_runs()) {
            int lacking = 3;
            for (const auto &meld : position_.table) lacking -= meld.jokers();
            Tiles jokers{};
            jokers[kJoker] = std::uint8_t(std::max(0, lacking));
            codes_.keep_with(doubtful, jokers);
        }
        if (doubtful.empty()) return;
        CodeSet lawful;
        for_codes(doubtful, [&](std::uint64_t code) {
            if (position_.late()) {
                proven_ = false;
                return false;
            }
            if (can_be_placed(position_, codes_.tiles(code), proven_)) add(lawful, code);
            return true;
        });
        subtract(found_, doubtful);
        unite(found_, lawful);
    }

    static void add(CodeSet &set, std::uint64_t code) {
        const std::uint64_t key = code >> kBlockBits;
        if (set.empty() || set.back().key != key) set.push_back({key, {}});
        set.back().words[code >> 6 & (kWords - 1)] |= std::uint64_t(1) << (code & 63);
    }

    // Returns whether runs on the table could become part of a run from a low to a high 1.
    bool has_long_runs() const {
        if (!position_.one_high) return false;
        std::array<int, kMaxColours> lengths{};
        for (const auto &meld : position_.table)
            if (!meld.group) lengths[meld.colour] += meld.size();
        return std::any_of(lengths.begin(), lengths.end(),
                           [&](int n) { return n >= position_.numbers - 3; });
    }

    const Position &position_;
    const SubsetCodes codes_;
    CodeSet found_;
    bool proven_ = true;
};

} // namespace

bool can_be_placed(const Position &position, const Tiles &tiles, bool &proven) {
    Position less = position;
    less.rack = tiles;
    less.rack[kJoker] = 0;
    less.rack_jokers = tiles[kJoker];
    less.leave = {};
    less.leave_jokers = 0;
    less.tidy = false;
    const Solution solution = solve(less);
    const bool all = places_all(less, solution.after);
    if (!all && !solution.proven) proven = false;
    return all;
}

const char *shift_error(const Position &position, const std::vector<std::uint8_t> &shifts) {
    Counts counts{};
    counts.numbers = position.numbers;
    counts.colours = position.colours;
    counts.need.assign(position.cells(), 0);
    counts.spare.assign(position.rack.begin(), position.rack.begin() + position.cells());
    counts.jokers_spare = position.rack_jokers;
    return shift_error(counts, shifts);
}

Placements enumerate(const Position &position, const std::vector<std::uint8_t> &shifts) {
    return Enumeration(position, shifts).all();
}

} // namespace tilerummy
