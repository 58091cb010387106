#include "simulate/packing.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilerummy::simulate {
namespace {

constexpr int kStride = 32, kJokerCode = kMaxColours * kStride;
constexpr int kMaxTiles = 2000; // the largest set has six copies of 26 numbers in 8 colours

int read_tile(const Rules &rules, Numbers &numbers) {
    const int code = numbers.next(0, kJokerCode);
    if (code == kJokerCode) return kJoker;
    const int colour = code / kStride, number = code % kStride;
    if (colour >= rules.colours || number < 1 || number > rules.numbers)
        throw std::invalid_argument("a tile is not in the tile set");
    return (number - 1) * rules.colours + colour;
}

std::uint8_t read_one(const Rules &rules, Numbers &numbers) {
    return numbers.next(0, 1) ? std::uint8_t(read_tile(rules, numbers)) : kNoTile;
}

Heap read_heap(const Rules &rules, Numbers &numbers) {
    Heap heap;
    for (int left = numbers.next(0, kMaxTiles); left > 0; --left)
        heap.add(read_tile(rules, numbers));
    for (const int count : heap.tiles)
        if (count > kMaxCopies) throw std::invalid_argument("too many equal tiles");
    return heap;
}

void read_pool(const Rules &rules, Numbers &numbers, Game &game) {
    game.pool.clear();
    for (int left = numbers.next(0, kMaxTiles); left > 0; --left)
        game.pool.push_back(std::uint8_t(read_tile(rules, numbers)));
    std::reverse(game.pool.begin(), game.pool.end());
}

Meld read_meld(const Rules &rules, Numbers &numbers) {
    const std::int64_t code = numbers.wide();
    const auto bits = [&](int from, int count) { return int(code >> from & ((1 << count) - 1)); };
    const Meld meld = bits(0, 1) ? group_of(bits(1, 5), std::uint32_t(bits(6, 8)), int(code >> 14))
                                 : run_of(bits(1, 3), bits(4, 5), bits(9, 5),
                                          std::uint32_t(code >> 14 & 0xfffffff));
    const bool fits = meld.group ? meld.first >= 1 && meld.first <= rules.numbers &&
                                       meld.mask < 1u << rules.colours && meld.size() >= 3 &&
                                       meld.size() <= rules.colours && meld.mask
                                 : meld.colour < rules.colours && meld.first >= 1 &&
                                       meld.last >= meld.first + 2 &&
                                       meld.last <= rules.numbers + rules.one_high;
    if (!fits) throw std::invalid_argument("invalid meld");
    return meld;
}

} // namespace

std::vector<Meld> read_table(const Rules &rules, Numbers &numbers) {
    std::vector<Meld> table;
    for (int left = numbers.next(0, kMaxTiles); left > 0; --left)
        table.push_back(read_meld(rules, numbers));
    return table;
}

Tiles read_tiles(const Rules &rules, Numbers &numbers) { return read_heap(rules, numbers).tiles; }

int Numbers::next(int low, int high) {
    const std::int64_t value = wide();
    if (value < low || value > high) throw std::invalid_argument("number out of range");
    return int(value);
}

std::int64_t Numbers::wide() {
    if (done()) throw std::invalid_argument("missing numbers");
    return *at_++;
}

