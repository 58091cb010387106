#include "jokers/mixed_melds.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr std::size_t kMaxMixedMelds = 50'000;

class MixedMeldFinder {
  public:
    MixedMeldFinder(const Position &position, const Branch &branch)
        : position_(position), branch_(branch),
          jokers_(branch.counts.jokers_need + branch.counts.jokers_spare) {}

    std::vector<MixedMeld> found;
    bool complete = true;

    void look() {
        for (int colour = 0; colour < position_.colours; ++colour)
            look_at_runs(colour, nullptr, -1);
        for (int number = 1; number <= position_.numbers; ++number) look_at_groups(number, {}, -1);
        std::array<int, kMaxColours> cores{};
        const auto &runs = branch_.counts.runs;
        for (int i = 0; i < int(runs.size()); ++i) {
            if (!runs[i].core) continue;
            // two runs of one colour that must stay intact could be joined, which is not tried here
            complete = complete && !cores[runs[i].colour]++;
            look_at_runs(runs[i].colour, &branch_.runs[i]->core, i);
        }
        const auto &groups = branch_.counts.groups;
        for (int i = 0; i < int(groups.size()); ++i)
            if (groups[i].core)
                look_at_groups(groups[i].number, branch_.groups[i]->core, int(runs.size()) + i);
    }

  private:
    bool has(int cell) const {
        const auto &counts = branch_.counts;
        return counts.need[cell] + counts.spare[cell] > branch_.shown[cell];
    }

    void look_at_runs(int colour, const Meld *core, int old) {
        const int numbers = position_.numbers;
        for (int length = 3; length <= numbers; ++length)
            for (int first = 1; first + length - 1 <= numbers + position_.high(); ++first) {
                const int last = first + length - 1;
                // without a core, runs of all numbers are tried only with a low 1
                if (!core && length == numbers && first != 1) continue;
                if (core && (core->first < first || core->last > last || core->size() == length))
                    continue;
                MixedMeld mixed_meld{
                    run_of(colour, first, last, core ? core->mask : 0), {}, {}, 0, old};
                fill(mixed_meld, core, first);
            }
    }

    void fill(MixedMeld &mixed_meld, const Meld *core, int place) {
        if (full_) return;
        Meld &run = mixed_meld.meld;
        if (core && place >= core->first && place <= core->last) place = core->last + 1;
        if (place > run.last) {
            if ((mixed_meld.jokers || !mixed_meld.shown.empty()) &&
                (core || !mixed_meld.numbered.empty()))
                add(mixed_meld);
            return;
        }
        const int cell = position_.cell(run.colour, place > position_.numbers ? 1 : place);
        if (has(cell)) {
            mixed_meld.numbered.push_back(cell);
            fill(mixed_meld, core, place + 1);
            mixed_meld.numbered.pop_back();
        }
        run.mask |= 1u << place;
        if (branch_.shown[cell]) {
            mixed_meld.shown.push_back(cell);
            fill(mixed_meld, core, place + 1);
            mixed_meld.shown.pop_back();
        }
        if (mixed_meld.jokers < jokers_) {
            ++mixed_meld.jokers;
            fill(mixed_meld, core, place + 1);
            --mixed_meld.jokers;
        }
        run.mask &= ~(1u << place);
    }

    void look_at_groups(int number, const Meld &core, int old) {
        MixedMeld mixed_meld{group_of(number, core.mask, core.group_jokers), {}, {}, 0, old};
        if (position_.colours >= 3) fill_group(mixed_meld, core, 0);
    }

    void fill_group(MixedMeld &mixed_meld, const Meld &core, int colour) {
        if (full_) return;
        Meld &group = mixed_meld.meld;
        if (colour == position_.colours) {
            const int size = group.size(), most = std::min(jokers_, position_.colours - size);
            for (int jokers = std::max(mixed_meld.shown.empty() ? 1 : 0, 3 - size);
                 group.mask && jokers <= most; ++jokers) {
                MixedMeld some = mixed_meld;
                some.jokers = jokers;
                some.meld.group_jokers += jokers;
                add(some);
            }
            return;
        }
        fill_group(mixed_meld, core, colour + 1);
        if (core.mask >> colour & 1) return;
        const int cell = position_.cell(colour, group.first);
        if (has(cell)) {
            mixed_meld.numbered.push_back(cell);
            group.mask |= 1u << colour;
            fill_group(mixed_meld, core, colour + 1);
            group.mask &= ~(1u << colour);
            mixed_meld.numbered.pop_back();
        }
        if (branch_.shown[cell]) {
            mixed_meld.shown.push_back(cell);
            ++group.group_jokers;
            fill_group(mixed_meld, core, colour + 1);
            --group.group_jokers;
            mixed_meld.shown.pop_back();
        }
    }

    void add(const MixedMeld &mixed_meld) {
        if (found.size() < kMaxMixedMelds)
            found.push_back(mixed_meld);
        else
            full_ = true;
        if (full_ || (!(found.size() & 255) && position_.late_after(16))) {
            full_ = true;
            complete = false;
        }
    }

    const Position &position_;
    const Branch &branch_;
    const int jokers_;
    bool full_ = false; // too many, or too late
};

} // namespace

std::vector<MixedMeld> mixed_melds(const Position &position, const Branch &branch, bool &complete) {
    MixedMeldFinder mixed_melds(position, branch);
    mixed_melds.look();
    complete = complete && mixed_melds.complete;
    std::stable_sort(mixed_melds.found.begin(), mixed_melds.found.end(),
                     [](const MixedMeld &x, const MixedMeld &y) { return x.jokers > y.jokers; });
    return std::move(mixed_melds.found);
}

Branch with_mixed_meld(const Position &position, const Branch &branch,
                       const MixedMeld &mixed_meld) {
    Branch some = branch;
    auto &counts = some.counts;
    const auto take = [&](int cell) {
        if (counts.need[cell]) {
            --counts.need[cell];
            return;
        }
        --counts.spare[cell];
        some.score += counts.per_tile + position.number(cell) * counts.per_point;
    };
    for (const int cell : mixed_meld.shown) {
        take(cell);
        --some.shown[cell];
    }
    for (const int cell : mixed_meld.numbered) take(cell);
    const int more = std::max(0, mixed_meld.jokers - counts.jokers_need);
    counts.jokers_need -= mixed_meld.jokers - more;
    counts.jokers_spare -= more;
    some.score += more * counts.per_joker;
    const Meld &meld = mixed_meld.meld;
    int points = meld.group ? meld.first * meld.size() : 0;
    for (int v = meld.first; v <= meld.last; ++v) points += v > position.numbers ? 1 : v;
    counts.at_least = std::max(0, counts.at_least - points);
    const int runs = int(counts.runs.size());
    if (mixed_meld.old >= runs) {
        some.groups.erase(some.groups.begin() + mixed_meld.old - runs);
        counts.groups.erase(counts.groups.begin() + mixed_meld.old - runs);
    } else if (mixed_meld.old >= 0) {
        some.runs.erase(some.runs.begin() + mixed_meld.old);
        counts.runs.erase(counts.runs.begin() + mixed_meld.old);
    }
    some.melds.push_back(meld);
    return some;
}

} // namespace tilerummy
