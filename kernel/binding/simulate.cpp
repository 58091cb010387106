#include "binding/simulate.hpp"

#include <utility>
#include <vector>

#include "binding/numbers.hpp"
#include "selfplay/reading.hpp"
#include "selfplay/rollouts.hpp"
#include "simulate/packing.hpp"

namespace nb = nanobind;

namespace tilerummy {
namespace {

using namespace simulate;

template <class Value> nb::bytes to_bytes(const std::vector<Value> &values) {
    return nb::bytes(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(Value));
}

Rules rules_of(const nb::bytes &rules) {
    Numbers numbers = numbers_of(rules);
    return read_rules(numbers);
}

using Columns = nb::typed<nb::tuple, nb::bytes, nb::bytes>;

Columns play_rounds(const nb::bytes &rules_bytes, const nb::list &rounds, bool log, int threads) {
    const Rules rules = rules_of(rules_bytes);
    std::vector<selfplay::Start> starts;
    for (const nb::handle round : rounds) {
        Numbers numbers = numbers_of(round);
        starts.push_back(selfplay::read_start(read_game(rules, numbers), numbers));
    }
    selfplay::Played played;
    {
        nb::gil_scoped_release released;
        played = selfplay::play_rounds(starts, log, threads);
    }
    return Columns(nb::make_tuple(to_bytes(played.results), to_bytes(played.turns)));
}

nb::list tile_list(const Rules &rules, const Tiles &tiles) {
    nb::list codes;
    for (int tile = 0; tile <= kCells; ++tile)
        for (int i = 0; i < tiles[tile]; ++i) codes.append(packed_tile(rules, tile));
    return codes;
}

nb::list play_logged(const nb::bytes &rules_bytes, const nb::bytes &round, int limit) {
    const Rules rules = rules_of(rules_bytes);
    Numbers numbers = numbers_of(round);
    selfplay::Start start = selfplay::read_start(read_game(rules, numbers), numbers);
    std::vector<TurnLog> turns;
    {
        nb::gil_scoped_release released;
        turns = selfplay::logged_turns(start, limit);
    }
    nb::list all;
    for (const auto &turn : turns) {
        nb::list plays;
        for (const auto &play : turn.plays) {
            nb::list melds;
            for (const auto &meld : play.table) melds.append(packed_meld(rules, meld));
            plays.append(nb::make_tuple(melds, tile_list(rules, play.placed),
                                        tile_list(rules, play.face_up)));
        }
        const bool kept = turn.discard == kNoTile;
        all.append(nb::make_tuple(int(turn.source), plays,
                                  kept ? nb::none() : nb::object(nb::int_(packed_tile(rules, turn.discard))),
                                  turn.declared));
    }
    return all;
}

using RolloutColumns =
    nb::typed<nb::tuple, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

RolloutColumns roll_out(const nb::bytes &rules_bytes, const nb::bytes &view, const nb::list &worlds,
                        const nb::list &lines, int turns, int threads, double milliseconds) {
    const selfplay::Limits limits{turns, threads, Budget::until(milliseconds)};
    const Rules rules = rules_of(rules_bytes);
    Numbers position = numbers_of(view);
    const Game game = read_game(rules, position);
    std::vector<selfplay::Start> all;
    for (const nb::handle bytes : worlds) {
        Numbers numbers = numbers_of(bytes);
        all.push_back(selfplay::read_start(game, numbers));
    }
    std::vector<Line> each;
    for (const nb::handle bytes : lines) {
        Numbers numbers = numbers_of(bytes);
        each.push_back(read_line(rules, numbers));
    }
    selfplay::Results results;
    {
        nb::gil_scoped_release released;
        results = selfplay::roll_out(all, each, limits);
    }
    return RolloutColumns(nb::make_tuple(to_bytes(results.complete), to_bytes(results.ended),
                                         to_bytes(results.winners), to_bytes(results.turns),
                                         to_bytes(results.scores), to_bytes(results.tiles)));
}

} // namespace

void bind_simulator(nb::module_ &m) {
    m.def("play_rounds", &play_rounds, nb::arg("rules"), nb::arg("rounds"), nb::arg("log"),
          nb::arg("threads"),
          "Play rounds between policies to their end; return rows of 32-bit integers: for each\n"
          "round the winner, the ending, the turns and the scores, and for each turn its log.");
    m.def("play_logged", &play_logged, nb::arg("rules"), nb::arg("round"), nb::arg("turns"),
          "Play at most *turns* turns of a round; return for each the source of its tile, its plays\n"
          "(the packed melds of the table after each, the tiles placed and the face-up tiles), the\n"
          "discard or None, and whether the last play is a declared closed hand.");
    m.def("roll_out", &roll_out, nb::arg("rules"), nb::arg("view"), nb::arg("worlds"),
          nb::arg("lines"), nb::arg("turns"), nb::arg("threads"), nb::arg("milliseconds"),
          "Play out every line in every world; return the columns of the results.");
}

} // namespace tilerummy
