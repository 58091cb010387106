#include "conflicts.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tilerummy {
namespace {

constexpr int kMostOlds = 64, kMostConflicts = 40;
constexpr std::uint64_t kMostStates = 400; // looked at for one question
constexpr int kAsking = 40;                // and what it takes to ask at all
constexpr int kMostSteps = 2000;           // to find how few melds meet all conflicts

using Mask = std::uint64_t;

// Looks for the fewest melds of which every conflict has one.
struct Fewest {
    const std::vector<Mask> &conflicts;
    Mask found = ~0ull;
    int size = kMostOlds + 1, steps = 0;

    void look(Mask taken, int count) {
        if (++steps > kMostSteps) return;
        Mask open = 0, apart = 0;
        int more = 0, smallest = kMostOlds + 1;
        for (const Mask conflict : conflicts) {
            if (conflict & taken) continue;
            if (!(conflict & apart)) {
                ++more;
                apart |= conflict;
            }
            if (std::popcount(conflict) < smallest) {
                smallest = std::popcount(conflict);
                open = conflict;
            }
        }
        if (count + more >= size) return;
        if (!open) {
            found = taken;
            size = count;
            return;
        }
        // one of the smallest conflict is among them
        for (; open; open &= open - 1) look(taken | (open & -open), count + 1);
    }
};

} // namespace

Conflicts::Conflicts(const Counts &counts, bool saved, Budget::Clock::time_point until)
    : counts_(counts), saved_(saved), until_(until) {
    for (int i = 0; i < int(counts.runs.size()); ++i)
        if (counts.runs[i].bonus) olds_.push_back({false, i});
    for (int i = 0; i < int(counts.groups.size()); ++i)
        if (counts.groups[i].bonus) olds_.push_back({true, i});
    most_ = int(olds_.size());
}

void Conflicts::find(int left, int states) {
    states_ = states;
    if (int(olds_.size()) > kMostOlds) return;
    const Mask all = olds_.size() == kMostOlds ? ~0ull : (1ull << olds_.size()) - 1;
    while (true) {
        Fewest fewest{conflicts_};
        fewest.look(0, 0);
        if (fewest.steps > kMostSteps) return;
        most_ = int(olds_.size()) - fewest.size;
        if (left >= most_ || int(conflicts_.size()) == kMostConflicts) return;
        Mask conflict = all & ~fewest.found;
        if (!clash(conflict)) return;
        shorten(conflict);
        if (!conflict) return;
        conflicts_.push_back(conflict);
    }
}

// Leaves out of a conflict what it does not need, half of it at once at first.
void Conflicts::shorten(Mask &conflict) {
    for (int chunk = std::popcount(conflict) / 2; chunk; chunk /= 2)
        for (Mask rest = conflict; rest;) {
            Mask part = 0;
            for (int k = 0; k < chunk && rest; ++k, rest &= rest - 1) part |= rest & -rest;
            if (clash(conflict & ~part)) conflict &= ~part;
        }
}

// Whether it is sure that no answer leaves all of those as they are: with their tiles away, the rest
// cannot be laid. It is not sure where that takes long to find out.
bool Conflicts::clash(Mask left) {
    if (states_ <= 0) return false;
    Counts less = counts_;
    less.runs.clear();
    less.groups.clear();
    for (Mask rest = left; rest; rest &= rest - 1)
        if (!take(olds_[std::countr_zero(rest)], less)) return true;
    int at = 0; // olds_ are in the order of the counts
    for (const auto &run : counts_.runs) {
        const bool taken = run.bonus && left >> at++ & 1;
        if (run.core && !taken) less.runs.push_back(run);
    }
    for (const auto &group : counts_.groups) {
        const bool taken = group.bonus && left >> at++ & 1;
        if (group.core && !taken) less.groups.push_back(group);
    }
    Budget budget(kMostStates, until_);
    const Laid laid = lay(less, {false, saved_, -1, 0}, budget);
    states_ -= kAsking + int(kMostStates - budget.rest());
    return !laid.found && laid.proven;
}

// Takes the tiles of an old meld out of the counts; false if there are not as many.
bool Conflicts::take(const Old &old, Counts &less) const {
    if (old.group) {
        const auto &group = counts_.groups[old.index];
        if (group.core) return true;
        for (int c = 0; c < counts_.colours; ++c)
            if (group.colours >> c & 1 && !take_tile((group.number - 1) * counts_.colours + c, less))
                return false;
        return take_jokers(group.jokers, less);
    }
    const auto &run = counts_.runs[old.index];
    if (run.core) return true;
    for (int v = run.first; v <= run.last; ++v) {
        const int number = v > counts_.numbers ? 1 : v;
        const bool wild = run.wild >> v & 1;
        if (!(wild ? take_jokers(1, less)
                   : take_tile((number - 1) * counts_.colours + run.colour, less)))
            return false;
    }
    return true;
}

bool Conflicts::take_tile(int cell, Counts &less) const {
    if (less.need[cell]) {
        --less.need[cell];
        return true;
    }
    if (!less.spare[cell]) return false;
    --less.spare[cell];
    less.floor -= counts_.per_tile + (cell / counts_.colours + 1) * counts_.per_point;
    return true;
}

bool Conflicts::take_jokers(int count, Counts &less) const {
    const int needed = std::min(count, less.jokers_need);
    less.jokers_need -= needed;
    less.jokers_spare -= count - needed;
    less.floor -= (count - needed) * counts_.per_joker;
    return less.jokers_spare >= 0;
}

void Conflicts::apply(Counts &counts) const {
    std::vector<Mask> conflicts = conflicts_;
    std::sort(conflicts.begin(), conflicts.end(), [](Mask x, Mask y) {
        return std::pair(std::popcount(x), x) < std::pair(std::popcount(y), y);
    });
    Mask apart = 0;
    for (const Mask conflict : conflicts) {
        if (conflict & apart) continue;
        apart |= conflict;
        int first = std::countr_zero(conflict);
        for (Mask rest = conflict; rest; rest &= rest - 1)
            if (begins(std::countr_zero(rest)) < begins(first)) first = std::countr_zero(rest);
        const auto [group, index] = olds_[first];
        const bool never = std::has_single_bit(conflict);
        (group ? counts.groups[index].bonus : counts.runs[index].bonus) = !never;
        (group ? counts.groups[index].late : counts.runs[index].late) = !never;
    }
}

// The cell where an old meld begins to count, in the order in which they are laid.
int Conflicts::begins(int old) const {
    const auto [group, index] = olds_[old];
    if (group) return counts_.groups[index].number * kMostColours;
    return counts_.runs[index].first * kMostColours + counts_.runs[index].colour;
}

} // namespace tilerummy
