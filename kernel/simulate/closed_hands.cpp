#include "simulate/closed_hands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace tilerummy::simulate {
namespace {

constexpr int kFourteen = 14; // the number of tiles in a hand, and also the index of the high 1
constexpr int kNumbers = 13, kMaxJokersOfHand = 2, kNever = 1 << 20;

enum class Shape : std::uint8_t { any, sets, groups, runs, span, mixed, square, pairs };

// A type of closed hand. `melds`, `colours` and `total` are 0 if they do not matter.
struct ClosedHand {
    Shape shape;
    int melds, colours, low, high, total;
    HandTurn when;
    std::array<int, kMaxJokersOfHand + 1> points;
};

constexpr auto kHands = [] {
    using enum Shape;
    constexpr HandTurn kAny = HandTurn::any;
    return std::to_array<ClosedHand>({
        {sets, 0, 0, 1, 14, 0, kAny, {500, 400, 300}},
        {sets, 0, 0, 1, 9, 0, kAny, {800, 700, 600}},
        {sets, 0, 0, 1, 9, 51, kAny, {1000, 900, 800}},
        {groups, 0, 0, 1, 14, 51, kAny, {1600, 1400, 1200}},
        {runs, 0, 0, 1, 14, 51, kAny, {1600, 1400, 1200}},
        {any, 0, 0, 1, 14, 41, kAny, {800, 700, 600}},
        {sets, 0, 0, 1, 14, 41, kAny, {1400, 1200, 1000}},
        {runs, 0, 0, 1, 14, 41, kAny, {1600, 1400, 1200}},
        {groups, 0, 0, 1, 14, 41, kAny, {1600, 1400, 1200}},
        {any, 0, 0, 10, 14, 0, kAny, {700, 600, 500}},
        {sets, 0, 0, 10, 14, 0, kAny, {1400, 1200, 1000}},
        {square, 0, 0, 1, 14, 0, kAny, {1600, 1400, 1200}},
        {runs, 4, 4, 1, 14, 0, kAny, {900, 800, 700}},
        {runs, 4, 4, 1, 9, 0, kAny, {1000, 900, 800}},
        {runs, 4, 4, 10, 14, 0, kAny, {1000, 900, 800}},
        {runs, 3, 3, 1, 14, 0, kAny, {700, 600, 500}},
        {runs, 3, 3, 1, 9, 0, kAny, {900, 800, 700}},
        {runs, 3, 3, 10, 14, 0, kAny, {900, 800, 700}},
        {runs, 0, 2, 1, 14, 0, kAny, {1000, 900, 800}},
        {runs, 0, 2, 1, 9, 0, kAny, {1400, 1200, 1000}},
        {runs, 0, 2, 10, 14, 0, kAny, {1400, 1200, 1000}},
        {any, 0, 1, 1, 14, 0, kAny, {1600, 1400, 1200}},
        {runs, 0, 1, 1, 14, 0, kAny, {2000, 1800, 1600}},
        {span, 0, 1, 1, 14, 0, kAny, {2400, 2200, 2000}},
        {groups, 4, 0, 1, 14, 0, kAny, {1000, 900, 800}},
        {groups, 4, 0, 1, 9, 0, kAny, {1400, 1200, 1000}},
        {groups, 4, 0, 10, 14, 0, kAny, {1400, 1200, 1000}},
        {mixed, 0, 0, 1, 14, 0, kAny, {1000, 900, 800}},
        {mixed, 0, 0, 1, 7, 0, kAny, {1200, 1000, 900}},
        {mixed, 0, 0, 8, 14, 0, kAny, {1200, 1000, 900}},
        {span, 0, 1, 1, 7, 0, kAny, {2600, 2400, 2200}},
        {span, 0, 1, 8, 14, 0, kAny, {2600, 2400, 2200}},
        {span, 0, 2, 1, 7, 0, kAny, {2200, 2000, 1800}},
        {span, 0, 2, 8, 14, 0, kAny, {2200, 2000, 1800}},
        {pairs, 0, 0, 1, 14, 0, kAny, {1700, 1500, 1300}},
        {pairs, 0, 0, 1, 9, 0, kAny, {2000, 1800, 1600}},
        {pairs, 0, 0, 10, 14, 0, kAny, {2000, 1800, 1600}},
        {pairs, 0, 1, 1, 14, 0, kAny, {2200, 2000, 1800}},
        {sets, 0, 0, 1, 14, 0, HandTurn::first, {1600, 1400, 1200}},
        {sets, 0, 0, 1, 14, 0, HandTurn::dealt, {2000, 1800, 1600}},
    });
}();

constexpr int number_at(int place) { return place == kFourteen ? 1 : place; }

// Fourteen tiles, as counts by number and colour.
struct Fourteen {
    int colours, jokers, sum = 0;
    std::array<std::array<std::uint8_t, kMaxColours>, kNumbers + 1> count{};
    std::array<int, kNumbers + 1> of_number{};
    std::uint32_t colours_held = 0;

