#include "anchoring.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr std::size_t kMostAnchors = 50'000;

class Anchors {
  public:
    Anchors(const Position &position, const Branch &branch)
        : position_(position), counts_(branch.counts),
          jokers_(counts_.jokers_need + counts_.jokers_spare) {
        for (int cell = 0; cell < position.cells(); ++cell)
            there_.push_back(counts_.need[cell] + counts_.spare[cell] > branch.shown[cell]);
    }

    std::vector<Meld> found;
    bool whole = true;

    void look() {
        const int numbers = position_.numbers;
        for (int colour = 0; colour < position_.colours; ++colour)
            for (int length = 3; length <= numbers; ++length)
                for (int first = 1; first + length - 1 <= numbers + position_.high(); ++first)
                    // a run of every number has a low 1
                    if (length < numbers || first == 1)
                        fill(colour, first, first + length - 1, first, 0);
        for (int number = 1; position_.colours >= 3 && number <= numbers; ++number) look(number);
    }

  private:
    // Fills the places of a run from *place* on.
    void fill(int colour, int first, int last, int place, std::uint32_t wild) {
        if (std::popcount(wild) > jokers_) return;
        if (place > last) {
            if (wild && std::popcount(wild) <= last - first) add(run_of(colour, first, last, wild));
            return;
        }
        const int number = place > position_.numbers ? 1 : place;
        if (there_[position_.cell(colour, number)]) fill(colour, first, last, place + 1, wild);
        fill(colour, first, last, place + 1, wild | 1u << place);
    }

    void look(int number) {
        std::uint32_t all = 0;
        for (int c = 0; c < position_.colours; ++c)
            all |= std::uint32_t(there_[position_.cell(c, number)]) << c;
        for (std::uint32_t mask = all; mask; mask = (mask - 1) & all) {
            const int tiles = std::popcount(mask);
            const int most = std::min(jokers_, position_.colours - tiles);
            for (int jokers = std::max(1, 3 - tiles); jokers <= most; ++jokers)
                add(group_of(number, mask, jokers));
        }
    }

    void add(const Meld &meld) {
        if (found.size() < kMostAnchors)
            found.push_back(meld);
        else
            whole = false;
    }

    const Position &position_;
    const Counts &counts_;
    const int jokers_;
    std::vector<std::uint8_t> there_;
};

} // namespace

std::vector<Meld> anchors(const Position &position, const Branch &branch, bool &whole) {
    Anchors anchors(position, branch);
    anchors.look();
    whole = whole && anchors.whole;
    std::stable_sort(anchors.found.begin(), anchors.found.end(),
                     [](const Meld &x, const Meld &y) { return x.jokers() > y.jokers(); });
    return std::move(anchors.found);
}

Branch anchored(const Position &position, const Branch &branch, const Meld &meld) {
    Branch some = branch;
    auto &counts = some.counts;
    for_naturals(position, meld, [&](int cell) {
        if (counts.need[cell]) {
            --counts.need[cell];
            return;
        }
        --counts.spare[cell];
        some.score += counts.per_tile + position.number(cell) * counts.per_point;
    });
    const int more = std::max(0, meld.jokers() - counts.jokers_need);
    counts.jokers_need -= meld.jokers() - more;
    counts.jokers_spare -= more;
    some.score += more * counts.per_joker;
    int points = 0;
    for (int v = meld.first; v <= meld.last; ++v) points += v > position.numbers ? 1 : v;
    if (meld.group) points = meld.first * meld.size();
    counts.at_least = std::max(0, counts.at_least - points);
    some.melds.push_back(meld);
    return some;
}

bool anchors_suffice(const Branch &branch) {
    const auto core = [](const auto &old) { return old.core; };
    const auto &runs = branch.counts.runs;
    const auto &groups = branch.counts.groups;
    return std::none_of(runs.begin(), runs.end(), core) &&
           std::none_of(groups.begin(), groups.end(), core) && branch.shown == Tiles{};
}

} // namespace tilerummy
