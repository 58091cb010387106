#include "simulate/turns.hpp"

#include <algorithm>
#include <utility>

#include "simulate/openings.hpp"

namespace tilerummy::simulate {
namespace {

// tilerummy.simulator.policies explains these
constexpr int kNearlyOut = 2, kSmallPool = 12, kSmallTable = 20, kHuntEnds = 4;

class Turn {
  public:
    Turn(Game &game, Plays &plays, TurnLog *log) : game_(game), plays_(plays), log_(log) {}

    // Goes out with the trump if it can, playing the most tiles; the round and the log are else as
    // they were.
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

    // Declares the best closed hand, if there is one.
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

    // Ends a turn in which everything has been played.
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

    // Plays everything, but for a tile to discard, if it can by playing the most tiles.
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

    void random(Chance &chance) {
        while (game_.may_play() && (game_.pool.empty() || chance.flip())) {
            Tiles part{};
            const Tiles &all = game_.mover().rack.tiles;
            for (int tile = 0; tile <= kCells; ++tile)
                for (int i = 0; i < all[tile]; ++i) part[tile] += chance.flip();
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

    // Plays the most tiles and discards the last, if all but one can be placed; the round has changed in
    // any case.
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

    // Makes the best play of these tiles; false if there is none, or if it was certainly the last.
    bool most_tiles_of(const Tiles &tiles) {
        Found found;
        if (game_.mover().opened < 0) return open(tiles);
        if (!plays_.rearrange(game_, tiles, false, found)) return false;
        make(found);
        return !found.final;
    }

    // Whether a play leaves nothing, or only a tile to be discarded.
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

    // Opens with the melds after which most tiles can be placed in all.
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

    // What can be placed of these tiles after that opening, if it scores more than that.
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
    if (policy == Policy::husbandry) return false;
    if (policy == Policy::hunt && game.rules->closed_hands)
        return game.mover().opened >= 0 || fewest_of_others(game) <= kHuntEnds;
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

constexpr int kMeld = 100; // the company of a tile that makes a meld with two others

// How many kinds of tiles of a rack lie near a tile: with its number, or its colour and at most two
// numbers away; and kMeld if two of them make a meld with it.
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
    bool whole = alike >= 2;
    for (const int at : {number, rules.numbers + 1}) {
        if (at != number && (number != 1 || !rules.one_high)) continue;
        const bool below = there(at - 1), above = there(at + 1);
        near += below + above + there(at - 2) + there(at + 2);
        whole |= (below && above) || (below && there(at - 2)) || (above && there(at + 2));
    }
    return near + (whole ? kMeld : 0);
}

bool is_high(const Rules &rules, int tile) { return rules.number(tile) >= 10 || rules.number(tile) == 1; }

// Whether a policy hunts for a closed hand of high tiles: one of melds is then no nearer, by their
// points and the turns that they take.
bool hunts_high(const Game &game, Policy policy) {
    if (policy != Policy::hunt || !game.rules->closed_hands || game.mover().opened >= 0) return false;
    const Tiles &rack = game.mover().rack.tiles;
    int high = 0, melded = 0;
    for (int tile = 0; tile < game.rules->cells(); ++tile) {
        high += rack[tile] * is_high(*game.rules, tile);
        melded += rack[tile] && company(*game.rules, rack, tile) >= kMeld;
    }
    return 3 * high >= 2 * melded + 6;
}

// Whether a tile can be added to a meld of the table.
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

// Whether a policy takes the tile discarded last: a joker, what makes a meld with two tiles or fits the
// table, and what it hunts for.
bool takes(const Game &game, Policy policy, Chance &chance) {
    if (!game.may_take()) return false;
    if (policy == Policy::random) return chance.flip();
    const int tile = game.seat[(game.to_move + game.seats - 1) % game.seats].discard;
    if (tile == kJoker || (game.mover().opened >= 0 && fits_table(game, tile))) return true;
    if (hunts_high(game, policy) && is_high(*game.rules, tile)) return true;
    return company(*game.rules, game.mover().rack.tiles, tile) >= kMeld;
}

// What a policy discards: the tile with the least company, of those the highest; first none that it
// hunts for, and a joker last.
int discard_of(const Game &game, Policy policy, Chance &chance) {
    const Tiles &rack = game.mover().rack.tiles;
    if (game.phase != Phase::meld) return kNoTile;
    const bool high = hunts_high(game, policy);
    int best = kNoTile, least = 0, seen = 0;
    for (int tile = kCells; tile >= 0; --tile) {
        if (!game.may_discard(tile)) continue;
        ++seen;
        if (policy == Policy::random) {
            if (best == kNoTile || chance.next() % std::uint64_t(seen) == 0) best = tile;
            continue;
        }
        int rank = tile == kJoker ? 1000 : company(*game.rules, rack, tile);
        if (high && is_high(*game.rules, tile)) rank += 2 * kMeld;
        if (best == kNoTile || rank < least) best = tile, least = rank;
    }
    return best;
}

} // namespace

void play_turn(Game &game, Policy policy, Chance &chance, Plays &plays, TurnLog *log) {
    plays.begin_turn();
    Turn turn(game, plays, log);
    const auto tries = [&] { return policy != Policy::random || chance.flip(); };
    if (game.phase == Phase::draw) {
        if (tries() && turn.go_out_with_trump()) return;
        turn.draw(takes(game, policy, chance));
    }
    if (game.phase == Phase::meld && game.rules->closed_hands && tries() && turn.declare()) return;
    choose_plays(game, policy, chance, turn);
    if (!game.over) turn.end(discard_of(game, policy, chance));
}

bool go_out_with_trump(Game &game, Plays &plays) {
    plays.begin_turn();
    return Turn(game, plays, nullptr).go_out_with_trump();
}

} // namespace tilerummy::simulate