    Fourteen(int colours, const Tiles &tiles) : colours(colours), jokers(tiles[kCells]) {
        for (int cell = 0; cell < kNumbers * colours; ++cell) {
            if (!tiles[cell]) continue;
            const int number = cell / colours + 1;
            count[number][cell % colours] = tiles[cell];
            of_number[number] += tiles[cell];
            sum += number * tiles[cell];
            colours_held |= 1u << cell % colours;
        }
    }
};

// Searches for melds that use all the tiles and give the jokers the fewest points. Takes a tile of
// the lowest number and tries every meld that contains it. With at most two jokers, a joker never
// needs to replace a tile still to be laid, and melds of three to five tiles suffice unless the
// hand prescribes the number of melds.
class Arrangement {
  public:
    Arrangement(const Fourteen &hand, const ClosedHand &row)
        : left_(hand), tiles_(kFourteen - hand.jokers), groups_(row.shape != Shape::runs),
          runs_(row.shape != Shape::groups), counted_(row.melds > 0), low_(row.low),
          high_(row.high) {}

    // Returns the lowest possible total points of the jokers, or kNever if there are no such melds.
    int fewest(int melds) { return search(1, melds); }

  private:
    int search(int number, int melds) {
        while (number <= kNumbers && !left_.of_number[number]) ++number;
        if (number > kNumbers) return left_.jokers || melds ? kNever : 0;
        if (counted_ && (melds <= 0 || 3 * melds > tiles_ + left_.jokers)) return kNever;
        int colour = 0;
        while (!left_.count[number][colour]) ++colour;
        int best = kNever;
        const auto rest = [&](int points) {
            best = std::min(best, points + search(number, melds - counted_));
        };
        take(number, colour);
        if (groups_) lay_groups(number, colour, rest);
        put_back(number, colour);
        if (runs_) lay_runs(number, colour, rest);
        return best;
    }

    void take(int number, int colour) {
        --left_.count[number][colour];
        --left_.of_number[number];
        --tiles_;
    }
    void put_back(int number, int colour) {
        ++left_.count[number][colour];
        ++left_.of_number[number];
        ++tiles_;
    }

    template <class Rest> void lay_groups(int number, int first, Rest rest) {
        const int longest = counted_ ? left_.colours : std::min(5, left_.colours);
        std::uint32_t others = 0;
        for (int c = first + 1; c < left_.colours; ++c)
            others |= std::uint32_t(left_.count[number][c] > 0) << c;
        const auto lay = [&](std::uint32_t some, int wild) {
            for (std::uint32_t more = some; more; more &= more - 1) take(number, std::countr_zero(more));
            left_.jokers -= wild;
            rest(wild * number);
            left_.jokers += wild;
            for (std::uint32_t more = some; more; more &= more - 1)
                put_back(number, std::countr_zero(more));
        };
        for (std::uint32_t some = others; some; some = (some - 1) & others)
            if (std::popcount(some) >= 2 && std::popcount(some) < longest) lay(some, 0);
        const int all = 1 + std::popcount(others);
        for (int wild = 1; wild <= left_.jokers; ++wild)
            if (all + wild >= 3 && all + wild <= longest) lay(others, wild);
    }

    // Tries the runs that contain the tile, with at most two jokers before it; a high 1 comes last.
    template <class Rest> void lay_runs(int number, int colour, Rest rest) {
        const int longest = counted_ ? kFourteen - 3 : 5;
        const auto from = [&](int place, int begin) {
            const int end = std::min(begin + longest - 1, high_);
            for (int last = std::max(place, begin + 2); last <= end; ++last)
                lay_run(colour, begin, last, rest);
        };
        for (int begin = std::max(low_, number - 2); begin <= number; ++begin) from(number, begin);
        if (number == 1 && high_ == kFourteen)
            for (int begin = std::max(low_, kFourteen - longest + 1); begin <= kFourteen - 2; ++begin)
                from(kFourteen, begin);
    }

    template <class Rest> void lay_run(int colour, int begin, int last, Rest rest) {
        int wild = 0, points = 0;
        for (int place = begin; place <= last; ++place)
            if (!left_.count[number_at(place)][colour]) ++wild, points += number_at(place);
        if (wild > left_.jokers) return;
        std::uint32_t taken = 0;
        for (int place = begin; place <= last; ++place)
            if (left_.count[number_at(place)][colour]) take(number_at(place), colour), taken |= 1u << place;
        left_.jokers -= wild;
        rest(points);
        left_.jokers += wild;
        for (; taken; taken &= taken - 1) put_back(number_at(std::countr_zero(taken)), colour);
    }

