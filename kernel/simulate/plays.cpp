#include "simulate/plays.hpp"

#include <algorithm>
#include <utility>

#include "jokers/joker_plans.hpp"
#include "model/solution.hpp"
#include "model/validate.hpp"
#include "search/solve.hpp"

namespace tilerummy::simulate {
namespace {

constexpr int kByPoint = 256; // more than the total number of tiles
// The maximum number of states in a search for a play of given tiles, and in any other search.
constexpr std::uint64_t kStatesOfPlay = 15'000, kStatesOfSearch = 5'000;
constexpr int kStepsOfState = 10; // quick-solve steps in the time that a state takes

// Divides the laid tiles into the mover's rack tiles, which are used first, and face-up tiles.
void divide(const Game &game, const Tiles &laid, Found &found) {
    const Rules &rules = *game.rules;
    const Tiles &rack = game.mover().rack.tiles;
    found.placed.fill(0);
    found.face_up.fill(0);
    found.score = 0;
    const auto take = [&](int tile) {
        const int own = std::min(laid[tile], rack[tile]);
        found.placed[tile] = std::uint8_t(own);
        found.face_up[tile] = std::uint8_t(laid[tile] - own);
        found.score += own * (quick::kTile + rules.number(tile));
    };
    for (int cell = 0; cell < rules.cells(); ++cell) take(cell);
    take(kJoker);
}

// Returns whether a joker could be replaced by a tile from the rack, or from the table if the joker
// rules allow it.
bool may_replace(const Game &game, const Tiles &rack, const Heap &face_up) {
    const Rules &rules = *game.rules;
    const Heap lying = rules.from_any ? game.on_table() : Heap{};
    const auto there = [&](int colour, int place) {
        const int cell = ((place > rules.numbers ? 1 : place) - 1) * rules.colours + colour;
        return rack[cell] || face_up.tiles[cell] || lying.tiles[cell];
    };
    return std::any_of(game.table.begin(), game.table.end(), [&](const Meld &meld) {
        return meld.jokers() && may_be_replaced(meld, rules.colours, there);
    });
}

// Upper bounds on the number and points of the tiles of *rack* that can be in melds of rack tiles
// or, if *table* is set, can extend melds on the table.
struct Fitting {
    int tiles = 0, points = 0;
};

Fitting fitting(const Game &game, const Tiles &rack, bool table) {
    const Rules &rules = *game.rules;
    int wild = rack[kJoker];
    if (table && may_replace(game, rack, Heap{})) wild += game.on_table().jokers();
    std::array<std::uint32_t, kMaxColours> line{}; // numbers of each colour in possible runs
    std::array<int, kMaxNumbers + 1> alike{};      // the number of colours per number
    for (int cell = 0; cell < rules.cells(); ++cell) {
        if (!rack[cell]) continue;
        const int number = rules.number(cell), colour = cell % rules.colours;
        line[colour] |= 1u << number;
        if (number == 1 && rules.one_high) line[colour] |= 2u << rules.numbers;
        ++alike[number];
    }
    if (table)
        for (const auto &meld : game.table) {
            if (meld.group) {
                if (meld.size() < rules.colours) alike[meld.first] += 3;
            } else
                line[meld.colour] |= 3u << meld.first | 3u << (meld.last - 1);
        }
    Fitting sum;
    for (int cell = 0; cell < rules.cells(); ++cell) {
        if (!rack[cell]) continue;
        const int number = rules.number(cell);
        const std::uint32_t at = line[cell % rules.colours];
        const std::uint32_t runs = (at & at >> 1 & at >> 2) | (at & at << 1 & at << 2) |
                                   (at << 1 & at & at >> 1);
        const bool high = number == 1 && rules.one_high && runs >> (rules.numbers + 1) & 1;
        const bool fits = (runs >> number & 1) || high || alike[number] >= 3;
        if (fits) sum.tiles += rack[cell];
        if (fits || wild) sum.points += rack[cell] * number;
    }
    // a joker completes a meld with up to this many otherwise useless tiles, and adds itself
    sum.tiles += wild * (quick::kMaxBesideJoker + 1);
    sum.points += wild * rules.numbers;
    return sum;
}

std::array<int, kMaxNumbers + 1> joker_numbers(const Rules &rules, const std::vector<Meld> &table) {
    std::array<int, kMaxNumbers + 1> numbers{};
    for (const auto &meld : table)
        if (meld.group)
            numbers[meld.first] += meld.group_jokers;
        else
            for (std::uint32_t left = meld.mask; left; left &= left - 1) {
                const int place = std::countr_zero(left);
                ++numbers[place > rules.numbers ? 1 : place];
            }
    return numbers;
}

// Returns the points of the tiles in a play. Jokers count as the highest tiles they may represent.
int placed_points(const Game &game, const Found &found) {
    const Rules &rules = *game.rules;
    const auto before = joker_numbers(rules, game.table), after = joker_numbers(rules, found.table);
    int points = 0, jokers = found.placed[kJoker];
    for (int cell = 0; cell < rules.cells(); ++cell) points += found.placed[cell] * rules.number(cell);
    for (int number = rules.numbers; number > 0 && jokers; --number) {
        const int more = std::min(std::max(0, after[number] - before[number]), jokers);
        points += more * number;
        jokers -= more;
    }
    return points;
}

// The jokers in melds that may be taken apart. A quick solve treats some jokers as tiles that
// cannot be replaced and the rest as wild, so its result may violate the joker rules.
class OpenJokers {
  public:
    OpenJokers(Position position, quick::Supply &supply)
        : position_(std::move(position)), plans_(position_) {
        for (const auto &choices : plans_.choices())
            for (const int cell : choices.front().shown) {
                const auto shows = [&](const MeldPlan &plan) {
                    return std::find(plan.shown.begin(), plan.shown.end(), cell) != plan.shown.end();
                };
                if (!std::all_of(choices.begin(), choices.end(), shows)) continue;
                ++as_tiles_[cell];
                ++supply.need[cell];
                --supply.jokers_need;
            }
    }

