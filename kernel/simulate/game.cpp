#include "simulate/game.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

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

} // namespace

bool Game::may_play() const {
    if (over || drew || !mover().rack.size) return false;
    return rules->same_turn || mover().opened != turn;
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
    if (!released && first != kNobody && first != to_move) return usable;
    const Heap lying = on_table();
    for (int cell = 0; cell < rules->cells(); ++cell)
        if (free.tiles[cell] && !lying.tiles[cell]) usable.add(cell, free.tiles[cell]);
    return usable;
}

int Game::first_to_open() const {
    int first = kNobody;
    for (int s = 0; s < seats; ++s)
        if (seat[s].opened >= 0 && (first == kNobody || seat[s].opened < seat[first].opened))
            first = s;
    return first;
}

bool Game::had_first_choice() const {
    if (!free.size || released || first_to_open() != to_move || start_jokers) return false;
    for (int s = 0; s < seats; ++s)
        if (s != to_move && seat[s].rack.jokers()) return false;
    return true;
}

void Game::draw() {
    const int count = std::min<int>(rules->draw, int(pool.size()));
    for (int i = 0; i < count; ++i) {
        mover().rack.add(pool.back());
        pool.pop_back();
    }
    mover().waits += count;
    drew = true;
}

void Game::play(std::vector<Meld> after, const Tiles &placed, const Tiles &face_up) {
    Seat &who = mover();
    who.rack.remove(placed);
    free.remove(face_up);
    who.waits = 0;
    if (who.opened == kNobody) who.opened = turn;
    table = std::move(after);
    ++plays;
    if (!who.rack.size) end(Ending::went_out);
}

void Game::end_turn() {
    if (over) return;
    if (had_first_choice()) released = true;
    if (plays || drew)
        passes = idle = 0;
    else {
        passes = pool.empty() ? passes + 1 : 0;
        ++idle;
    }
    if (rules->first_pass ? passes > 0 : passes >= seats) return end(Ending::pool_exhausted);
    if (idle >= kIdleTurns * seats) return end(Ending::no_progress);
    to_move = (to_move + 1) % seats;
    ++turn;
    plays = 0;
    drew = false;
    start_jokers = mover().rack.jokers();
}

int Game::value(int of) const {
    const auto &tiles = seat[of].rack.tiles;
    int sum = tiles[kJoker] * rules->joker_value;
    for (int cell = 0; cell < rules->cells(); ++cell) sum += tiles[cell] * rules->number(cell);
    return sum;
}

int Game::lowest() const {
    const auto rank = [&](int s) {
        return std::tuple(value(s), seat[s].rack.size, (s - to_move - 1 + 2 * seats) % seats);
    };
    int best = 0;
    for (int s = 1; s < seats; ++s)
        if (rank(s) < rank(best)) best = s;
    return best;
}

int Game::score_exhausted(std::array<int, kMostSeats> &into) const {
    into.fill(0);
    if (rules->count_against) {
        for (int s = 0; s < seats; ++s) into[s] = value(s) - seat[s].bonus;
        return kNobody;
    }
    const int best = lowest(), least = value(best);
    for (int s = 0; s < seats; ++s) into[s] = least - value(s);
    for (int s = 0; s < seats; ++s)
        if (s != best) into[best] -= into[s];
    return best;
}

void Game::end(Ending why) {
    over = true;
    ending = why;
    // who went out has the lowest rack, and nobody else has an empty one
    winner = score_exhausted(scores);
    if (why == Ending::went_out) winner = to_move;
}

} // namespace tilerummy::simulate