    Fourteen left_;
    int tiles_;
    const bool groups_, runs_, counted_;
    const int low_, high_;
};

bool admits(const ClosedHand &row, const Fourteen &hand) {
    if (row.colours && std::popcount(hand.colours_held) != row.colours) return false;
    if (row.total && hand.sum + hand.jokers > row.total) return false;
    for (int n = 1; n <= kNumbers; ++n)
        if (hand.of_number[n] && (n < row.low || n > row.high) && !(n == 1 && row.high == kFourteen))
            return false;
    return true;
}

// Returns how many tiles of each number are in a run from row.low to row.high.
std::array<int, kNumbers + 1> slots(const ClosedHand &row) {
    std::array<int, kNumbers + 1> slots{};
    for (int place = row.low; place <= row.high; ++place) ++slots[number_at(place)];
    return slots;
}

bool is_span(const ClosedHand &row, const Fourteen &hand) {
    const int count = kFourteen / (row.high - row.low + 1), colours = std::popcount(hand.colours_held);
    if (count % colours) return false;
    const auto each = slots(row);
    for (int n = 1; n <= kNumbers; ++n)
        for (int c = 0; c < hand.colours; ++c)
            if (hand.count[n][c] > each[n] * count / colours) return false;
    return true;
}

// Returns whether the tiles form one or two full-length runs that change colour at every step.
bool is_mixed(const ClosedHand &row, const Fourteen &hand) {
    const int count = kFourteen / (row.high - row.low + 1), colours = hand.colours;
    const auto each = slots(row);
    for (int n = 1; n <= kNumbers; ++n)
        if (hand.of_number[n] > each[n] * count) return false;
    // the colours of the tiles of each number; for a joker, the number of colours
    std::array<std::vector<int>, kNumbers + 1> at;
    for (int n = 1; n <= kNumbers; ++n) {
        for (int c = 0; c < colours; ++c) at[n].insert(at[n].end(), hand.count[n][c], c);
        at[n].resize(std::size_t(each[n] * count), colours);
    }
    const auto climbs = [&] {
        using States = std::array<std::array<bool, kMaxColours>, kMaxColours>;
        States states{};
        for (int place = row.low; place <= row.high; ++place) {
            const auto &tiles = at[number_at(place)];
            const std::size_t begin = place == kFourteen && row.low == 1 ? std::size_t(count) : 0;
            States next{};
            const auto shows = [&](int tile, int c) { return tile == colours || tile == c; };
            for (int a = 0; a < colours; ++a)
                for (int b = 0; b < (count == 2 ? colours : 1); ++b) {
                    const int x = tiles[begin], y = count == 2 ? tiles[begin + 1] : colours;
                    if (!(shows(x, a) && shows(y, b)) && !(count == 2 && shows(y, a) && shows(x, b)))
                        continue;
                    bool reached = place == row.low;
                    for (int c = 0; c < colours && !reached; ++c)
                        for (int d = 0; d < (count == 2 ? colours : 1) && !reached; ++d)
                            reached = states[c][d] && c != a && (count == 1 || d != b);
                    next[a][b] = reached;
                }
            states = next;
        }
        return std::any_of(states.begin(), states.end(), [](const auto &some) {
            return std::find(some.begin(), some.end(), true) != some.end();
        });
    };
    if (climbs()) return true;
    std::reverse(at[1].begin(), at[1].end()); // the other 1 is the high one
    return climbs();
}

bool is_square(const Fourteen &hand) {
    return *std::max_element(hand.of_number.begin(), hand.of_number.end()) + hand.jokers >= 8;
}

bool are_pairs(const Fourteen &hand) {
    int single = 0;
    for (const auto &of_number : hand.count)
        for (const int n : of_number) single += n % 2;
    return single <= hand.jokers;
}

} // namespace

int closed_hand_points(int colours, const Tiles &tiles, HandTurn when) {
    const Fourteen hand(colours, tiles);
    if (hand.jokers > kMaxJokersOfHand) return 0;
    const bool melds = Arrangement(hand, kHands[0]).fewest(0) < kNever;
    const auto is = [&](const ClosedHand &row) {
        switch (row.shape) {
        case Shape::any: return true;
        case Shape::square: return is_square(hand);
        case Shape::pairs: return are_pairs(hand);
        case Shape::span: return is_span(row, hand);
        case Shape::mixed: return is_mixed(row, hand);
        default: break;
        }
        if (!melds) return false;
        const int points = Arrangement(hand, row).fewest(row.melds);
        return points < kNever && (!row.total || hand.sum + points <= row.total);
    };
    int best = 0;
    for (const auto &row : kHands) {
        const int points = row.points[std::size_t(hand.jokers)];
        if (points > best && row.when <= when && admits(row, hand) && is(row)) best = points;
    }
    return best;
}

} // namespace tilerummy::simulate
