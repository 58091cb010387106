#include "simulate/candidates.hpp"

#include <algorithm>

#include "enumerate/enumerate.hpp"
#include "enumerate/subset_codes.hpp"

namespace tilerummy::simulate {
namespace {

constexpr std::size_t kMaxPicked = 4096, kMaxCounted = 500'000; // codes
constexpr std::uint64_t kMaxEnumerated = 20'000, kMaxInAll = 15'000;

struct Rank {
    int tiles = 0, points = 0;
};

Rank rank_of(const Rules &rules, const Tiles &set) {
    Rank rank{set[kJoker], set[kJoker] * rules.joker_value};
    for (int cell = 0; cell < rules.cells(); ++cell) {
        rank.tiles += set[cell];
        rank.points += set[cell] * rules.number(cell);
    }
    return rank;
}

// Returns the codes in a set. If there are too many, returns only the codes with the most tiles and
// some with the fewest, and sets *cut* to true.
std::vector<std::uint64_t> picked(const CodeSet &codes, const std::array<int, kMaxBits> &tiles_of_bit,
                                  bool &cut) {
    const auto tiles = [&](std::uint64_t code) {
        int sum = 0;
        for (; code; code &= code - 1) sum += tiles_of_bit[std::countr_zero(code)];
        return sum;
    };
    std::array<std::uint8_t, 1 << kBlockBits> within;
    for (std::size_t code = 0; code < within.size(); ++code) within[code] = std::uint8_t(tiles(code));
    // calls *use* with each code and its number of tiles; stops early if there are too many
    const auto for_counted = [&](auto use) {
        std::uint64_t key = ~0ull;
        std::size_t left = kMaxCounted;
        int outside = 0;
        for_codes(codes, [&](std::uint64_t code) {
            if (code >> kBlockBits != key) {
                key = code >> kBlockBits;
                outside = tiles(key << kBlockBits);
            }
            use(code, outside + within[code & (within.size() - 1)]);
            return --left > 0;
        });
        cut = cut || !left;
    };
    std::array<std::size_t, 1 << 8> with_tiles{};
    std::size_t all = 0;
    for_counted([&](std::uint64_t, int size) { ++with_tiles[std::size_t(size)], ++all; });
    cut = cut || all > kMaxPicked;
    int least = int(with_tiles.size()) - 1, most = 0; // picks all codes of larger and smaller sizes
    for (std::size_t sum = 0; least > 0 && (sum += with_tiles[least]) <= kMaxPicked; --least) {}
    for (std::size_t sum = 0; most < least && (sum += with_tiles[most]) <= kMaxPicked / 8; ++most) {}
    std::vector<std::uint64_t> found;
    std::size_t others = all > kMaxPicked ? kMaxPicked / 8 : all;
    for_counted([&](std::uint64_t code, int size) {
        if (size > least || size < most || (size == least && others && others--)) found.push_back(code);
    });
    return found;
}

// Returns whether a joker that must be laid with a set might not fit into any meld. This requires
// all melds to be full: runs of all numbers, or groups of all colours. In that case, the tiles of
// each number, jokers included, are equally many, up to multiples of the number of colours.
bool may_lack_room(const quick::Supply &supply, const Tiles &set) {
    const int jokers = supply.jokers_need + set[kJoker];
    if (!jokers) return false;
    std::array<int, kMaxNumbers + 1> laid{};
    for (int cell = 0; cell < supply.numbers * quick::kColours; ++cell)
        laid[cell / quick::kColours + 1] += supply.need[cell] + set[cell];
    for (const auto &meld : supply.locked)
        for (int at = meld.first; at <= (meld.group ? meld.first : meld.last); ++at)
            laid[at] += meld.group ? meld.size() : 1;
    for (int runs = 0; runs < quick::kColours; ++runs) {
        int lacking = 0;
        for (int number = 1; number <= supply.numbers; ++number)
            lacking += (runs - laid[number] % quick::kColours + quick::kColours) % quick::kColours;
        if (lacking <= jokers) return true;
    }
    return false;
}

// Sorts the sets. If there are more than *limit*, retains only the first and the last ones.
void put_in_order(const Rules &rules, std::size_t limit, Candidates &found) {
    using Ranked = std::pair<Rank, const Tiles *>;
    std::vector<Ranked> ranked;
    for (const auto &set : found.sets) ranked.push_back({rank_of(rules, set), &set});
    const auto before = [&](const Ranked &x, const Ranked &y) {
        if (x.first.tiles != y.first.tiles) return x.first.tiles > y.first.tiles;
        if (x.first.points != y.first.points) return x.first.points > y.first.points;
        for (int colour = 0; colour < rules.colours; ++colour)
            for (int cell = colour; cell < rules.cells(); cell += rules.colours)
                if ((*x.second)[cell] != (*y.second)[cell])
                    return (*x.second)[cell] > (*y.second)[cell];
        return false;
    };
    if (ranked.size() > limit) {
        const auto first = ranked.begin() + std::ptrdiff_t((limit + 1) / 2);
        const auto last = ranked.end() - std::ptrdiff_t(limit / 2);
        std::nth_element(ranked.begin(), first, ranked.end(), before);
        std::nth_element(first, last, ranked.end(), before);
        ranked.erase(first, last);
        found.cut = true;
    }
    std::sort(ranked.begin(), ranked.end(), before);
    std::vector<Tiles> sets;
    for (const auto &[rank, set] : ranked) sets.push_back(*set);
    found.sets = std::move(sets);
}

} // namespace

Candidates CandidateSearch::find(const Game &game, Plays &plays, int limit) {
    Candidates found;
    if (!game.may_play()) return found;
    const Rules &rules = *game.rules;
    Found any;
    plays.begin_turn();
    plays.face_up = false;
    const bool may_open = game.mover().opened >= 0 ||
                          plays.lay_melds(game, game.mover().rack.tiles, rules.points,
                                          rules.opening_jokers, any);
    plays.face_up = true;
    if (may_open && !find_quickly(game, plays, found)) {
        // with many sets, the search takes long, and not all results could be returned anyway
        found.cut = true;
        if (int(found.sets.size()) < limit) find_by_search(game, found);
    }
    if (found.cut) add_best(game, plays, found);
    if (rules.discards)
        std::erase_if(found.sets, [&](const Tiles &set) { return game.to_leave(set) != Tiles{}; });
    add_wins(game, plays, found);
    put_in_order(rules, std::size_t(limit), found);
    return found;
}

void CandidateSearch::add_wins(const Game &game, Plays &plays, Candidates &found) {
    if (!game.rules->closed_hands || game.mover().opened >= 0) return;
    const auto add = [&](const Tiles &set) {
        if (std::find(found.sets.begin(), found.sets.end(), set) == found.sets.end())
            found.sets.push_back(set);
    };
    for (int tile = 0; tile <= kCells; ++tile) {
        if (!game.closed_hand(tile)) continue;
        Tiles set = game.mover().rack.tiles;
        --set[std::size_t(tile)];
        add(set);
    }
    if (Found foot; plays.foot(game, foot)) {
        add(foot.placed);
        found.plays.push_back(std::move(foot));
    }
}

void CandidateSearch::add_best(const Game &game, Plays &plays, Candidates &found) {
    const Rules &rules = *game.rules;
    const bool opens = game.mover().opened < 0;
    const auto add = [&](const Tiles &rack, bool all) {
        Found best;
        const bool there =
            opens ? plays.lay_melds(game, rack, rules.points, rules.opening_jokers, best)
                  : plays.rearrange(game, rack, all, best);
        const auto &sets = found.sets;
        if (!there || std::find(sets.begin(), sets.end(), best.placed) != sets.end()) return;
        found.sets.push_back(best.placed);
        found.plays.push_back(std::move(best));
    };
    plays.face_up = false;
    Tiles rack = game.mover().rack.tiles;
    add(rack, true);
    add(rack, false);
    if (rack[kJoker] && !game.jokers_due()) {
        rack[kJoker] = 0;
        add(rack, false);
    }
    plays.face_up = true;
}

bool CandidateSearch::find_quickly(const Game &game, Plays &plays, Candidates &found) {
    const Rules &rules = *game.rules;
    const Tiles &rack = game.mover().rack.tiles;
    const bool opens = game.mover().opened < 0;
    if (!is_standard(rules)) return false;
    Game bare;
    bare.rules = game.rules;
    Tiles own = rack;
    if (opens) own[kJoker] = 0; // its value depends on its meld
    const auto supply = supply_of(opens ? bare : game, own, Heap{}, !has_bound_jokers(game));
    if (!subsets_.find(supply)) return false;
    found.cut = subsets_.cut;
    for (const auto &set : subsets_.sets) {
        const Rank rank = rank_of(rules, set.tiles);
        if (opens && rank.points < rules.points) continue;
        const int least = game.jokers_due() ? rack[kJoker] : set.jokers;
        for (int jokers = least; jokers <= own[kJoker]; ++jokers) {
            if (!rank.tiles && (!jokers || game.table.empty())) continue;
            Tiles tiles = set.tiles;
            tiles[kJoker] = std::uint8_t(jokers);
            if (set.doubtful || may_lack_room(supply, tiles)) {
                Found play;
                if (!plays.place_exactly(game, tiles, play)) continue;
                found.plays.push_back(std::move(play));
            }
            found.sets.push_back(tiles);
        }
    }
    return opens ? !rack[kJoker] || !rules.opening_jokers
                 : jokers_stay(game, rack) && supply.is_sure();
}

void CandidateSearch::find_by_search(const Game &game, Candidates &found) const {
    const Rules &rules = *game.rules;
    const Tiles &rack = game.mover().rack.tiles;
    const bool opens = game.mover().opened < 0;
    Position position = position_of(game, rack, opens ? Kind::open : Kind::rearrange);
    position.at_least = opens ? rules.points : 0;
    position.joker_opens = rules.opening_jokers;
    position.jokers_due = game.jokers_due();
    position.budget = kMaxEnumerated;
    Budget shared(kMaxInAll);
    position.shared_budget = &shared;
    const auto shifts = rack_shifts(position);
    if (shift_error(position, shifts)) {
        found.cut = true;
        return;
    }
    const Placements placements = enumerate(position, shifts);
    const SubsetCodes codes(position, shifts);
    std::array<int, kMaxBits> tiles_of_bit{};
    for (int i = 0; i <= position.cells(); ++i) {
        const unsigned own = rack[i == position.cells() ? kJoker : i];
        for (int bit = 0; bit < int(std::bit_width(own)); ++bit) tiles_of_bit[shifts[i] + bit] = 1 << bit;
    }
    found.cut = !placements.proven;
    if (placements.proven) found.sets.clear();
    const std::size_t known = found.sets.size();
    for (const std::uint64_t code : picked(placements.codes, tiles_of_bit, found.cut)) {
        const Tiles set = codes.tiles(code);
        const auto end = found.sets.begin() + std::ptrdiff_t(known);
        if (std::find(found.sets.begin(), end, set) == end) found.sets.push_back(set);
    }
}

} // namespace tilerummy::simulate
