#include "simulate/turns.hpp"

#include <algorithm>
#include <utility>

#include "simulate/discards.hpp"
#include "simulate/openings.hpp"

namespace tilerummy::simulate {
namespace {

// see tilerummy.simulator.policies
constexpr int kNearlyOut = 2, kSmallPool = 12, kSmallTable = 20, kHuntEnds = 4;

class Turn {
  public:
    Turn(Game &game, Plays &plays, TurnLog *log) : game_(game), plays_(plays), log_(log) {}

    // Goes out with the trump by playing the most tiles. If that fails, restores the round and the
    // log.
    bool go_out_with_trump() {
        if (game_.trump == kNoTile) return false;
        Game then = game_;
        TurnLog done;
        then.draw_trump();
        done.source = Source::trump;
        Turn turn(then, plays_, &done);
        const bool may_be_open = then.rules->scoring != Scoring::by_kind_of_win;
        if (!turn.declare() && !turn.place_all_but_one(may_be_open)) return false;
        adopt(then, done);
        return true;
    }

    void draw(bool take) {
        if (take)
            game_.take();
        else
            game_.draw();
        note_source();
    }

    bool declare() {
        int best = 0, discard = kNoTile;
        for (int tile = 0; tile <= kCells; ++tile)
            if (const int points = game_.closed_hand(tile); points > best)
                best = points, discard = tile;
        if (!best) return false;
        if (log_) {
            Tiles shown = game_.mover().rack.tiles;
            --shown[std::size_t(discard)];
            log_->plays.push_back({game_.table, shown, {}});
            log_->discard = std::uint8_t(discard);
            log_->declared = true;
        }
        game_.declare(discard);
        return true;
    }

    void end(int discard) {
        if (game_.phase == Phase::meld) {
            if (log_) log_->discard = std::uint8_t(discard);
            return game_.discard(discard);
        }
        if (!game_.plays && !game_.pool.empty()) {
            game_.draw();
            note_source();
        }
        game_.end_turn();
    }

