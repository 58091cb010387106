// The state of a round and what changes it, by the rules of the manipulation family. It corresponds
// to tilerummy.state and tilerummy.rules, which judge every event of it in the tests.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/position.hpp"

namespace tilerummy::simulate {

constexpr int kMostSeats = 4, kNobody = -1, kIdleTurns = 10;
constexpr std::uint8_t kJoker = kCells; // the code of a joker; other tiles have that of their cell

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
    bool first_pass, jokers_due;
    int joker_value;
    bool count_against; // is what is left on the racks the score
    std::vector<std::uint8_t> order; // the cells in the order of kinds, by colour and number

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
    int opened = kNobody; // the turn of the initial meld
    int waits = 0;        // tiles drawn since the last play
    int bonus = 0;        // of its handfuls, taken off its score
};

enum class Ending : std::uint8_t { went_out, pool_exhausted, no_progress };

// A round between two actions of the seat to move.
struct Game {
    const Rules *rules = nullptr;
    int seats = 2, to_move = 0, turn = 0, plays = 0;
    int passes = 0, idle = 0, start_jokers = 0;
    bool drew = false, released = false;
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

    void draw();
    // Lays the table *after*, with *placed* from the rack and *face_up* from the free tiles.
    void play(std::vector<Meld> after, const Tiles &placed, const Tiles &face_up);
    void end_turn();
    // The scores if the round ended now with nobody out, and who would have won.
    int score_exhausted(std::array<int, kMostSeats> &into) const;

  private:
    int first_to_open() const;
    bool had_first_choice() const;
    void end(Ending why);
    int lowest() const;
};

} // namespace tilerummy::simulate
