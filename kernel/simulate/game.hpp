// The state of a round and what changes it, by the rules of every family. It corresponds to
// tilerummy.state and tilerummy.rules, which judge every event of it in the tests.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::simulate {

constexpr int kMostSeats = 4, kNobody = -1, kIdleTurns = 10;
constexpr std::uint8_t kNoTile = kCells + 1;

// What the mover may do next: play or draw; draw; or play and then discard. The first is that of
// tilerummy.state.Phase.ACT and MORE, of which `plays` is the difference.
enum class Phase : std::uint8_t { act, draw, meld };
enum class Source : std::uint8_t { none, pool, discard, trump };
enum class TakeDiscard : std::uint8_t { never, opened_earlier, always };
// When the round ends for want of tiles; `at_once` is with the turn that empties the pool.
enum class EmptyPool : std::uint8_t { first_pass, all_pass, at_once };
enum class Scoring : std::uint8_t { winner_takes_all, count_against, by_kind_of_win };

// The rules of a round; the fields are those of tilerummy.rules.Ruleset.
struct Rules {
    int numbers, colours;
    bool one_high;
    Melds melds;
    bool from_any, all_of_three;
    Reuse reuse;
    int points;
    bool opening_jokers, same_turn;
    int draw;
    EmptyPool empty_pool;
    bool jokers_due;
    int joker_value;
    Scoring scoring;
    bool discards; // does a turn draw, meld and discard
    bool extends;  // may melds of the table only be added to
    TakeDiscard take_discard;
    bool closed_hands;
    int dealt; // tiles of a rack, and of a closed hand
    bool trump_bonus;

    int cells() const { return numbers * colours; }
    int number(int cell) const { return cell == kJoker ? joker_value : cell / colours + 1; }
};

// Tiles of a rack, or any others; jokers are in the last place.
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
    int opened = kNobody;           // the turn of the initial meld
    int waits = 0;                  // tiles drawn since the last play
    int bonus = 0;                  // of its handfuls, taken off its score
    std::uint8_t discard = kNoTile; // the tile that it discarded last, unless it was taken
    bool held_trump = false;        // has it had a tile equal to the trump
};

enum class Ending : std::uint8_t { went_out, pool_exhausted, no_progress };

// What the opening play of this turn was worth, as long as it is the only one: the points of the
// closed hand that it laid, or that it was a Foot.
struct Laid {
    int hand = 0;
    bool foot = false;
};

// A round between two actions of the seat to move.
struct Game {
    const Rules *rules = nullptr;
    int seats = 2, to_move = 0, turn = 0, plays = 0;
    int passes = 0, idle = 0;
    Phase phase = Phase::act;
    Source source = Source::none; // of the tiles drawn in this turn
    std::uint8_t drawn = kNoTile, trump = kNoTile;
    bool released = false;
    Tiles start{}; // the rack of the mover when the turn began
    Laid laid{};
    std::array<Seat, kMostSeats> seat{};
    std::vector<std::uint8_t> pool; // the last is drawn first
    std::vector<Meld> table;
    Heap free;

    bool over = false;
    Ending ending{};
    int winner = kNobody;
    std::array<int, kMostSeats> scores{};

    Seat &mover() { return seat[to_move]; }
    const Seat &mover() const { return seat[to_move]; }

    // Whether the mover may make a play now; which, the solver says.
    bool may_play() const;
    // Whether the mover must leave no joker on the rack.
    bool jokers_due() const { return rules->jokers_due && mover().opened >= 0 && mover().opened < turn; }
    // The face-up tiles that the mover may use with one of its own.
    Heap usable_face_up() const;
    // The numbered tiles and jokers on the table.
    Heap on_table() const;
    int value(int of) const;

    // Whether the mover may take the tile that was discarded last.
    bool may_take() const;
    // Whether the mover may discard that tile of its rack: not the one just taken.
    bool may_discard(int tile) const;
    // The tiles of *rack*, a part of the mover's, of which one must stay there to be discarded; none
    // where nothing is discarded, or where others can be.
    Tiles to_leave(const Tiles &rack) const;
    // The points of the closed hand that all tiles of the mover but *discard* are, 0 if they are none.
    int closed_hand(int discard) const;

    void draw();
    void take();
    // Draws the trump, which only who goes out in this turn may do.
    void draw_trump();
    // Lays the table *after*, with *placed* from the rack and *face_up* from the free tiles.
    void play(std::vector<Meld> after, const Tiles &placed, const Tiles &face_up);
    // Discards a tile and ends the turn.
    void discard(int tile);
    // Shows all tiles but *discard* as a closed hand, and goes out.
    void declare(int discard);
    void end_turn();
    // The scores if the round ended now with nobody out, and who would have won.
    int score_exhausted(std::array<int, kMostSeats> &into) const;

    // Whether the mover goes out Open if it goes out now: not with a Foot or a closed hand.
    bool is_open() const { return !laid.hand && !laid.foot; }

  private:
    int first_to_open() const;
    bool had_first_choice() const;
    // The points of the closed hand that these tiles of the mover are, 0 if they are none.
    int hand_of(const Tiles &tiles) const;
    void come_onto_rack(std::uint8_t tile);
    // Ends the round; *hand* are the points of the closed hand that was declared.
    void end(Ending why, int hand = 0);
    void score_by_kind(int out, int hand, std::array<int, kMostSeats> &into) const;
    int lowest() const;
};

} // namespace tilerummy::simulate
