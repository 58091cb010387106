#include "simulate/discards.hpp"

#include <algorithm>

namespace tilerummy::simulate {
namespace {

constexpr int kMeld = 100; // the score of a tile that makes a meld with two more

// Returns how many kinds of tiles on a rack are close to a tile: kinds with the same number, and
// kinds in the same colour whose number is at most two away. Adds kMeld if the tile forms a meld
// with two rack tiles.
int company(const Rules &rules, const Tiles &rack, int tile) {
    const int number = rules.number(tile), colour = tile % rules.colours;
    int alike = 0;
    for (int c = 0; c < rules.colours; ++c)
        alike += c != colour && rack[(number - 1) * rules.colours + c];
    const auto there = [&](int place) {
        if (place == rules.numbers + 1 && rules.one_high) place = 1;
        return place >= 1 && place <= rules.numbers && rack[(place - 1) * rules.colours + colour];
    };
    int near = alike;
    bool meld = alike >= 2;
    for (const int at : {number, rules.numbers + 1}) {
        if (at != number && (number != 1 || !rules.one_high)) continue;
        const bool below = there(at - 1), above = there(at + 1);
        near += below + above + there(at - 2) + there(at + 2);
        meld |= (below && above) || (below && there(at - 2)) || (above && there(at + 2));
    }
    return near + (meld ? kMeld : 0);
}

bool makes_meld(const Rules &rules, const Tiles &rack, int tile) {
    return company(rules, rack, tile) >= kMeld;
}

bool fits_table(const Game &game, int tile) {
    const Rules &rules = *game.rules;
    const int number = rules.number(tile), colour = tile % rules.colours;
    return std::any_of(game.table.begin(), game.table.end(), [&](const Meld &meld) {
        if (meld.group)
            return meld.first == number && meld.size() < rules.colours && !(meld.mask >> colour & 1);
        const bool high = number == 1 && rules.one_high && meld.last == rules.numbers;
        return meld.colour == colour && (number + 1 == meld.first || number == meld.last + 1 || high);
    });
}

// Returns the tiles that the mover has not seen: the pool and the other racks combined.
Tiles unseen_by_mover(const Game &game) {
    Tiles unseen{};
    for (const auto tile : game.pool) ++unseen[tile];
    for (int s = 0; s < game.seats; ++s)
        for (int tile = 0; s != game.to_move && tile <= kCells; ++tile)
            unseen[tile] = std::uint8_t(unseen[tile] + game.seat[s].rack.tiles[tile]);
    return unseen;
}

// The closed hand to aim for: all tiles in melds; only 1s and tiles from 10 up; or a total of at
// most 41.
enum class Hunt : std::uint8_t { none, melds, high, low };

constexpr int kLowTotal = 41, kLow = 4;
constexpr double kUsualLow = 2.2;  // the mean number on a tile drawn to replace a high one
constexpr double kOffers = 1.75;   // tiles seen per turn: one of the pool, and often a discard
constexpr double kSlowMelds = 2.0; // the lower points for a hand of melds, converted to turns
constexpr double kSlowLow = 1.5;   // turns added to the estimate for low tiles

bool is_high(const Rules &rules, int tile) { return rules.number(tile) >= 10 || rules.number(tile) == 1; }
bool is_low(const Rules &rules, int tile) { return rules.number(tile) <= kLow; }

// Returns how many tiles on a rack must be exchanged for low ones to reduce the total to 41.
int too_high(const Rules &rules, const Heap &rack) {
    double sum = rack.jokers();
    for (int cell = 0; cell < rules.cells(); ++cell) sum += rack.tiles[cell] * rules.number(cell);
    int spare = rack.size - rules.dealt, exchanged = 0;
    for (int cell = rules.cells() - 1; cell >= 0; --cell)
        for (int n = rack.tiles[cell]; n > 0 && sum > kLowTotal; --n) {
            sum -= rules.number(cell);
            if (--spare < 0) sum += kUsualLow, ++exchanged;
        }
    return exchanged;
}

bool hunts(const Game &game, Policy policy) {
    return policy == Policy::hunt && game.rules->closed_hands && game.mover().opened < 0;
}

// Returns the tiles of a rack that are left when as many as possible are in melds.
Heap left_over(const Game &game, Plays &plays, Heap rack) {
    if (Found melds; plays.lay_melds(game, rack.tiles, 0, true, melds)) rack.remove(melds.placed);
    return rack;
}

// Returns the closed hand that the mover should aim for: the one that needs the fewest further
// turns, after differences in points have been converted to turns. *left* are the tiles outside
// melds. The estimate for a hand of melds is 2.6 turns, plus one per tile that must still be
// exchanged, minus a gain if more unseen tiles than usual are useful (usual are 1.6 per tile to
// exchange, out of 90). It was fitted to simulated rounds.
Hunt hunt_of(const Game &game, const Tiles &unseen, const Heap &left) {
    const Rules &rules = *game.rules;
    const auto &rack = game.mover().rack;
    int high = 0, useful = 0, total = 0, unseen_high = 0, unseen_low = 0;
    for (int tile = 0; tile < rules.cells(); ++tile) {
        total += unseen[tile];
        unseen_high += unseen[tile] * is_high(rules, tile);
        unseen_low += unseen[tile] * is_low(rules, tile);
        high += rack.tiles[tile] * is_high(rules, tile);
        if (unseen[tile]) useful += unseen[tile] * makes_meld(rules, left.tiles, tile);
    }
    const auto turns = [&](int missing, int there) {
        return missing * total / (std::max(1, there) * kOffers);
    };
    const int missing = left.size - (rack.size - rules.dealt);
    const double gain = useful * 90.0 / std::max(1, total) - 1.6 * missing;
    const double melds = 2.6 + missing - 0.16 * std::clamp(gain, -12.0, 12.0) + kSlowMelds;
    const double highs = turns(rules.dealt - high - rack.jokers(), unseen_high);
    const double lows = turns(too_high(rules, rack), unseen_low) + kSlowLow;
    if (lows < highs && lows < melds) return Hunt::low;
    return highs < melds ? Hunt::high : Hunt::melds;
}

// Returns how much the mover needs a rack tile for melds: 30 for each unseen tile that only forms a
// meld together with it, 3 for each unseen tile close to it, and more if the next player could lay
// it off.
int need_of(const Game &game, const Tiles &unseen, const Tiles &left, int tile) {
    const Rules &rules = *game.rules;
    Tiles rest = left, alone{};
    if (!rest[std::size_t(tile)]) return 10'000;
    --rest[std::size_t(tile)];
    alone[std::size_t(tile)] = 1;
    const auto &next = game.seat[(game.to_move + 1) % game.seats];
    int need = makes_meld(rules, rest, tile) ? 10'000 : 0;
    need += 3 * (company(rules, unseen, tile) % kMeld);
    if (next.opened >= 0 && fits_table(game, tile)) need += 60;
    if (rest[tile]) return need;
    for (int other = 0; other < rules.cells(); ++other) {
        if (!unseen[other] || !company(rules, alone, other)) continue;
        const bool lost = makes_meld(rules, left, other) && !makes_meld(rules, rest, other);
        need += unseen[other] * (lost ? 33 : 3);
    }
    return need;
}

int need_of(const Game &game, Hunt hunt, const Tiles &unseen, const Tiles &left, int tile) {
    const Rules &rules = *game.rules;
    if (tile == kJoker) return 1'000'000;
    const int need = need_of(game, unseen, left, tile), below = rules.numbers - rules.number(tile);
    if (hunt == Hunt::low) return 1'000 * below + need / 20;
    if (hunt == Hunt::high) return is_high(rules, tile) ? 20'000 + need : 30 * below + need;
    return need;
}

} // namespace

bool takes_discard(const Game &game, Policy policy, Rng &rng, Plays &plays) {
    if (!game.may_take()) return false;
    if (policy == Policy::random) return rng.flip();
    const Rules &rules = *game.rules;
    const int tile = game.seat[(game.to_move + game.seats - 1) % game.seats].discard;
    if (tile == kJoker || (game.mover().opened >= 0 && fits_table(game, tile))) return true;
    if (!hunts(game, policy)) return makes_meld(rules, game.mover().rack.tiles, tile);
    Heap rack = game.mover().rack;
    const Heap left = left_over(game, plays, rack);
    const Hunt hunt = hunt_of(game, unseen_by_mover(game), left);
    if (hunt == Hunt::low) return is_low(rules, tile);
    if (hunt == Hunt::high && is_high(rules, tile)) return true;
    rack.add(tile);
    return left_over(game, plays, rack).size <= left.size;
}

int discard_of(const Game &game, Policy policy, Rng &rng, Plays &plays) {
    if (game.phase != Phase::meld) return kNoTile;
    const Tiles unseen = unseen_by_mover(game);
    Heap left = game.mover().rack;
    const bool hunting = hunts(game, policy);
    if (hunting) left = left_over(game, plays, left);
    const Hunt hunt = hunting ? hunt_of(game, unseen, left) : Hunt::none;
    int best = kNoTile, least = 0, seen = 0;
    for (int tile = kCells; tile >= 0; --tile) {
        if (!game.may_discard(tile)) continue;
        ++seen;
        if (policy == Policy::random) {
            if (best == kNoTile || rng.next() % std::uint64_t(seen) == 0) best = tile;
            continue;
        }
        const int need = need_of(game, hunt, unseen, left.tiles, tile);
        if (best == kNoTile || need < least) best = tile, least = need;
    }
    return best;
}

} // namespace tilerummy::simulate