    // Restores the jokers that were treated as tiles. Returns whether the resulting play is legal.
    bool allow(Found &found) {
        for (int cell = 0; cell < position_.cells(); ++cell)
            for (int n = as_tiles_[cell]; n > 0; --n)
                if (!put(found.table, cell)) return false;
        while (plans_.next())
            if (follows(found, *plans_)) return true;
        return false;
    }

  private:
    // Replaces a tile with a joker, in a meld that has another numbered tile. Returns false if
    // there is no such tile.
    bool put(std::vector<Meld> &table, int cell) const {
        const int colour = cell % position_.colours, number = position_.number(cell);
        for (auto &meld : table) {
            if (meld.jokers() + 1 == meld.size()) continue;
            if (meld.group && meld.first == number && meld.mask >> colour & 1) {
                meld.mask &= ~(1u << colour);
                ++meld.group_jokers;
                return true;
            }
            const bool in_run = !meld.group && meld.colour == colour && meld.first <= number;
            if (in_run && number <= meld.last && !(meld.mask >> number & 1)) {
                meld.mask |= 1u << number;
                return true;
            }
        }
        return false;
    }

    // Returns whether a play is consistent with a joker plan and lays the tiles that replace its
    // freed jokers.
    bool follows(const Found &found, const JokerPlan &plan) const {
        if (plan.freed && !position_.anywhere()) return false;
        Tiles shown{};
        for (const auto *meld_plan : plan.meld_plans)
            for (const int cell : meld_plan->shown) ++shown[cell];
        const auto show = [&](int cell) { return shown[cell] && shown[cell]--; };
        for (const auto &meld : found.table) {
            int wild = meld.group_jokers;
            for (int c = 0; meld.group && wild && c < position_.colours; ++c)
                wild -= !(meld.mask >> c & 1) && show(position_.cell(c, meld.first));
            for (std::uint32_t left = meld.group ? 0 : meld.mask; left; left &= left - 1)
                show(position_.cell(meld.colour, std::countr_zero(left)));
        }
        for (int cell = 0; cell < position_.cells(); ++cell) {
            const int laid = found.placed[cell] + found.face_up[cell];
            if (shown[cell] || plan.due[cell] > laid) return false;
        }
        return true;
    }

