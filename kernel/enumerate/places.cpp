#include "enumerate/places.hpp"

#include <array>

namespace tilerummy {

const char *place_error(const Counts &counts) {
    std::array<std::array<int, kMaxNumbers + 2>, kMaxColours> crossing{}, starting{};
    std::array<int, kMaxNumbers + 1> groups{};
    for (const auto &run : counts.runs) {
        if (++starting[run.colour][run.first] > kMaxHere) return "too many old runs in one cell";
        for (int v = run.first; v <= run.last; ++v)
            if (++crossing[run.colour][v] > kMaxCrossing) return "too many old runs in one cell";
    }
    for (const auto &group : counts.groups)
        if (++groups[group.number] > kMaxHere) return "too many old groups of one number";
    return nullptr;
}

Places::Places(const Counts &of)
    : counts(of), jokers(of.jokers_need + of.jokers_spare), last(of.numbers + of.high) {
    groups_at_.resize(last + 1);
    for (int i = 0; i < int(counts.groups.size()); ++i)
        groups_at_[counts.groups[i].number].push_back(i);
    runs_at_.resize((last + 1) * kMaxColours);
    for (int i = 0; i < int(counts.runs.size()); ++i)
        runs_at_[counts.runs[i].first * kMaxColours + counts.runs[i].colour].push_back(i);
}

} // namespace tilerummy
