#include "lay.hpp"

#include <array>
#include <bit>

namespace tilerummy {
namespace {

const char *refusal_of_runs(const Counts &counts) {
    const int last = counts.numbers + counts.high;
    std::array<std::array<int, kMostNumbers + 2>, kMostColours> crossing{}, starting{};
    for (const auto &run : counts.runs) {
        if (std::popcount(run.wild) > kMost || run.colour < 0 || run.colour >= counts.colours ||
            run.first < 1 || run.last > last || run.last - run.first < 2)
            return "an old run is out of range";
        if (++starting[run.colour][run.first] > kMostHere) return "too many old runs in one place";
        for (int v = run.first; v <= run.last; ++v)
            if (++crossing[run.colour][v] > kMostCrossing) return "too many old runs in one place";
    }
    return nullptr;
}

const char *refusal_of_groups(const Counts &counts) {
    std::array<int, kMostNumbers + 1> here{};
    for (const auto &group : counts.groups) {
        if (group.number < 1 || group.number > counts.numbers || group.room < 0 ||
            group.room > kMostColours || group.jokers < 0 || group.jokers > kMost ||
            group.colours < 1 || group.colours >> counts.colours)
            return "an old group is out of range";
        if (++here[group.number] > kMostHere) return "too many old groups of one number";
    }
    return nullptr;
}

} // namespace

const char *refusal(const Counts &counts) {
    const std::size_t cells = std::size_t(counts.numbers) * counts.colours;
    if (counts.numbers < 3 || counts.numbers > kMostNumbers) return "numbers out of range";
    if (counts.colours < 2 || counts.colours > kMostColours) return "colours out of range";
    if (counts.need.size() != cells || counts.spare.size() != cells) return "cells do not fit";
    const int jokers = counts.jokers_need + counts.jokers_spare;
    if (counts.jokers_need < 0 || counts.jokers_spare < 0 || jokers > kMost) return "too many jokers";
    for (std::size_t i = 0; i < cells; ++i)
        if (counts.need[i] + counts.spare[i] + jokers > kMost) return "too many equal tiles";
    for (const auto worth : {counts.per_tile, counts.per_point, counts.per_joker})
        if (worth < 0 || worth > std::int64_t(1) << 34) return "a worth is out of range";
    if (counts.at_least < 0 || counts.at_least > 60000) return "points are out of range";
    if (counts.runs.size() + counts.groups.size() > 250) return "too many old melds";
    if (const char *why = refusal_of_runs(counts)) return why;
    return refusal_of_groups(counts);
}

} // namespace tilerummy
