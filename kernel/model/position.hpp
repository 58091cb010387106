// The problem given to the solver; it corresponds to tilerummy.solver.problem.Problem.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/budget.hpp"
#include "model/counts.hpp"

namespace tilerummy {

constexpr int kCells = kMaxNumbers * kMaxColours;
constexpr std::uint8_t kJoker = kCells; // other tiles have the code of their cell

// A meld. A run covers the numbers `first` to `last` of a colour; a high 1 follows the last number.
struct Meld {
    bool group;
    std::uint8_t colour, first, last; // a group's number is in `first`
    std::uint32_t mask; // the jokers of a run by number, or the colours of a group
    std::uint8_t group_jokers;

    int jokers() const { return group ? group_jokers : std::popcount(mask); }
    int size() const { return group ? std::popcount(mask) + group_jokers : last - first + 1; }
    bool operator==(const Meld &) const = default;
};

inline Meld run_of(int colour, int first, int last, std::uint32_t wild) {
    return {false, std::uint8_t(colour), std::uint8_t(first), std::uint8_t(last), wild, 0};
}

inline Meld group_of(int number, std::uint32_t colours, int jokers) {
    return {true, 0, std::uint8_t(number), 0, colours, std::uint8_t(jokers)};
}

enum class Kind : std::uint8_t { open, rearrange, extend };
enum class Melds : std::uint8_t { locked, open, free };
enum class Reuse : std::uint8_t { any, new_meld, new_meld_with_rack, rack_only };

using Tiles = std::array<std::uint8_t, kCells + 1>; // the count of each numbered tile by cell

struct Position {
    int numbers, colours;
    bool one_high;
    Kind kind;
    Melds melds;
    bool from_any, all_of_three; // ReplaceFrom.ANY, GroupOfThree.ALL
    Reuse reuse;
    bool by_points;
    int joker_value, at_least;
    bool joker_opens, jokers_due, tidy;
    std::uint64_t budget;
    Budget::Clock::time_point until;
    Tiles rack{}, leave{}, required{};
    int rack_jokers = 0, leave_jokers = 0, required_jokers = 0;
    std::vector<Meld> table{};
    Budget *shared_budget = nullptr; // for the entire query, if limited; `budget` is per part

    // Returns whether at least one tile must stay on the rack.
    bool must_leave() const {
        return leave_jokers || std::any_of(leave.begin(), leave.end(), [](int n) { return n > 0; });
    }
    bool late() const { return (shared_budget && !shared_budget->left()) || Budget(0, until).late(); }
    // Like late(), but first uses up *states* states to account for other work that takes about as
    // long.
    bool late_after(std::uint64_t states) const {
        if (shared_budget) shared_budget->take(states);
        return late();
    }
    int cells() const { return numbers * colours; }
    int cell(int colour, int place) const {
        return ((place > numbers ? 1 : place) - 1) * colours + colour;
    }
    int number(int cell) const { return cell / colours + 1; }
    bool high() const { return one_high && numbers > 3; }
    // Returns whether freed jokers may go into any meld.
    bool anywhere() const {
        return reuse == Reuse::any || (melds == Melds::free && kind == Kind::rearrange);
    }
};

// Returns whether *there* is true for the colour and number of any tile that could replace a joker
// in the meld.
template <class There> bool may_be_replaced(const Meld &meld, int colours, There there) {
    if (!meld.group) {
        for (std::uint32_t left = meld.mask; left; left &= left - 1)
            if (there(meld.colour, std::countr_zero(left))) return true;
        return false;
    }
    for (int colour = 0; colour < colours; ++colour)
        if (!(meld.mask >> colour & 1) && there(colour, meld.first)) return true;
    return false;
}

template <class Use> void for_numbered(const Position &position, const Meld &meld, Use use) {
    if (meld.group) {
        for (std::uint32_t left = meld.mask; left; left &= left - 1)
            use(position.cell(std::countr_zero(left), meld.first));
        return;
    }
    for (int v = meld.first; v <= meld.last; ++v)
        if (!(meld.mask >> v & 1)) use(position.cell(meld.colour, v));
}

} // namespace tilerummy
