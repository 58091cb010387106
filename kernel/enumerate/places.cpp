#include "enumerate/places.hpp"

#include <array>

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
}

} // namespace tilerummy