    void rack_only() {
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

    void most_tiles(bool jokers) {
        while (game_.may_play() && most_tiles_of(rack(jokers || game_.jokers_due()))) {}
    }

    // Plays all tiles, or all but one, which is then discarded, if playing the most tiles achieves
    // that.
    bool go_out() {
        if (!game_.may_play()) return false;
        const bool may = game_.rules->discards ? plays_.may_place_all_but_one(game_)
                                               : plays_.bound(game_, rack(true), true) != -1;
        if (!may) return false;
        Game then = game_;
        TurnLog done = log_ ? *log_ : TurnLog{};
        Turn turn(then, plays_, &done);
        turn.most_tiles(true);
        if (then.mover().rack.size != int(game_.rules->discards)) return false;
        adopt(then, done);
        return true;
    }

    void random(Rng &rng) {
        while (game_.may_play() && (game_.pool.empty() || rng.flip())) {
            Tiles part{};
            const Tiles &all = game_.mover().rack.tiles;
            for (int tile = 0; tile <= kCells; ++tile)
                for (int i = 0; i < all[tile]; ++i) part[tile] += rng.flip();
            if (game_.jokers_due()) part[kJoker] = all[kJoker];
            Found found;
            if (plays_.foot(game_, found)) return make(found);
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

    void note_source() {
        if (log_) log_->source = game_.source;
    }

    void adopt(Game &then, TurnLog &done) {
        game_ = std::move(then);
        if (log_) *log_ = std::move(done);
    }

    // Plays the most tiles and discards the last one, if possible. The round changes even if that
    // fails.
    bool place_all_but_one(bool may_be_open) {
        if (!plays_.may_place_all_but_one(game_)) return false;
        most_tiles(true);
        if (game_.mover().rack.size != 1 || (!may_be_open && game_.is_open())) return false;
        for (int tile = 0; tile <= kCells; ++tile)
            if (game_.may_discard(tile)) {
                end(tile);
                return true;
            }
        return false;
    }

    void make(Found &found) {
        if (log_) log_->plays.push_back({found.table, found.placed, found.face_up});
        game_.play(std::move(found.table), found.placed, found.face_up);
    }

    // Makes the best play with these tiles. Returns whether a play was made and another can follow.
    bool most_tiles_of(const Tiles &tiles) {
        Found found;
        if (game_.mover().opened < 0) return open(tiles);
        if (!plays_.rearrange(game_, tiles, false, found)) return false;
        make(found);
        return !found.final;
    }

    // Returns whether a play leaves nothing, or only a tile to discard.
    bool goes_out(const Found &found) const {
        int left = game_.mover().rack.size;
        for (const int n : found.placed) left -= n;
        return left <= int(game_.rules->discards);
    }

    Found laid(const OpeningMelds &opening) const {
        Found found;
        found.table = game_.table;
        found.table.insert(found.table.end(), opening.melds.begin(), opening.melds.end());
        found.placed = opening.tiles;
        return found;
    }

    // Opens with the melds that allow the most tiles to be placed in total.
    bool open(const Tiles &tiles) {
        Found best;
        const Rules &rules = *game_.rules;
        const bool opens = plays_.lay_melds(game_, tiles, rules.points, rules.opening_jokers, best);
        if (Found foot; tiles == rack(true) && !goes_out(best) && plays_.foot(game_, foot)) {
            make(foot);
            return true;
        }
        if (!opens) return false;
        if (!rules.same_turn || !is_standard(rules)) {
            make(best);
            return true;
        }
        Found rest = rest_after(best, tiles, 0);
        int reached = best.score + rest.score;
        const int most = plays_.bound(game_, tiles, false, reached);
        if (most > reached)
            for (const auto &opening : openings(game_, tiles)) {
                if (reached >= most || plays_.late()) break;
                Found other = laid(opening);
                for (int cell = 0; cell < rules.cells(); ++cell)
                    other.score += opening.tiles[cell] * (quick::kTile + rules.number(cell));
                other.score += opening.tiles[kJoker] * (quick::kTile + rules.joker_value);
                Found more = rest_after(other, tiles, reached - other.score);
                if (other.score + more.score <= reached) continue;
                reached = other.score + more.score;
                best = std::move(other);
                rest = std::move(more);
            }
        make(best);
        if (!rest.score) return false;
        make(rest);
        return !rest.final;
    }

    // Returns the best play with these tiles after the opening, if its score exceeds *more_than*.
    Found rest_after(const Found &opening, const Tiles &tiles, int more_than) {
        Game then = game_;
        then.play(opening.table, opening.placed, opening.face_up);
        Tiles left = tiles;
        for (int tile = 0; tile <= kCells; ++tile)
            left[tile] = std::uint8_t(left[tile] - opening.placed[tile]);
        Found found;
        if (then.over || !plays_.rearrange(then, left, false, found, std::max(0, more_than))) return {};
        return found;
    }

    Game &game_;
    Plays &plays_;
    TurnLog *log_;
};

int fewest_of_others(const Game &game) {
    int fewest = 1000;
    for (int s = 0; s < game.seats; ++s)
        if (s != game.to_move) fewest = std::min(fewest, game.seat[s].rack.size);
    return fewest;
}

bool releases(const Game &game, Policy policy) {
    if (game.pool.empty()) return true;
    if (policy == Policy::save_jokers) return false;
    if (policy == Policy::hunt && game.rules->discards) return fewest_of_others(game) <= kHuntEnds;
    if (policy == Policy::hold_after_opening || !game.rules->same_turn)
        return fewest_of_others(game) <= kNearlyOut;
    if (policy != Policy::adaptive || game.pool.size() > kSmallPool) return false;
    return game.on_table().size <= kSmallTable;
}

bool holds(const Game &game, Policy policy) {
    if (policy == Policy::save_jokers) return false;
    if (policy == Policy::hunt && game.rules->discards)
        return game.rules->closed_hands && game.mover().opened < 0;
    if (policy != Policy::hold_after_opening && game.rules->same_turn) return true;
    return game.mover().opened >= 0 && game.mover().opened < game.turn;
}

void choose_plays(const Game &game, Policy policy, Rng &rng, Turn &turn) {
    switch (policy) {
    case Policy::rack_only: return turn.rack_only();
    case Policy::most_tiles: return turn.most_tiles(true);
    case Policy::random: return turn.random(rng);
    case Policy::none: return;
    default: break;
    }
    if (releases(game, policy)) return turn.most_tiles(true);
    if (turn.go_out() || holds(game, policy)) return;
    turn.most_tiles(false);
}

} // namespace

void play_turn(Game &game, Policy policy, Rng &rng, Plays &plays, TurnLog *log) {
    plays.begin_turn();
    Turn turn(game, plays, log);
    const auto tries = [&] { return policy != Policy::random || rng.flip(); };
    if (game.phase == Phase::draw) {
        if (tries() && turn.go_out_with_trump()) return;
        turn.draw(takes_discard(game, policy, rng, plays));
    }
    if (game.phase == Phase::meld && game.rules->closed_hands && tries() && turn.declare()) return;
    choose_plays(game, policy, rng, turn);
    if (!game.over) turn.end(discard_of(game, policy, rng, plays));
}

bool go_out_with_trump(Game &game, Plays &plays) {
    plays.begin_turn();
    return Turn(game, plays, nullptr).go_out_with_trump();
}

} // namespace tilerummy::simulate
