// A round's state and transitions under all families of rules. Corresponds to tilerummy.state and
// tilerummy.rules; tests check every event against these.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::simulate {

constexpr int kMaxSeats = 6, kUnset = -1, kIdleTurns = 10;
constexpr std::uint8_t kNoTile = kCells + 1;

// The mover's options: play or draw; only draw; or play and then discard. The first covers both
// Phase.ACT and Phase.MORE of tilerummy.state, which differ in `plays`.
enum class Phase : std::uint8_t { act, draw, meld };
enum class Source : std::uint8_t { none, pool, discard, trump };
enum class TakeDiscard : std::uint8_t { never, opened_earlier, always };
// When a round ends for lack of tiles: with the first pass, when all players have passed, or with
// the turn that empties the pool (`at_once`).
enum class EmptyPool : std::uint8_t { first_pass, all_pass, at_once };
enum class Scoring : std::uint8_t { winner_takes_all, count_against, by_kind_of_win };

// A round's rules, with the field names of tilerummy.rules.Ruleset.
struct Rules {
    int numbers, colours;
    bool one_high;
    Melds melds;
    bool from_any, all_of_three;
    Reuse reuse;
    int points;
    bool opening_jokers, same_turn;
    int draw, draw_opened; // tiles per draw; draw_opened is 0 if it is the same
    EmptyPool empty_pool;
    int empty_pool_turns; // turns of each seat with an empty pool; 0 if unlimited
    bool jokers_due;
    int joker_value;
    int not_opened, could_open; // penalties for never having opened
    Scoring scoring;
    bool discards; // a turn draws, melds and discards
    bool extends;  // table melds may only be added to
    TakeDiscard take_discard;
    bool closed_hands;
    int dealt; // tiles on a rack and in a closed hand
    bool trump_bonus;

    int cells() const { return numbers * colours; }
    int number(int cell) const { return cell == kJoker ? joker_value : cell / colours + 1; }
};

// A multiset of tiles, for example a rack. Jokers have the last index.
struct Heap {
    Tiles tiles{};
    int size = 0;

    int jokers() const { return tiles[kJoker]; }
    void add(int tile, int count = 1) {
        tiles[tile] = std::uint8_t(tiles[tile] + count);
        size += count;
    }
    void remove(const Tiles &some) {
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            tiles[i] = std::uint8_t(tiles[i] - some[i]);
            size -= some[i];
        }
    }
};

struct Seat {
    Heap rack;
    int opened = kUnset;           // the turn when it opened
    int waits = 0;                  // tiles drawn since the last play
    int bonus = 0;                  // for its handfuls, deducted from its score
    std::uint8_t discard = kNoTile; // its last discard, unless taken
    bool held_trump = false;        // true if it has had a tile equal to the trump
};

enum class Ending : std::uint8_t { went_out, pool_exhausted, no_progress };

// Describes the opening play of this turn while it is the only play: its points if it is a closed
// hand, and a flag that is set for a Foot.
struct Laid {
    int hand = 0;
    bool foot = false;
};

// A round between two actions of the seat to move.
struct Game {
    const Rules *rules = nullptr;
    int seats = 2, to_move = 0, turn = 0, plays = 0;
    int passes = 0, idle = 0, empty_turns = 0;
    Phase phase = Phase::act;
    Source source = Source::none; // source of this turn's tiles
    std::uint8_t drawn = kNoTile, trump = kNoTile;
    bool released = false;
    Tiles start{}; // the mover's rack at the start of the turn
    Laid laid{};
    std::array<Seat, kMaxSeats> seat{};
    std::vector<std::uint8_t> pool; // the last tile is drawn first
    std::vector<Meld> table;
    Heap free;

    bool over = false;
    Ending ending{};
    int winner = kUnset;
    std::array<int, kMaxSeats> scores{};

    Seat &mover() { return seat[to_move]; }
    const Seat &mover() const { return seat[to_move]; }

    // Returns whether the mover may make a play now; the solver finds the plays.
    bool may_play() const;
    // Returns whether the mover must not leave a joker on the rack.
    bool jokers_due() const { return rules->jokers_due && mover().opened >= 0 && mover().opened < turn; }
    // Returns the face-up tiles that the mover may use together with a rack tile.
    Heap usable_face_up() const;
    Heap on_table() const;
    int value(int of) const;
    // Returns the penalty that a seat would pay for never having opened if the round ended now.
    int penalty(int of) const;

    bool may_take() const;
    // Returns whether the mover may discard a rack tile; the tile just taken may not be discarded.
    bool may_discard(int tile) const;
    // Returns the tiles of *rack* if at least one must be left for the discard. Returns none if
    // turns do not end with a discard, or if a tile outside *rack* can be discarded. *rack* is part
    // of the mover's rack.
    Tiles to_leave(const Tiles &rack) const;
    // Returns the points if all the mover's tiles except *discard* form a closed hand, otherwise 0.
    int closed_hand(int discard) const;

    void draw();
    void take();
    // Draws the trump; the mover must then go out in this turn.
    void draw_trump();
    // Makes the play that leaves the table *after*, laying the tiles *placed* from the rack and
    // *face_up* from the face-up tiles.
    void play(std::vector<Meld> after, const Tiles &placed, const Tiles &face_up);
    void discard(int tile);
    // Shows all tiles except *discard* as a closed hand and goes out.
    void declare(int discard);
    void end_turn();
    // Computes the scores as if the round ended now without anyone going out. Returns the winner.
    int score_exhausted(std::array<int, kMaxSeats> &into) const;

    // Returns whether going out now would be an Open win, not a Foot or a closed hand.
    bool is_open() const { return !laid.hand && !laid.foot; }

  private:
    int first_to_open() const;
    bool had_first_choice() const;
    // Returns the points if these tiles form a closed hand for the mover, otherwise 0.
    int hand_of(const Tiles &tiles) const;
    void come_onto_rack(std::uint8_t tile);
    // Ends the round; *hand* is the value of a declared closed hand.
    void end(Ending why, int hand = 0);
    void score_by_kind(int out, int hand, std::array<int, kMaxSeats> &into) const;
    int lowest(const std::array<int, kMaxSeats> &values) const;
};

} // namespace tilerummy::simulate
