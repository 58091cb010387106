#include "simulate/game.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "simulate/closed_hands.hpp"
#include "simulate/first_melds.hpp"

namespace tilerummy::simulate {
namespace {

// Adds the tiles of a meld to a heap.
void add_meld(const Rules &rules, const Meld &meld, Heap &heap) {
    const auto cell = [&](int colour, int place) {
        return ((place > rules.numbers ? 1 : place) - 1) * rules.colours + colour;
    };
    if (meld.group)
        for (std::uint32_t left = meld.mask; left; left &= left - 1)
            heap.add(cell(std::countr_zero(left), meld.first));
    else
        for (int place = meld.first; place <= meld.last; ++place)
            if (!(meld.mask >> place & 1)) heap.add(cell(meld.colour, place));
    heap.add(kJoker, meld.jokers());
}

// Returns whether *after* contains all melds of *table* unchanged.
bool lie_in(const std::vector<Meld> &table, std::vector<Meld> after) {
    return std::all_of(table.begin(), table.end(), [&](const Meld &meld) {
        const auto same = std::find(after.begin(), after.end(), meld);
        if (same == after.end()) return false;
        after.erase(same);
        return true;
    });
}

// The scores for each type of win in International, and for the losers; see
// tilerummy.rules.rounds.scoring.
constexpr int kOpen = 100, kOpenAlone = 200, kFoot = 200, kNotMelded = 100, kHeldTrump = 50;

} // namespace

bool Game::may_play() const {
    if (over || phase == Phase::draw || mover().rack.size <= int(rules->discards)) return false;
    if (phase == Phase::act && source != Source::none) return false;
    return rules->same_turn || mover().opened != turn;
}

bool Game::may_take() const {
    if (phase != Phase::draw || seats == 1) return false; // the own discard is no other player's
    if (seat[(to_move + seats - 1) % seats].discard == kNoTile) return false;
    if (rules->take_discard == TakeDiscard::opened_earlier) return mover().opened >= 0;
    return rules->take_discard == TakeDiscard::always;
}

bool Game::may_discard(int tile) const {
    return mover().rack.tiles[tile] && (source != Source::discard || tile != drawn || start[tile]);
}

Tiles Game::to_leave(const Tiles &rack) const {
    Tiles leave{};
    if (!rules->discards) return leave;
    for (int tile = 0; tile <= kCells; ++tile) {
        if (!may_discard(tile)) continue;
        if (mover().rack.tiles[tile] > rack[tile]) return {};
        leave[tile] = rack[tile];
    }
    return leave;
}

int Game::hand_of(const Tiles &tiles) const {
    const auto dealt = [&] {
        for (int tile = 0; tile <= kCells; ++tile)
            if (tiles[tile] > start[tile]) return false;
        return true;
    };
    HandTurn when = HandTurn::any;
    if (turn < seats) when = turn && dealt() ? HandTurn::dealt : HandTurn::first;
    return closed_hand_points(rules->colours, tiles, when);
}

int Game::closed_hand(int discard) const {
    if (!rules->closed_hands || phase != Phase::meld || mover().opened >= 0) return 0;
    if (mover().rack.size != rules->dealt + 1 || !may_discard(discard)) return 0;
    Tiles tiles = mover().rack.tiles;
    --tiles[discard];
    return hand_of(tiles);
}

Heap Game::on_table() const {
    Heap heap;
    for (const auto &meld : table) add_meld(*rules, meld, heap);
    return heap;
}

Heap Game::usable_face_up() const {
    Heap usable;
    if (!free.size) return usable;
    for (int s = 0; s < seats; ++s)
        if (seat[s].rack.jokers()) return usable;
    const int first = first_to_open();
    if (!released && first != kUnset && first != to_move) return usable;
    const Heap lying = on_table();
    for (int cell = 0; cell < rules->cells(); ++cell)
        if (free.tiles[cell] && !lying.tiles[cell]) usable.add(cell, free.tiles[cell]);
    return usable;
}

int Game::first_to_open() const {
    int first = kUnset;
    for (int s = 0; s < seats; ++s)
        if (seat[s].opened >= 0 && (first == kUnset || seat[s].opened < seat[first].opened))
            first = s;
    return first;
}

bool Game::had_first_choice() const {
    if (!free.size || released || first_to_open() != to_move || start[kJoker]) return false;
    for (int s = 0; s < seats; ++s)
        if (s != to_move && seat[s].rack.jokers()) return false;
    return true;
}

void Game::come_onto_rack(std::uint8_t tile) {
    mover().rack.add(tile);
    mover().held_trump |= tile == trump;
}

void Game::draw() {
    const int each = mover().opened >= 0 && rules->draw_opened ? rules->draw_opened : rules->draw;
    const int count = std::min<int>(each, int(pool.size()));
    for (int i = 0; i < count; ++i) {
        drawn = count == 1 ? pool.back() : kNoTile;
        come_onto_rack(pool.back());
        pool.pop_back();
    }
    mover().waits += count;
    source = Source::pool;
    if (phase == Phase::draw) phase = Phase::meld;
}

void Game::take() {
    drawn = std::exchange(seat[(to_move + seats - 1) % seats].discard, kNoTile);
    come_onto_rack(drawn);
    source = Source::discard;
    phase = Phase::meld;
}

void Game::draw_trump() {
    drawn = std::exchange(trump, kNoTile);
    mover().rack.add(drawn);
    source = Source::trump;
    phase = Phase::meld;
}

void Game::play(std::vector<Meld> after, const Tiles &placed, const Tiles &face_up) {
    Seat &who = mover();
    const int before = who.rack.size;
    who.rack.remove(placed);
    free.remove(face_up);
    who.waits = 0;
    laid = {};
    if (who.opened == kUnset) {
        who.opened = turn;
        if (rules->scoring == Scoring::by_kind_of_win && before - who.rack.size == rules->dealt) {
            laid.foot = !lie_in(table, after);
            if (!laid.foot) laid.hand = hand_of(placed);
        }
    }
    table = std::move(after);
    ++plays;
    if (!who.rack.size) end(Ending::went_out);
}

void Game::discard(int tile) {
    Seat &who = mover();
    --who.rack.tiles[tile];
    --who.rack.size;
    who.discard = std::uint8_t(tile);
    if (who.rack.size)
        end_turn();
    else
        end(Ending::went_out);
}

void Game::declare(int discard) {
    const int hand = closed_hand(discard);
    mover().rack = {};
    mover().discard = std::uint8_t(discard);
    end(Ending::went_out, hand);
}

void Game::end_turn() {
    if (over) return;
    if (had_first_choice()) released = true;
    if (plays || source == Source::pool)
        passes = idle = 0;
    else {
        passes = pool.empty() ? passes + 1 : 0;
        ++idle;
    }
    empty_turns = pool.empty() && source != Source::pool ? empty_turns + 1 : 0;
    const bool exhausted = rules->empty_pool == EmptyPool::at_once     ? pool.empty()
                           : rules->empty_pool == EmptyPool::first_pass ? passes > 0
                                                                        : passes >= seats;
    const bool last = rules->empty_pool_turns && empty_turns >= rules->empty_pool_turns * seats;
    if (exhausted || last) return end(Ending::pool_exhausted);
    if (idle >= kIdleTurns * seats) return end(Ending::no_progress);
    to_move = (to_move + 1) % seats;
    ++turn;
    plays = 0;
    phase = rules->discards ? Phase::draw : Phase::act;
    source = Source::none;
    drawn = kNoTile;
    start = mover().rack.tiles;
    laid = {};
}

int Game::value(int of) const {
    const auto &tiles = seat[of].rack.tiles;
    int sum = tiles[kJoker] * rules->joker_value;
    for (int cell = 0; cell < rules->cells(); ++cell) sum += tiles[cell] * rules->number(cell);
    return sum;
}

int Game::penalty(int of) const {
    const bool had_turn = turn >= (to_move - of + seats) % seats;
    if (seat[of].opened >= 0 || !had_turn || !seat[of].rack.size) return 0;
    const Opening opening{rules->numbers, rules->colours, rules->one_high, rules->points,
                          rules->opening_jokers};
    if (rules->could_open > rules->not_opened && has_first_melds(opening, seat[of].rack.tiles))
        return rules->could_open;
    return rules->not_opened;
}

int Game::lowest(const std::array<int, kMaxSeats> &values) const {
    const auto rank = [&](int s) {
        return std::tuple(values[s], seat[s].rack.size, (s - to_move - 1 + 2 * seats) % seats);
    };
    int best = 0;
    for (int s = 1; s < seats; ++s)
        if (rank(s) < rank(best)) best = s;
    return best;
}

int Game::score_exhausted(std::array<int, kMaxSeats> &into) const {
    into.fill(0);
    if (rules->scoring == Scoring::by_kind_of_win) {
        score_by_kind(kUnset, 0, into);
        return kUnset;
    }
    std::array<int, kMaxSeats> values{};
    for (int s = 0; s < seats; ++s) values[s] = value(s) + penalty(s);
    if (rules->scoring == Scoring::count_against) {
        for (int s = 0; s < seats; ++s) into[s] = values[s] - seat[s].bonus;
        return kUnset;
    }
    if (seats == 1) { // there is no one to win against
        into[0] = -values[0];
        return kUnset;
    }
    const int best = lowest(values), least = values[best];
    for (int s = 0; s < seats; ++s) into[s] = least - values[s];
    for (int s = 0; s < seats; ++s)
        if (s != best) into[best] -= into[s];
    return best;
}

void Game::score_by_kind(int out, int hand, std::array<int, kMaxSeats> &into) const {
    bool alone = true;
    for (int s = 0; s < seats; ++s) alone = alone && (s == out || seat[s].opened < 0);
    const int won = hand ? hand : laid.foot ? kFoot : alone ? kOpenAlone : kOpen;
    const int doubled = out != kUnset && seat[out].discard == kJoker ? 2 : 1;
    for (int s = 0; s < seats; ++s) {
        int &score = into[s];
        if (s == out)
            score = won;
        else if (seat[s].opened < 0)
            score = -(hand ? hand : kNotMelded);
        else {
            const Tiles &left = seat[s].rack.tiles;
            score = -left[kJoker] * rules->joker_value;
            for (int cell = 0; cell < rules->cells(); ++cell) {
                const int number = rules->number(cell);
                score -= left[cell] * (number >= 2 && number <= 9 ? number : 10);
            }
        }
        score = score * doubled + (rules->trump_bonus && seat[s].held_trump ? kHeldTrump : 0);
    }
}

void Game::end(Ending why, int hand) {
    over = true;
    ending = why;
    // the same scores apply if a player went out, because only that rack is empty
    winner = score_exhausted(scores);
    if (why != Ending::went_out) return;
    winner = to_move;
    if (rules->scoring == Scoring::by_kind_of_win)
        score_by_kind(winner, hand ? hand : laid.hand, scores);
}

} // namespace tilerummy::simulate