    const Position position_;
    JokerPlans plans_;
    Tiles as_tiles_{};
};

} // namespace

bool has_bound_jokers(const Game &game) {
    if (game.rules->melds == Melds::free) return false;
    return std::any_of(game.table.begin(), game.table.end(),
                       [](const Meld &meld) { return meld.jokers() > 0; });
}

Position position_of(const Game &game, const Tiles &rack, Kind kind) {
    const Rules &rules = *game.rules;
    Position position{};
    position.numbers = rules.numbers;
    position.colours = rules.colours;
    position.one_high = rules.one_high;
    position.kind = kind == Kind::rearrange && rules.extends ? Kind::extend : kind;
    position.melds = rules.melds;
    position.from_any = rules.from_any;
    position.all_of_three = rules.all_of_three;
    position.reuse = rules.reuse;
    position.joker_value = rules.joker_value;
    position.joker_opens = true;
    position.until = Budget::Clock::time_point::max();
    position.rack = rack;
    position.rack_jokers = std::exchange(position.rack[kJoker], 0);
    position.leave = game.to_leave(rack);
    position.leave_jokers = std::exchange(position.leave[kJoker], 0);
    position.table = game.table;
    return position;
}

bool jokers_stay(const Game &game, const Tiles &rack) {
    if (!has_bound_jokers(game)) return true;
    return game.rules->melds == Melds::locked && !may_replace(game, rack, game.usable_face_up());
}

quick::Supply supply_of(const Game &game, const Tiles &rack, const Heap &face_up, bool wild) {
    quick::Supply supply;
    supply.numbers = game.rules->numbers;
    supply.add_table(game.table, wild);
    for (int cell = 0; cell < game.rules->cells(); ++cell) {
        supply.own[cell] = rack[cell];
        supply.extra[cell] = face_up.tiles[cell];
    }
    supply.jokers_own = rack[kJoker];
    return supply;
}

int Plays::ask(const quick::Supply &supply, const quick::Weights &weights, int more_than) {
    const int most = quick_.best(supply, weights, more_than);
    turn_.take(quick_.steps() / kStepsOfState);
    return most;
}

int Plays::bound(const Game &game, const Tiles &rack, bool all, int more_than) {
    if (!is_standard(*game.rules)) return quick::Solver::kGaveUp;
    auto supply = supply_of(game, rack, usable(game), true);
    if (all) supply.require_own();
    return ask(supply, quick::most_tiles(game.rules->joker_value), more_than);
}

bool Plays::rearrange(const Game &game, const Tiles &rack, bool all, Found &found, int more_than) {
    const Answer quickly = rearrange_quickly(game, rack, all, found, more_than);
    if (quickly == Answer::none) return false;
    const bool there = quickly == Answer::play;
    if (there && found.final) return true;
    if (all && bound(game, rack, true) == -1) return false;
    Found more;
    if (by_search(game, rack, {Kind::rearrange, 0, all, Budget(kStatesOfSearch, Budget::kNever, &turn_)}, more) &&
        more.score > (there ? found.score : more_than)) {
        found = std::move(more);
        return true;
    }
    return there;
}

Plays::Answer Plays::rearrange_quickly(const Game &game, const Tiles &rack, bool all, Found &found,
                                       int more_than) {
    const Rules &rules = *game.rules;
    if (!is_standard(rules)) return Answer::unknown;
    const bool bound = has_bound_jokers(game);
    if (bound && rules.melds == Melds::open) {
        const Answer answer = take_apart(game, rack, all, found, more_than);
        if (answer != Answer::unknown) return answer;
    }
    auto supply = supply_of(game, rack, usable(game), !bound);
    if (all) supply.require_own();
    const int most = ask(supply, quick::most_tiles(rules.joker_value), all ? -1 : more_than);
    if (most == quick::Solver::kGaveUp) return Answer::unknown;
    const bool stay = jokers_stay(game, rack);
    if (stay && supply.is_sure() && most == -1) return Answer::none;
    if (most < 0 || !place(game, rack, all, found)) return Answer::unknown;
    found.final = stay || found.placed == rack;
    return Answer::play;
}

Plays::Answer Plays::take_apart(const Game &game, const Tiles &rack, bool all, Found &found,
                                int more_than) {
    auto supply = supply_of(game, rack, usable(game), true);
    Tiles tiles = rack;
    for (int cell = 0; cell < game.rules->cells(); ++cell)
        tiles[cell] = std::uint8_t(tiles[cell] + supply.extra[cell]);
    OpenJokers jokers(position_of(game, tiles, Kind::rearrange), supply);
    if (all) supply.require_own();
    const int most = ask(supply, quick::most_tiles(game.rules->joker_value), all ? -1 : more_than);
    if (most == -1) return Answer::none;
    if (most < 0 || !place(game, rack, all, found) || !jokers.allow(found)) return Answer::unknown;
    found.final = true;
    return Answer::play;
}

// Builds a play from the quick solution. Returns false if there is no solution.
bool Plays::place(const Game &game, const Tiles &rack, bool all, Found &found) const {
    Tiles laid;
    found.table.clear();
    if (!quick_.arrange(found.table, laid)) return false;
    for (std::size_t tile = 0; all && tile < laid.size(); ++tile)
        laid[tile] = std::uint8_t(laid[tile] + rack[tile]);
    divide(game, laid, found);
    return found.score > 0 && !(game.jokers_due() && found.placed[kJoker] < rack[kJoker]);
}

bool Plays::lay_melds(const Game &game, const Tiles &rack, int points, bool jokers, Found &found) {
    Tiles own = rack;
    if (!jokers) own[kJoker] = 0;
    const Answer quickly = lay_quickly(game, own, points, found);
    if (quickly != Answer::unknown) return quickly == Answer::play;
    return by_search(game, own, {Kind::open, points, false, Budget(kStatesOfSearch, Budget::kNever, &turn_)}, found);
}

Plays::Answer Plays::lay_quickly(const Game &game, const Tiles &own, int points, Found &found) {
    const Rules &rules = *game.rules;
    const Heap face_up = usable(game);
    if (!is_standard(rules) || face_up.size) return Answer::unknown;
    Game bare;
    bare.rules = game.rules;
    const auto supply = supply_of(bare, own, face_up, true);
    if (!own[kJoker] && points) {
        const int most = ask(supply, {1, kByPoint, 0});
        if (most >= 0 && most / kByPoint < points) return Answer::none;
    }
    const int most = ask(supply, quick::most_tiles(rules.joker_value));
    if (most == 0) return Answer::none;
    Tiles laid;
    std::vector<Meld> melds;
    if (most < 0 || !quick_.arrange(melds, laid)) return Answer::unknown;
    int sum = 0;
    for (const auto &meld : melds)
        sum += meld.group ? meld.first * meld.size()
                            : (meld.first + meld.last) * meld.size() / 2;
    if (sum < points) return Answer::unknown;
    found.table = game.table;
    found.table.insert(found.table.end(), melds.begin(), melds.end());
    divide(game, laid, found);
    found.final = false;
    return Answer::play;
}

bool Plays::may_place_all_but_one(const Game &game) const {
    return fitting(game, game.mover().rack.tiles, true).tiles >= game.mover().rack.size - 1;
}

bool Plays::foot(const Game &game, Found &found) {
    const Rules &rules = *game.rules;
    const auto &rack = game.mover().rack;
    if (!rules.closed_hands || game.mover().opened >= 0 || rack.size != rules.dealt + 1) return false;
    const Question question{Kind::rearrange, 0, false, Budget(kStatesOfSearch, Budget::kNever, &turn_)};
    if (game.table.empty() || !may_place_all_but_one(game) || !by_search(game, rack.tiles, question, found)) return false;
    int size = 0;
    for (const int n : found.placed) size += n;
    if (size != rules.dealt || (!rules.opening_jokers && found.placed[kJoker])) return false;
    Game then = game;
    then.play(found.table, found.placed, found.face_up);
    return then.laid.foot && placed_points(game, found) >= rules.points;
}

bool Plays::place_exactly(const Game &game, const Tiles &set, Found &found) {
    const bool opens = game.mover().opened < 0, kept = std::exchange(face_up, false);
    const int points = opens ? game.rules->points : 0;
    const Answer quickly = opens ? lay_quickly(game, set, points, found)
                                 : rearrange_quickly(game, set, true, found);
    const Question question{opens ? Kind::open : Kind::rearrange, points, true, Budget(kStatesOfPlay)};
    const bool placed = (quickly == Answer::play && found.placed == set) ||
                        (quickly != Answer::none && by_search(game, set, question, found));
    face_up = kept;
    return placed;
}

bool Plays::by_search(const Game &game, const Tiles &rack, Question question, Found &found) {
    Tiles tiles = rack;
    const Heap face_up = usable(game);
    for (int cell = 0; cell < game.rules->cells(); ++cell)
        tiles[cell] = std::uint8_t(tiles[cell] + face_up.tiles[cell]);
    Position position = position_of(game, tiles, question.kind);
    position.at_least = question.points;
    position.jokers_due = question.kind == Kind::rearrange && game.jokers_due();
    position.shared_budget = &question.limit;
    position.until = until;
    if (position.kind != Kind::rearrange) {
        const Fitting most = fitting(game, tiles, position.kind == Kind::extend);
        if (!most.tiles || most.points < question.points) return false;
    }
    if (question.all) {
        if (position.must_leave()) return false;
        position.required = rack;
        position.required_jokers = std::exchange(position.required[kJoker], 0);
    }
    if (validation_error(position)) return false; // more equal tiles than the solver supports
    const Solution solution = solve(position);
    const auto laid = placed(position, solution.after);
    Tiles counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = std::uint8_t(laid[i]);
    divide(game, counts, found);
    found.table = solution.after;
    found.final = false;
    if (question.all && found.placed != rack) return false;
    return found.score > 0;
}

} // namespace tilerummy::simulate
