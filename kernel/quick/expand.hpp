// Finds the transitions in a quick solve: the ways to divide a number's tiles between groups and
// runs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "quick/run_states.hpp"
#include "quick/supply.hpp"

namespace tilerummy::quick {

using PerColour = std::array<std::uint8_t, kColours>;

// All possible contents of up to two new groups of one number, as tile counts by colour.
struct GroupChoices {
    std::array<PerColour, 21> all{};

    constexpr GroupChoices() {
        int count = 0;
        for (int code = 0; code < 81; ++code) {
            PerColour tiles{};
            int sum = 0, most = 0, left = code;
            for (int c = 0; c < kColours; ++c, left /= 3) {
                tiles[c] = std::uint8_t(left % 3);
                sum += tiles[c];
                most = std::max<int>(most, tiles[c]);
            }
            if (sum == 0 || (most == 1 && sum >= 3) || sum >= 6) all[count++] = tiles;
        }
    }
};

inline constexpr GroupChoices kGroups{};
constexpr int kNoColour = kColours;
constexpr std::uint8_t kNever = 99; // more jokers than exist

// The grouped tiles of one number: new groups, and up to one tile for the first locked group with
// room.
struct Grouped {
    std::uint8_t choice, added = kNoColour;

    PerColour tiles() const {
        PerColour sum = kGroups.all[choice];
        if (added != kNoColour) ++sum[added];
        return sum;
    }
};

// The input at one number: its tiles, the locked runs that begin here or ended at the previous
// number, and the number of jokers that each state of a colour's runs lacks.
struct Number {
    int number;
    PerColour need, own, available, begins{}, ended{};
    std::array<std::array<std::uint8_t, kRunStates>, kColours> lacking;
    std::array<Grouped, 21 * (kColours + 1)> groups;
    int group_count = 0;

    Number(const Supply &supply, int number) : number(number) {
        PerColour begins_next{}, begins_second{};
        std::uint32_t added = 0;
        for (const auto &meld : supply.locked) {
            if (meld.group) {
                if (meld.first == number && !added) added = room(meld);
                continue;
            }
            const auto count = [&](PerColour &into, bool here) {
                into[meld.colour] = std::uint8_t(std::min(into[meld.colour] + here, kTracks));
            };
            count(begins, meld.first == number);
            count(begins_next, meld.first == number + 1);
            count(begins_second, meld.first == number + 2);
            count(ended, meld.last == number - 1);
        }
        for (int c = 0; c < kColours; ++c) {
            const auto more = [&](int at, const PerColour &ends) {
                if (at > supply.numbers) return -1;
                return supply.available((at - 1) * kColours + c) + ends[c];
            };
            const int cell = (number - 1) * kColours + c;
            need[c] = supply.need[cell];
            own[c] = supply.own[cell];
            available[c] = std::uint8_t(supply.available(cell));
            const int next = more(number + 1, begins_next);
            const int second = more(number + 2, begins_second) + begins_next[c];
            for (int s = 0; s < kRunStates; ++s)
                lacking[c][s] = lack(kStates.all[s], next, second);
        }
        for (int g = 0; g < int(kGroups.all.size()); ++g) {
            add_choice({std::uint8_t(g)}, supply.jokers());
            for (std::uint32_t left = added; left; left &= left - 1)
                add_choice({std::uint8_t(g), std::uint8_t(std::countr_zero(left))},
                           supply.jokers());
        }
    }

  private:
    // Adds a choice, unless one of its groups contains an unnecessary joker or only jokers.
    void add_choice(const Grouped &grouped, int jokers) {
        const PerColour tiles = grouped.tiles();
        int lacks = 0, fresh = 0;
        for (int c = 0; c < kColours; ++c) {
            lacks += std::max(0, tiles[c] - available[c]);
            fresh += kGroups.all[grouped.choice][c];
        }
        if (grouped.added != kNoColour && !available[grouped.added]) return;
        const int fewest = fresh < 6 ? std::min(fresh, 3) : 6;
        if (lacks && (fresh > fewest || lacks > fewest * 2 / 3)) return;
        if (lacks <= jokers) groups[group_count++] = grouped;
    }

    static std::uint8_t lack(const RunState &runs, int next, int second) {
        int jokers = 0;
        if (runs.must_extend()) {
            if (next < 0) return kNever;
            jokers += std::max(0, runs.must_extend() - next);
        }
        if (runs.ones) {
            if (second < 0) return kNever;
            jokers += std::max(0, runs.ones - second);
        }
        return std::uint8_t(jokers);
    }
};

// A way to lay the tiles of a number: the resulting run states, the rack tiles and jokers used, and
// the tiles in runs and in groups.
struct Laid {
    PerColour states, used, in_runs;
    Grouped grouped;
    std::uint8_t jokers;
};

// The value lost for each tile of this number that stays on the rack, and the maximum loss.
struct Loss {
    int each, most;
};

// Calls *use* with every way to lay the tiles of a number without exceeding the maximum loss.
// *states* contains the states of the runs so far, and *jokers* is the number of jokers left.
template <class Use>
void expand(const Number &at, const PerColour &states, int jokers, Loss loss, Use use) {
    PerColour from;
    for (int c = 0; c < kColours; ++c) from[c] = kStates.joined[at.ended[c]][states[c]];
    for (int i = 0; i < at.group_count; ++i) {
        const PerColour group = at.groups[i].tiles();
        PerColour least;
        int lacks = 0;
        bool possible = true;
        for (int c = 0; c < kColours; ++c) {
            const int must = kStates.all[from[c]].must_extend() - at.begins[c];
            least[c] = std::uint8_t(std::max({0, must, int(at.need[c]) - group[c]}));
            lacks += std::max(0, least[c] + group[c] - at.available[c]);
            possible = possible && least[c] <= kTracks;
        }
        if (lacks > jokers || !possible) continue;
        Laid laid;
        laid.grouped = at.groups[i];
        const auto choose = [&](const auto &self, int c, int left, int later, int may_lose) -> void {
            if (c == kColours) {
                laid.jokers = std::uint8_t(jokers - left);
                use(laid);
                return;
            }
            for (int runs = least[c]; runs <= kTracks; ++runs) {
                const int tiles = runs + group[c], wild = std::max(0, tiles - at.available[c]);
                if (wild > left) break;
                laid.states[c] = kStates.next[at.begins[c]][from[c]][runs];
                if (laid.states[c] == kNoState) continue;
                const int lacking = later + at.lacking[c][laid.states[c]];
                if (lacking > left - wild) continue;
                laid.in_runs[c] = std::uint8_t(runs);
                laid.used[c] = std::uint8_t(std::min<int>(tiles - wild - at.need[c], at.own[c]));
                const int lost = (at.own[c] - laid.used[c]) * loss.each;
                if (lost <= may_lose) self(self, c + 1, left - wild, lacking, may_lose - lost);
            }
        };
        choose(choose, 0, jokers, 0, loss.most);
    }
}

} // namespace tilerummy::quick
