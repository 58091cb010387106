#include "simulate/openings.hpp"

#include <algorithm>
#include <bit>

namespace tilerummy::simulate {
namespace {

constexpr std::size_t kMaxOpenings = 48, kMaxMelds = 400;
constexpr int kMaxTried = 20'000;

struct Choice {
    Meld meld;
    std::vector<std::uint8_t> cells;
    int points, jokers;
};

// Returns the melds that a rack can form: groups, and runs of 3 to 5 tiles, which can be extended
// later.
std::vector<Choice> choices(const Rules &rules, const Tiles &rack, int jokers) {
    std::vector<Choice> all;
    const int last = rules.numbers + (rules.one_high && rules.numbers > 3);
    const auto cell = [&](int colour, int place) {
        return ((place > rules.numbers ? 1 : place) - 1) * rules.colours + colour;
    };
    for (int colour = 0; colour < rules.colours; ++colour)
        for (int first = 1; first + 2 <= last; ++first) {
            Choice run{run_of(colour, first, first, 0), {}, 0, 0};
            for (int place = first; place <= std::min(last, first + rules.numbers - 1); ++place) {
                const auto at = std::uint8_t(cell(colour, place));
                const auto same = std::count(run.cells.begin(), run.cells.end(), at);
                if (rack[at] > same)
                    run.cells.push_back(at);
                else if (run.jokers++ < jokers)
                    run.meld.mask |= 1u << place;
                else
                    break;
                run.points += place > rules.numbers ? 1 : place;
                run.meld.last = std::uint8_t(place);
                const int size = place - first + 1;
                if (size > 5) break;
                if (size >= 3 && !run.cells.empty()) all.push_back(run);
            }
        }
    for (int number = 1; number <= rules.numbers; ++number) {
        std::uint32_t held = 0;
        for (int colour = 0; colour < rules.colours; ++colour)
            held |= std::uint32_t(rack[cell(colour, number)] > 0) << colour;
        for (std::uint32_t some = held; some; some = (some - 1) & held)
            for (int wild = 0; wild <= jokers; ++wild) {
                const int size = std::popcount(some) + wild;
                if (size < 3 || size > std::min(rules.colours, 4)) continue;
                Choice group{group_of(number, some, wild), {}, number * size, wild};
                for (std::uint32_t left = some; left; left &= left - 1)
                    group.cells.push_back(std::uint8_t(cell(std::countr_zero(left), number)));
                all.push_back(group);
            }
    }
    std::stable_sort(all.begin(), all.end(), [](const Choice &x, const Choice &y) {
        return x.jokers != y.jokers ? x.jokers < y.jokers : x.points > y.points;
    });
    if (all.size() > kMaxMelds) all.erase(all.begin() + kMaxMelds, all.end());
    return all;
}

struct Search {
    const std::vector<Choice> &all;
    const int need;
    Tiles left;
    std::vector<const Choice *> chosen{};
    std::vector<OpeningMelds> found{};
    int tried = 0;

    bool take(const Choice &choice) {
        bool there = left[kJoker] >= choice.jokers;
        for (const int cell : choice.cells) there = there && left[cell];
        if (!there) return false;
        for (const int cell : choice.cells) --left[cell];
        left[kJoker] = std::uint8_t(left[kJoker] - choice.jokers);
        return true;
    }
    void put_back(const Choice &choice) {
        for (const int cell : choice.cells) ++left[cell];
        left[kJoker] = std::uint8_t(left[kJoker] + choice.jokers);
    }
    bool can_spare(int points) const {
        return chosen.size() > 1 && std::any_of(chosen.begin(), chosen.end(), [&](auto *choice) {
                   return choice->points <= points - need;
               });
    }
    void add(std::size_t from, int points) {
        for (std::size_t i = from; i < all.size(); ++i) {
            if (found.size() >= kMaxOpenings || ++tried > kMaxTried) return;
            if (!take(all[i])) continue;
            chosen.push_back(&all[i]);
            const int total = points + all[i].points;
            if (total < need)
                add(i, total);
            else if (!can_spare(total))
                note();
            chosen.pop_back();
            put_back(all[i]);
        }
    }
    void note() {
        OpeningMelds opening;
        for (const auto *choice : chosen) {
            opening.melds.push_back(choice->meld);
            for (const int cell : choice->cells) ++opening.tiles[cell];
            opening.tiles[kJoker] = std::uint8_t(opening.tiles[kJoker] + choice->jokers);
        }
        found.push_back(opening);
    }
};

} // namespace

std::vector<OpeningMelds> openings(const Game &game, const Tiles &rack) {
    const Rules &rules = *game.rules;
    const auto all = choices(rules, rack, rules.opening_jokers ? rack[kJoker] : 0);
    Search search{all, rules.points, rack};
    search.add(0, 0);
    return std::move(search.found);
}

} // namespace tilerummy::simulate
