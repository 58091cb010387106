#include "selfplay/rounds.hpp"

#include <climits>
#include <utility>

#include "selfplay/workers.hpp"

namespace tilerummy::selfplay {

using namespace simulate;

std::vector<Rng> rngs(std::uint64_t seed, int seats) {
    std::vector<Rng> each;
    for (int s = 0; s < seats; ++s) each.push_back({Rng{seed + std::uint64_t(s)}.next()});
    return each;
}

namespace {

// Plays at most *turns* turns. After each turn, calls *use* with the seat and the logged turn.
template <class Use> void play_out(Start &start, bool log, Use use, int turns = INT_MAX) {
    thread_local Plays plays;
    auto rng = rngs(start.seed, start.game.seats);
    Game &game = start.game;
    TurnLog done;
    for (; !game.over && turns; --turns) {
        const int seat = game.to_move;
        done = {};
        play_turn(game, start.policies[seat], rng[seat], plays, log ? &done : nullptr);
        use(seat, done);
    }
}

} // namespace

void play_round(Start &start, Row *log) {
    const Game &game = start.game;
    int turn = game.turn;
    play_out(start, log != nullptr, [&](int seat, const TurnLog &done) {
        if (!log) return;
        int tiles = 0, jokers = 0, points = 0;
        for (const auto &play : done.plays) {
            for (int cell = 0; cell < game.rules->cells(); ++cell) {
                tiles += play.placed[cell];
                points += play.placed[cell] * game.rules->number(cell);
            }
            jokers += play.placed[kJoker];
        }
        tiles += jokers;
        points += jokers * game.rules->joker_value;
        const int action = !done.plays.empty() ? 1 : done.source != Source::none ? 0 : 2;
        const int row[kTurnColumns] = {turn,   seat,   action,
                                       int(done.plays.size()), tiles, jokers,
                                       points, game.seat[seat].rack.size, game.value(seat),
                                       int(game.pool.size()), game.on_table().size};
        log->insert(log->end(), row, row + kTurnColumns);
        ++turn;
    });
}

Played play_rounds(std::vector<Start> &starts, bool log, int threads) {
    std::vector<Row> logs(log ? starts.size() : 0);
    for_each_index(threads, starts.size(),
                   [&](std::size_t i) { play_round(starts[i], log ? &logs[i] : nullptr); });
    Played played;
    for (const auto &start : starts) {
        const Game &game = start.game;
        for (const int value : {game.winner, int(game.ending), game.turn + 1})
            played.results.push_back(value);
        played.results.insert(played.results.end(), game.scores.begin(),
                              game.scores.begin() + game.seats);
    }
    for (std::size_t i = 0; i < logs.size(); ++i)
        for (std::size_t at = 0; at < logs[i].size(); at += kTurnColumns) {
            played.turns.push_back(std::int32_t(i));
            const auto row = logs[i].begin() + std::ptrdiff_t(at);
            played.turns.insert(played.turns.end(), row, row + kTurnColumns);
        }
    return played;
}

std::vector<TurnLog> logged_turns(Start &start, int limit) {
    std::vector<TurnLog> turns;
    play_out(start, true, [&](int, TurnLog &done) { turns.push_back(std::move(done)); }, limit);
    return turns;
}

} // namespace tilerummy::selfplay
