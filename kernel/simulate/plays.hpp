// Finds single plays: what of a rack can be laid now, and the table after it.
#pragma once

#include <vector>

#include "model/budget.hpp"
#include "quick/quick.hpp"
#include "simulate/game.hpp"

namespace tilerummy::simulate {

// A play: the table after it, and which tiles it places.
struct Found {
    std::vector<Meld> table;
    Tiles placed{}, face_up{};
    int score = 0;      // tiles * quick::kTile + points, of the rack alone
    bool final = false; // can certainly no play of this turn place more
};

// One for each thread: it keeps the memory of the solver.
class Plays {
  public:
    // Begins a turn, or a step of a batch: all its searches together are limited, so that none takes
    // long however large the racks are. Where the limit is reached, other plays may place more.
    void begin_turn() { turn_ = Budget(kStatesOfTurn); }
    bool late() const { return !turn_.left() || Budget(0, until).late(); }

    // Looks for the play that places most tiles of *rack*, which is a part of the mover's, or *all*
    // of it, if it scores *more_than* that. Face-up tiles that may be used count as tiles of the rack,
    // but are worth nothing; a play needs one of the rack. The mover must have opened.
    bool rearrange(const Game &game, const Tiles &rack, bool all, Found &found, int more_than = 0);

    // Looks for new melds of *rack* alone that are worth *points* and place most tiles, with jokers
    // or without.
    bool lay_melds(const Game &game, const Tiles &rack, int points, bool jokers, Found &found);

    // Looks for a Foot: the first play of the mover, which places all its tiles but one and adds some of
    // them to melds of the table.
    bool foot(const Game &game, Found &found);

    // Looks for a play that places exactly *set*, without face-up tiles; it opens where the mover has
    // not opened.
    bool place_exactly(const Game &game, const Tiles &set, Found &found);

    // Whether plays of this turn may place all tiles of the mover but one; a quick look.
    bool may_place_all_but_one(const Game &game) const;

    // The most that any plays of this turn can place of *rack*, scored as in Found; -1 if it is not
    // *more_than* that, or *all* must be placed and cannot. A bound: jokers of the table are wild here.
    int bound(const Game &game, const Tiles &rack, bool all, int more_than = -1);

    // Whether face-up tiles may be used.
    bool face_up = true;
    // When searches stop: what they find then is not the best.
    Budget::Clock::time_point until = Budget::kNever;

  private:
    static constexpr std::uint64_t kStatesOfTurn = 15'000;

    // What a quick solve says: that there is no play, that there is one, or nothing.
    enum class Answer { none, play, unknown };

    // What is wanted of a search, and how much it may take.
    struct Question {
        Kind kind;
        int points;
        bool all;
        Budget limit;
    };

    Heap usable(const Game &game) const { return face_up ? game.usable_face_up() : Heap{}; }
    int ask(const quick::Supply &supply, const quick::Weights &weights, int more_than = -1);
    Answer rearrange_quickly(const Game &game, const Tiles &rack, bool all, Found &found,
                             int more_than = 0);
    Answer lay_quickly(const Game &game, const Tiles &own, int points, Found &found);
    // The same where melds with jokers may be taken apart. The jokers are wild to the quick solve, so no
    // play places more, and it is the best if the law allows it.
    Answer take_apart(const Game &game, const Tiles &rack, bool all, Found &found, int more_than);
    bool place(const Game &game, const Tiles &rack, bool all, Found &found) const;
    bool by_search(const Game &game, const Tiles &rack, Question question, Found &found);

    quick::Solver quick_;
    Budget turn_{kStatesOfTurn};
};

// Whether a quick solve knows the tiles of these rules.
inline bool is_standard(const Rules &rules) {
    return rules.colours == quick::kColours && !rules.one_high && !rules.extends && !rules.discards;
}

// The tiles of a quick solve: melds of the table with jokers are locked, or their jokers *wild*.
quick::Supply supply_of(const Game &game, const Tiles &rack, const Heap &face_up, bool wild);

// Whether a joker on the table is more than a wild tile.
bool has_bound_jokers(const Game &game);

// Whether there are no such jokers, or the melds that hold them stay whole whatever is played.
bool jokers_stay(const Game &game, const Tiles &rack);

// The question to the solver of search/ for a part of the mover's rack; where melds may only be added
// to, that to rearrange them means to do so.
Position position_of(const Game &game, const Tiles &rack, Kind kind);

} // namespace tilerummy::simulate
