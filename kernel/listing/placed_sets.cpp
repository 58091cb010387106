#include "listing/placed_sets.hpp"

#include <algorithm>
#include <stdexcept>

#include "enumerate/enumerate.hpp"
#include "enumerate/subset_codes.hpp"
#include "listing/sure_sets.hpp"

namespace tilerummy::listing {
namespace {

constexpr std::size_t kMaxAsked = 24;

struct Ranked {
    int tiles, points;
    Tiles set;
};

Ranked ranked(const Position &position, const Tiles &set) {
    Ranked of{set[kJoker], set[kJoker] * position.joker_value, set};
    for (int cell = 0; cell < position.cells(); ++cell) {
        of.tiles += set[cell];
        of.points += set[cell] * position.number(cell);
    }
    return of;
}

// Calls *use* with each kind of tile until it returns false. Tiles are sorted by colour and number,
// and jokers come last.
template <class Use> void for_kinds(const Position &position, Use use) {
    for (int colour = 0; colour < position.colours; ++colour)
        for (int number = 1; number <= position.numbers; ++number)
            if (!use(position.cell(colour, number))) return;
    use(kJoker);
}

bool before(const Position &position, const Ranked &x, const Ranked &y) {
    if (x.tiles != y.tiles) return x.tiles > y.tiles;
    if (x.points != y.points) return x.points > y.points;
    int more = 0;
    for_kinds(position, [&](int kind) {
        more = int(x.set[kind]) - int(y.set[kind]);
        return !more;
    });
    return more > 0;
}

// Checks each candidate set and adds those that can be laid. Returns false if the candidates are
// unknown or too numerous. *proven* becomes false if some could not be decided.
bool asked(const Position &position, std::vector<Ranked> &sets, bool &proven) {
    std::vector<Tiles> possible;
    if (!possible_sets(position, possible) || possible.size() > kMaxAsked) return false;
    for (const auto &set : possible)
        if (can_be_placed(position, set, proven)) sets.push_back(ranked(position, set));
    return true;
}

// Adds all sets found by the enumeration to *sets*. Returns whether the sets are complete.
bool enumerated(const Position &position, std::vector<Ranked> &sets) {
    const auto shifts = rack_shifts(position);
    if (const char *why = shift_error(position, shifts)) throw std::invalid_argument(why);
    const Placements placements = enumerate(position, shifts);
    const SubsetCodes codes(position, shifts);
    for_codes(placements.codes, [&](std::uint64_t code) {
        sets.push_back(ranked(position, codes.tiles(code)));
        return true;
    });
    return placements.proven;
}

} // namespace

PlacedSets placed_sets(const Position &position, std::size_t limit) {
    PlacedSets found;
    std::vector<Ranked> sets;
    std::vector<Tiles> sure;
    if (sure_sets(position, sure))
        for (const auto &set : sure) sets.push_back(ranked(position, set));
    else if (!asked(position, sets, found.proven))
        found.proven = enumerated(position, sets);
    found.count = sets.size();
    if (sets.size() > limit) return found;
    std::sort(sets.begin(), sets.end(),
              [&](const Ranked &x, const Ranked &y) { return before(position, x, y); });
    found.rows.reserve(sets.size() * (position.cells() + 3));
    for (const auto &of : sets) {
        for_kinds(position, [&](int kind) {
            found.rows.push_back(of.set[kind]);
            return true;
        });
        found.rows.push_back(std::int16_t(of.tiles));
        found.rows.push_back(std::int16_t(of.points));
    }
    return found;
}

} // namespace tilerummy::listing
