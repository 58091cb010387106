#include "simulate/turns.hpp"

#include <algorithm>
#include <utility>

#include "simulate/openings.hpp"

namespace tilerummy::simulate {
namespace {

// tilerummy.simulator.policies explains these
constexpr int kNearlyOut = 2, kSmallPool = 12, kSmallTable = 20;

class Turn {
  public:
    Turn(Game &game, Plays &plays, std::vector<Made> *made)
        : game_(game), plays_(plays), made_(made) {}

    void own_melds() {
        while (game_.may_play()) {
            const bool opens = game_.mover().opened < 0;
            Found found;
            if (!plays_.lay_melds(game_, rack(true), opens ? game_.rules->points : 0,
                                  !opens || game_.rules->opening_jokers, found) ||
                leaves_due(found))
                return;
            make(found);
        }
    }

    // Plays the most tiles, with jokers or without.
    void most_tiles(bool jokers) {
        while (game_.may_play() && most_tiles_of(rack(jokers || game_.jokers_due()))) {}
    }

    // Plays everything if it can.
    bool go_out() {
        if (!game_.may_play()) return false;
        const Tiles all = rack(true);
        if (game_.mover().opened >= 0) return place_all(all);
        return plays_.bound(game_, all, true) != -1 && open_and_go_out(all);
    }

    void random(Chance &chance) {
        while (game_.may_play() && (game_.pool.empty() || chance.flip())) {
            Tiles part{};
            const Tiles &all = game_.mover().rack.tiles;
            for (int tile = 0; tile <= kCells; ++tile)
                for (int i = 0; i < all[tile]; ++i) part[tile] += chance.flip();
            if (game_.jokers_due()) part[kJoker] = all[kJoker];
            Found found;
            if (!(game_.mover().opened < 0
                      ? plays_.lay_melds(game_, part, game_.rules->points,
                                         game_.rules->opening_jokers, found)
                      : plays_.rearrange(game_, part, false, found)))
                return;
            make(found);
        }
    }

  private:
    Tiles rack(bool jokers) const {
        Tiles tiles = game_.mover().rack.tiles;
        if (!jokers) tiles[kJoker] = 0;
        return tiles;
    }

    bool leaves_due(const Found &found) const {
        return game_.jokers_due() && found.placed[kJoker] < game_.mover().rack.jokers();
    }

    void make(Found &found) {
        if (made_) made_->push_back({found.table, found.placed, found.face_up});
        game_.play(std::move(found.table), found.placed, found.face_up);
    }

    bool place_all(const Tiles &all) {
        Found found;
        if (!plays_.rearrange(game_, all, true, found)) return false;
        make(found);
        return true;
    }

    // Makes the best play of these tiles; false if there is none, or if it was certainly the last.
    bool most_tiles_of(const Tiles &tiles) {
        Found found;
        if (game_.mover().opened < 0) return open(tiles);
        if (!plays_.rearrange(game_, tiles, false, found)) return false;
        make(found);
        return !found.final;
    }

    Found laid(const OpeningMelds &opening) const {
        Found found;
        found.table = game_.table;
        found.table.insert(found.table.end(), opening.melds.begin(), opening.melds.end());
        found.placed = opening.tiles;
        return found;
    }

    // Opens with the melds after which most tiles can be placed in all.
    bool open(const Tiles &tiles) {
        Found best;
        const Rules &rules = *game_.rules;
        if (!plays_.lay_melds(game_, tiles, rules.points, rules.opening_jokers, best)) return false;
        const int most = rules.same_turn ? plays_.bound(game_, tiles, false) : best.score;
        if (best.score < most) {
            int reached = best.score + rest_after(best, tiles);
            for (const auto &opening : openings(game_, tiles)) {
                if (reached >= most || plays_.late()) break;
                Found other = laid(opening);
                for (int cell = 0; cell < rules.cells(); ++cell)
                    other.score += opening.tiles[cell] * (quick::kTile + rules.number(cell));
                other.score += opening.tiles[kJoker] * (quick::kTile + rules.joker_value);
                const int total = other.score + rest_after(other, tiles);
                if (total > reached) reached = total, best = std::move(other);
            }
        }
        make(best);
        return true;
    }

    // What can be placed of these tiles after that opening.
    int rest_after(const Found &opening, const Tiles &tiles) {
        Game then = game_;
        then.play(opening.table, opening.placed, opening.face_up);
        Tiles left = tiles;
        for (int tile = 0; tile <= kCells; ++tile)
            left[tile] = std::uint8_t(left[tile] - opening.placed[tile]);
        Found found;
        return !then.over && plays_.rearrange(then, left, false, found) ? found.score : 0;
    }

    bool open_and_go_out(const Tiles &all) {
        const Rules &rules = *game_.rules;
        Found first;
        if (plays_.lay_melds(game_, all, rules.points, rules.opening_jokers, first) &&
            goes_out_after(first))
            return true;
        if (!rules.same_turn) return false;
        for (const auto &opening : openings(game_, all)) {
            if (plays_.late()) break;
            Found found = laid(opening);
            if (goes_out_after(found)) return true;
        }
        return false;
    }

    // Opens so and places all the rest, if that can be done.
    bool goes_out_after(Found &opening) {
        Game then = game_;
        then.play(opening.table, opening.placed, opening.face_up);
        Found rest;
        const bool more = !then.over;
        if (more && (!game_.rules->same_turn ||
                     !plays_.rearrange(then, then.mover().rack.tiles, true, rest)))
            return false;
        make(opening);
        if (more) make(rest);
        return true;
    }

    Game &game_;
    Plays &plays_;
    std::vector<Made> *made_;
};

int fewest_of_others(const Game &game) {
    int fewest = 1000;
    for (int s = 0; s < game.seats; ++s)
        if (s != game.to_move) fewest = std::min(fewest, game.seat[s].rack.size);
    return fewest;
}

bool releases(const Game &game, Policy policy) {
    if (game.pool.empty()) return true;
    if (policy == Policy::husbandry) return false;
    if (policy == Policy::hold_open || !game.rules->same_turn)
        return fewest_of_others(game) <= kNearlyOut;
    if (policy != Policy::adaptive || game.pool.size() > kSmallPool) return false;
    return game.on_table().size <= kSmallTable;
}

bool holds(const Game &game, Policy policy) {
    if (policy == Policy::husbandry) return false;
    if (policy != Policy::hold_open && game.rules->same_turn) return true;
    return game.mover().opened >= 0 && game.mover().opened < game.turn;
}

void choose_plays(const Game &game, Policy policy, Chance &chance, Turn &turn) {
    switch (policy) {
    case Policy::own_melds: return turn.own_melds();
    case Policy::most_tiles: return turn.most_tiles(true);
    case Policy::random: return turn.random(chance);
    case Policy::none: return;
    default: break;
    }
    if (releases(game, policy)) return turn.most_tiles(true);
    if (turn.go_out() || holds(game, policy)) return;
    turn.most_tiles(false);
}

} // namespace

void play_turn(Game &game, Policy policy, Chance &chance, Plays &plays, std::vector<Made> *made) {
    plays.begin_turn();
    Turn turn(game, plays, made);
    choose_plays(game, policy, chance, turn);
    if (game.over) return;
    if (!game.plays && !game.pool.empty()) game.draw();
    game.end_turn();
}

} // namespace tilerummy::simulate
