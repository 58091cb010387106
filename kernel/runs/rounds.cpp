#include "runs/rounds.hpp"

#include <utility>

namespace tilerummy::runs {

using namespace simulate;

std::vector<Chance> chances(std::uint64_t seed, int seats) {
    std::vector<Chance> each;
    for (int s = 0; s < seats; ++s) each.push_back({Chance{seed + std::uint64_t(s)}.next()});
    return each;
}

namespace {

// Calls *use* after every turn with what was played in it, the seat, and the pool before it.
template <class Use> void play_out(Start &start, bool log, Use use) {
    thread_local Plays plays;
    auto chance = chances(start.seed, start.game.seats);
    Game &game = start.game;
    std::vector<Made> made;
    while (!game.over) {
        const int seat = game.to_move;
        const std::size_t pool = game.pool.size();
        made.clear();
        play_turn(game, start.policies[seat], chance[seat], plays, log ? &made : nullptr);
        use(seat, made, game.pool.size() < pool);
    }
}

} // namespace

void play_round(Start &start, Row *log) {
    const Game &game = start.game;
    int turn = game.turn;
    play_out(start, log != nullptr, [&](int seat, const std::vector<Made> &made, bool drew) {
        if (!log) return;
        int tiles = 0, jokers = 0, points = 0;
        for (const auto &play : made) {
            for (int cell = 0; cell < game.rules->cells(); ++cell) {
                tiles += play.placed[cell];
                points += play.placed[cell] * game.rules->number(cell);
            }
            jokers += play.placed[kJoker];
        }
        tiles += jokers;
        points += jokers * game.rules->joker_value;
        const int action = made.empty() ? (drew ? 0 : 2) : 1;
        const int row[kTurnColumns] = {turn,   seat,   action,
                                       int(made.size()), tiles, jokers,
                                       points, game.seat[seat].rack.size, game.value(seat),
                                       int(game.pool.size()), game.on_table().size};
        log->insert(log->end(), row, row + kTurnColumns);
        ++turn;
    });
}

std::vector<LoggedTurn> logged_turns(Start &start) {
    std::vector<LoggedTurn> turns;
    play_out(start, true, [&](int seat, std::vector<Made> &made, bool drew) {
        turns.push_back({seat, std::move(made), drew});
    });
    return turns;
}

} // namespace tilerummy::runs
