// Exports the kernel as a standalone WebAssembly module, for Python in a browser.
// tilerummy.browser.kernel writes the arguments to `input`, calls a function, and reads the results
// from `output`.
#include <stdexcept>
#include <vector>

#include "enumerate/enumerate.hpp"
#include "listing/placed_sets.hpp"
#include "model/validate.hpp"
#include "search/can_empty.hpp"
#include "search/solve.hpp"
#include "selfplay/reading.hpp"
#include "selfplay/rollouts.hpp"
#include "wasm/buffers.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace tilerummy::wasm {
namespace {

using simulate::Numbers;
using simulate::Rules;

std::vector<std::int64_t> arguments, results;

// Reads tiles, and moves the count of jokers to *jokers*.
void read_tiles(const Rules &rules, Numbers &numbers, Tiles &tiles, int &jokers) {
    tiles = simulate::read_tiles(rules, numbers);
    jokers = tiles[kJoker];
    tiles[kJoker] = 0;
    for (const int n : tiles)
        if (n + jokers > kMaxCopies) throw std::invalid_argument("too many equal tiles");
}

// Reads a position; its fields are in the order of browser/kernel.py.
Position read_position(Numbers numbers) {
    Position position{};
    Rules rules{};
    rules.numbers = position.numbers = numbers.next(3, kMaxNumbers);
    rules.colours = position.colours = numbers.next(2, kMaxColours);
    rules.one_high = position.one_high = numbers.next(0, 1);
    position.kind = Kind(numbers.next(0, 2));
    position.melds = Melds(numbers.next(0, 2));
    position.from_any = numbers.next(0, 1);
    position.all_of_three = numbers.next(0, 1);
    position.reuse = Reuse(numbers.next(0, 3));
    position.by_points = numbers.next(0, 1);
    position.joker_value = numbers.next(0, 1000);
    position.at_least = numbers.next(0, kMaxPoints);
    position.joker_opens = numbers.next(0, 1);
    position.jokers_due = numbers.next(0, 1);
    position.tidy = numbers.next(0, 1);
    position.budget = std::uint64_t(numbers.wide());
    position.until = Budget::until(double(numbers.wide()) / 1000);
    read_tiles(rules, numbers, position.rack, position.rack_jokers);
    read_tiles(rules, numbers, position.leave, position.leave_jokers);
    read_tiles(rules, numbers, position.required, position.required_jokers);
    position.table = simulate::read_table(rules, numbers);
    if (const char *why = validation_error(position)) throw std::invalid_argument(why);
    return position;
}

Rules rules_of(Input &input) {
    Numbers numbers = input.row();
    return read_rules(numbers);
}

void write_tiles(Output &output, const Rules &rules, const Tiles &tiles) {
    std::vector<std::int64_t> codes;
    for (int tile = 0; tile <= kCells; ++tile)
        codes.insert(codes.end(), tiles[tile], simulate::packed_tile(rules, tile));
    output.numbers(codes);
}

void write_melds(Output &output, const Rules &rules, const std::vector<Meld> &melds) {
    std::vector<std::int64_t> codes;
    for (const auto &meld : melds) codes.push_back(simulate::packed_meld(rules, meld));
    output.numbers(codes);
}

} // namespace

// Returns memory for *count* numbers; the caller fills it before it calls a function.
EXPORT(input) std::int64_t *input(std::size_t count) {
    arguments.resize(count);
    return arguments.data();
}

EXPORT(output) const std::int64_t *output() { return results.data(); }
EXPORT(output_size) std::size_t output_size() { return results.size(); }

EXPORT(solve) void solve_position() {
    Input input(arguments);
    const Position position = read_position(input.row());
    const Solution solution = solve(position);
    Output output(results);
    Rules rules{};
    rules.numbers = position.numbers;
    write_melds(output, rules, solution.after);
    output.number(solution.proven);
    output.number(solution.tidy);
}

EXPORT(enumerate) void enumerate_position() {
    Input input(arguments);
    const Position position = read_position(input.row());
    Numbers numbers = input.row();
    std::vector<std::uint8_t> shifts;
    while (!numbers.done()) shifts.push_back(std::uint8_t(numbers.next(0, 255)));
    if (const char *why = shift_error(position, shifts)) throw std::invalid_argument(why);
    const auto placements = enumerate(position, shifts);
    Output output(results);
    output.number(placements.proven);
    output.row(dense_bytes(placements.codes));
}

EXPORT(placement_rows) void placement_rows() {
    Input input(arguments);
    const Position position = read_position(input.row());
    const auto found = listing::placed_sets(position, std::size_t(input.number()));
    Output output(results);
    output.number(found.proven);
    output.number(std::int64_t(found.count));
    output.row(found.rows);
}

EXPORT(can_empty) void can_empty_position() {
    Input input(arguments);
    const bool empties = can_empty(read_position(input.row()));
    Output(results).number(empties);
}

EXPORT(play_rounds) void play_rounds() {
    Input input(arguments);
    const Rules rules = rules_of(input);
    const bool log = input.number();
    std::vector<selfplay::Start> starts;
    for (auto left = input.number(); left > 0; --left) {
        Numbers numbers = input.row();
        starts.push_back(selfplay::read_start(read_game(rules, numbers), numbers));
    }
    const auto played = selfplay::play_rounds(starts, log, 1);
    Output output(results);
    output.row(played.results);
    output.row(played.turns);
}

EXPORT(play_logged) void play_logged() {
    Input input(arguments);
    const Rules rules = rules_of(input);
    Numbers numbers = input.row();
    selfplay::Start start = selfplay::read_start(read_game(rules, numbers), numbers);
    const auto turns = selfplay::logged_turns(start, int(input.number()));
    Output output(results);
    output.number(std::int64_t(turns.size()));
    for (const auto &turn : turns) {
        output.number(std::int64_t(turn.source));
        output.number(std::int64_t(turn.plays.size()));
        for (const auto &play : turn.plays) {
            write_melds(output, rules, play.table);
            write_tiles(output, rules, play.placed);
            write_tiles(output, rules, play.face_up);
        }
        const bool kept = turn.discard == simulate::kNoTile;
        output.number(kept ? -1 : simulate::packed_tile(rules, turn.discard));
        output.number(turn.declared);
    }
}

EXPORT(roll_out) void roll_out() {
    Input input(arguments);
    const Rules rules = rules_of(input);
    Numbers view = input.row();
    const auto game = read_game(rules, view);
    const int turns = int(input.number());
    const selfplay::Limits limits{turns, 1, Budget::until(double(input.number()) / 1000)};
    std::vector<selfplay::Start> worlds;
    for (auto left = input.number(); left > 0; --left) {
        Numbers numbers = input.row();
        worlds.push_back(selfplay::read_start(game, numbers));
    }
    std::vector<simulate::Line> lines;
    for (auto left = input.number(); left > 0; --left) {
        Numbers numbers = input.row();
        lines.push_back(read_line(rules, numbers));
    }
    const auto found = selfplay::roll_out(worlds, lines, limits);
    Output output(results);
    output.row(found.complete);
    for (const auto *column :
         {&found.ended, &found.winners, &found.turns, &found.scores, &found.tiles})
        output.row(*column);
}

} // namespace tilerummy::wasm
