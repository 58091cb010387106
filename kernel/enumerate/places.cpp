#include "enumerate/places.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tilerummy {

const char *place_error(const Counts &counts) {
    std::array<std::array<int, kMostNumbers + 2>, kMostColours> crossing{}, starting{};
    std::array<int, kMostNumbers + 1> groups{};
    for (const auto &run : counts.runs) {
        if (++starting[run.colour][run.first] > kMostHere) return "too many old runs in one place";
        for (int v = run.first; v <= run.last; ++v)
            if (++crossing[run.colour][v] > kMostCrossing) return "too many old runs in one place";
    }
    for (const auto &group : counts.groups)
        if (++groups[group.number] > kMostHere) return "too many old groups of one number";
    return nullptr;
}

Places::Places(const Counts &of)
    : counts(of), jokers(of.jokers_need + of.jokers_spare), last(of.numbers + of.high) {
    groups_at_.resize(last + 1);
    for (int i = 0; i < int(counts.groups.size()); ++i)
        groups_at_[counts.groups[i].number].push_back(i);
    runs_at_.resize((last + 1) * kMostColours);
    for (int i = 0; i < int(counts.runs.size()); ++i)
        runs_at_[counts.runs[i].first * kMostColours + counts.runs[i].colour].push_back(i);
    give_slots();
    bound_later();
}

// Gives each old run worth a bonus a bit in its lane, different ones to those that overlap.
void Places::give_slots() {
    slot_.resize(counts.runs.size());
    std::array<std::array<int, kMostCrossing>, kMostColours> busy{};
    std::vector<int> order(counts.runs.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
        return counts.runs[i].first < counts.runs[j].first;
    });
    for (const int i : order) {
        const auto &run = counts.runs[i];
        if (!run.bonus) continue;
        for (int s = 0; s < kMostCrossing; ++s)
            if (busy[run.colour][s] < run.first) {
                busy[run.colour][s] = run.last;
                slot_[i] = s;
                break;
            }
    }
}

void Places::bound_later() {
    later_.assign((last + 2) * kMostColours, 0);
    std::int64_t sum = 0;
    for (int v = last; v >= 1; --v)
        for (int c = counts.colours - 1; c >= 0; --c) {
            later_[v * kMostColours + c] = sum;
            if (v <= counts.numbers) sum += spare(v, c) * worth(v) << 8;
            for (const int i : runs(v, c)) sum += counts.runs[i].bonus;
            if (c == 0)
                for (const int i : groups(v)) sum += counts.groups[i].bonus;
        }
}

std::uint16_t Places::groups_with_bonus(int place) const {
    std::uint16_t mask = 0;
    const auto &here = groups(place);
    for (int k = 0; k < int(here.size()); ++k)
        if (counts.groups[here[k]].bonus) mask |= 1u << k;
    return mask;
}

std::uint16_t Places::runs_with_bonus(int place, int colour) const {
    std::uint16_t mask = 0;
    const auto &here = runs(place, colour);
    for (int k = 0; k < int(here.size()); ++k)
        if (counts.runs[here[k]].bonus) mask |= 1u << k;
    return mask;
}

} // namespace tilerummy