Rules read_rules(Numbers &numbers) {
    Rules rules{};
    rules.numbers = numbers.next(3, kMaxNumbers);
    rules.colours = numbers.next(2, kMaxColours);
    rules.one_high = numbers.next(0, 1);
    rules.melds = Melds(numbers.next(0, 2));
    rules.from_any = numbers.next(0, 1);
    rules.all_of_three = numbers.next(0, 1);
    rules.reuse = Reuse(numbers.next(0, 3));
    rules.points = numbers.next(0, kMaxPoints);
    rules.opening_jokers = numbers.next(0, 1);
    rules.same_turn = numbers.next(0, 1);
    rules.draw = numbers.next(1, 100);
    rules.draw_opened = numbers.next(0, 100);
    rules.empty_pool = EmptyPool(numbers.next(0, 2));
    rules.empty_pool_turns = numbers.next(0, 1000);
    rules.jokers_due = numbers.next(0, 1);
    rules.joker_value = numbers.next(0, 1000);
    rules.not_opened = numbers.next(0, kMaxPoints);
    rules.could_open = numbers.next(0, kMaxPoints);
    rules.scoring = Scoring(numbers.next(0, 2));
    rules.discards = numbers.next(0, 1);
    rules.extends = numbers.next(0, 1);
    rules.take_discard = TakeDiscard(numbers.next(0, 2));
    rules.closed_hands = numbers.next(0, 1);
    rules.dealt = numbers.next(1, kMaxTiles);
    rules.trump_bonus = numbers.next(0, 1);
    if ((rules.closed_hands || rules.scoring == Scoring::by_kind_of_win) && rules.numbers != 13)
        throw std::invalid_argument("closed hands need the numbers 1 to 13");
    return rules;
}

Game read_game(const Rules &rules, Numbers &numbers) {
    Game game;
    game.rules = &rules;
    game.seats = numbers.next(1, kMaxSeats);
    game.to_move = numbers.next(0, game.seats - 1);
    game.turn = numbers.next(0, 1 << 20);
    game.plays = numbers.next(0, 1 << 20);
    game.passes = numbers.next(0, 1 << 20);
    game.idle = numbers.next(0, 1 << 20);
    game.empty_turns = numbers.next(0, 1 << 20);
    game.released = numbers.next(0, 1);
    game.phase = Phase(numbers.next(0, 2));
    game.source = Source(numbers.next(0, 3));
    game.drawn = read_one(rules, numbers);
    game.trump = read_one(rules, numbers);
    game.laid = {numbers.next(0, kMaxPoints), numbers.next(0, 1) > 0};
    for (int s = 0; s < game.seats; ++s) {
        Seat &seat = game.seat[s];
        seat.opened = numbers.next(kUnset, 1 << 20);
        seat.waits = numbers.next(0, kMaxTiles);
        seat.bonus = numbers.next(-kMaxPoints, kMaxPoints);
        seat.discard = read_one(rules, numbers);
        seat.held_trump = numbers.next(0, 1);
    }
    game.start = read_heap(rules, numbers).tiles;
    game.free = read_heap(rules, numbers);
    game.table = read_table(rules, numbers);
    return game;
}

void read_world(Game &game, Numbers &numbers) {
    for (int s = 0; s < game.seats; ++s) {
        Seat &seat = game.seat[s];
        seat.rack = read_heap(*game.rules, numbers);
        seat.held_trump |= game.trump != kNoTile && seat.rack.tiles[game.trump];
    }
    read_pool(*game.rules, numbers, game);
}

Policy read_policy(Numbers &numbers) { return Policy(numbers.next(0, int(Policy::none))); }

Line read_line(const Rules &rules, Numbers &numbers) {
    Line line;
    line.policy = read_policy(numbers);
    line.source = Source(numbers.next(0, 3));
    for (int left = numbers.next(0, kMaxTiles); left > 0; --left) {
        auto table = read_table(rules, numbers);
        const Tiles placed = read_heap(rules, numbers).tiles;
        line.plays.push_back({std::move(table), placed, read_heap(rules, numbers).tiles});
    }
    line.finish = Line::Finish(numbers.next(0, 3));
    line.discard = read_one(rules, numbers);
    return line;
}

std::int64_t packed_tile(const Rules &rules, int tile) {
    return tile == kJoker ? kJokerCode : tile % rules.colours * kStride + tile / rules.colours + 1;
}

std::int64_t packed_meld(const Rules &rules, const Meld &meld) {
    if (meld.group)
        return 1 | meld.first << 1 | std::int64_t(meld.mask) << 6 |
               std::int64_t(meld.group_jokers) << 14;
    const bool high = meld.last > rules.numbers;
    return meld.colour << 1 | meld.first << 4 | std::int64_t(meld.last) << 9 |
           std::int64_t(meld.mask) << 14 | std::int64_t(high) << 42;
}

} // namespace tilerummy::simulate
