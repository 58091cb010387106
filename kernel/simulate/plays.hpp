// Finds single plays: the rack tiles that can be laid now, and the resulting table.
#pragma once

#include <vector>

#include "model/budget.hpp"
#include "quick/quick.hpp"
#include "simulate/game.hpp"

namespace tilerummy::simulate {

// A play: the table after it, and the rack tiles laid.
struct Found {
    std::vector<Meld> table;
    Tiles placed{}, face_up{};
    int score = 0;      // tiles * quick::kTile + points, counting only the rack
    bool final = false; // true if this is certainly a best play of the turn
};

// Finds plays in one position at a time. Reuses the quick solver's memory between calls, so each
// thread needs its own object.
class Plays {
  public:
    // Begins a turn, or a step of a batch. All searches in the turn share one limit on the number
    // of states, so that no turn takes long even with large racks. If the limit is reached, better
    // plays may be missed.
    void begin_turn() { turn_ = Budget(kStatesOfTurn); }
    bool late() const { return !turn_.left() || Budget(0, until).late(); }

    // Searches for the play that lays the most tiles from *rack* and scores more than *more_than*.
    // *rack* is part or *all* of the mover's rack. Usable face-up tiles are treated as rack tiles
    // without a value, but a play needs at least one real rack tile. The mover must have opened.
    bool rearrange(const Game &game, const Tiles &rack, bool all, Found &found, int more_than = 0);

    // Searches for new melds from *rack* that have at least *points* points and lay the most tiles.
    bool lay_melds(const Game &game, const Tiles &rack, int points, bool jokers, Found &found);

    // Searches for a Foot, the International opening that lays all tiles but one in a single play
    // and extends existing melds.
    bool foot(const Game &game, Found &found);

    // Searches for a play that lays exactly *set*, without face-up tiles. The play opens if the
    // mover has not opened yet.
    bool place_exactly(const Game &game, const Tiles &set, Found &found);

    // Quickly checks whether plays in this turn might lay all but one of the mover's tiles.
    bool may_place_all_but_one(const Game &game) const;

    // Returns an upper bound on the score of this turn's plays with *rack*, scored as in Found.
    // Returns -1 if the bound does not exceed *more_than*, or if *all* tiles must be placed but
    // cannot be. Treats jokers on the table as wild.
    int bound(const Game &game, const Tiles &rack, bool all, int more_than = -1);

    bool face_up = true;
    // The deadline; plays found after it may not be the best.
    Budget::Clock::time_point until = Budget::kNever;

  private:
    static constexpr std::uint64_t kStatesOfTurn = 15'000;

    // Quick-solve results: no play, a play, or undecided.
    enum class Answer { none, play, unknown };

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
    // Like rearrange_quickly, but may take apart melds with jokers. The quick solve treats these
    // jokers as wild, so its result is an upper bound. If the joker rules allow the result, it is
    // the best play.
    Answer take_apart(const Game &game, const Tiles &rack, bool all, Found &found, int more_than);
    bool place(const Game &game, const Tiles &rack, bool all, Found &found) const;
    bool by_search(const Game &game, const Tiles &rack, Question question, Found &found);

    quick::Solver quick_;
    Budget turn_{kStatesOfTurn};
};

inline bool is_standard(const Rules &rules) {
    return rules.colours == quick::kColours && !rules.one_high && !rules.extends && !rules.discards;
}

// Returns the input for a quick solve. Melds with jokers are locked unless jokers are *wild*.
quick::Supply supply_of(const Game &game, const Tiles &rack, const Heap &face_up, bool wild);

// Returns whether the joker rules restrict any joker on the table.
bool has_bound_jokers(const Game &game);

// Returns whether the rules restrict no joker on the table, or melds with jokers stay intact in
// every play.
bool jokers_stay(const Game &game, const Tiles &rack);

// Returns the solver problem for part of the mover's rack. If the rules only allow extending melds,
// Kind::rearrange becomes Kind::extend.
Position position_of(const Game &game, const Tiles &rack, Kind kind);

} // namespace tilerummy::simulate
