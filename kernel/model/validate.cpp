#include "model/validate.hpp"

#include <array>
#include <bit>

namespace tilerummy {
namespace {

bool in_range(const OldRun &run, const Counts &counts) {
    return run.colour >= 0 && run.colour < counts.colours && run.first >= 1 &&
           run.last <= counts.numbers + counts.high && run.last - run.first >= 2 &&
           std::popcount(run.wild) <= kMaxCopies;
}

bool in_range(const OldGroup &group, const Counts &counts) {
    return group.number >= 1 && group.number <= counts.numbers && group.room >= 0 &&
           group.room <= kMaxColours && group.jokers >= 0 && group.jokers <= kMaxCopies &&
           group.colours >= 1 && !(group.colours >> counts.colours);
}

bool is_meld(const Meld &meld, const Position &position) {
    if (meld.size() < 3 || meld.jokers() >= meld.size()) return false;
    if (meld.group) return meld.size() <= position.colours && !(meld.mask >> position.colours);
    const int last = position.numbers + (meld.first > 1 && position.high());
    const std::uint32_t places = (2u << meld.last) - (1u << meld.first);
    return meld.last <= last && !(meld.mask & ~places);
}

} // namespace

const char *validation_error(const Position &position) {
    std::array<int, kCells> tiles{};
    int jokers = position.rack_jokers;
    for (int cell = 0; cell < position.cells(); ++cell) {
        if (position.leave[cell] > position.rack[cell]) return "tiles to leave are not on the rack";
        if (position.required[cell] > position.rack[cell])
            return "required tiles are not on the rack";
        if (position.required[cell] && position.must_leave()) return "tiles both required and to leave";
        tiles[cell] = position.rack[cell];
    }
    if (position.leave_jokers > jokers) return "jokers to leave are not on the rack";
    if (position.required_jokers > jokers) return "required jokers are not on the rack";
    if (position.required_jokers && position.must_leave()) return "tiles both required and to leave";
    for (const auto &meld : position.table) {
        if (!is_meld(meld, position)) return "invalid meld";
        for_numbered(position, meld, [&](int cell) { ++tiles[cell]; });
        jokers += meld.jokers();
    }
    for (const int n : tiles)
        if (n + jokers > kMaxCopies) return "too many equal tiles";
    return nullptr;
}

const char *validation_error(const Counts &counts) {
    const std::size_t cells = std::size_t(counts.numbers) * counts.colours;
    if (counts.numbers < 3 || counts.numbers > kMaxNumbers) return "numbers out of range";
    if (counts.colours < 2 || counts.colours > kMaxColours) return "colours out of range";
    if (counts.need.size() != cells || counts.spare.size() != cells) return "wrong number of cells";
    const int jokers = counts.jokers_need + counts.jokers_spare;
    if (counts.jokers_need < 0 || counts.jokers_spare < 0 || jokers > kMaxCopies)
        return "too many jokers";
    for (std::size_t i = 0; i < cells; ++i)
        if (counts.need[i] + counts.spare[i] + jokers > kMaxCopies) return "too many equal tiles";
    for (const auto value : {counts.per_tile, counts.per_point, counts.per_joker})
        if (value < 0 || value > std::int64_t(1) << 34) return "value out of range";
    if (counts.at_least < 0 || counts.at_least > kMaxPoints) return "points out of range";
    for (const auto &run : counts.runs)
        if (!in_range(run, counts)) return "old run out of range";
    for (const auto &group : counts.groups)
        if (!in_range(group, counts)) return "old group out of range";
    return nullptr;
}

} // namespace tilerummy
