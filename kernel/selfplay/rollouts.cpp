#include "selfplay/rollouts.hpp"

#include "selfplay/workers.hpp"

namespace tilerummy::selfplay {

using namespace simulate;

namespace {

void begin(Game &game, const Line &line) {
    switch (line.source) {
    case Source::pool: game.draw(); break;
    case Source::discard: game.take(); break;
    case Source::trump: game.draw_trump(); break;
    case Source::none: break;
    }
    for (const auto &play : line.plays) {
        if (game.over) return;
        game.play(play.table, play.placed, play.face_up);
    }
    if (game.over) return;
    switch (line.finish) {
    case Line::Finish::end_turn: return game.end_turn();
    case Line::Finish::discard: return game.discard(line.discard);
    case Line::Finish::declare: return game.declare(line.discard);
    case Line::Finish::nothing: return;
    }
}

bool play_on(Game &game, const Line &line, const Start &world, const Limits &limits) {
    thread_local Plays plays;
    plays.until = limits.until;
    const int seat = game.to_move, last = game.turn + limits.turns;
    auto policies = world.policies;
    if (line.policy != Policy::none) policies[seat] = line.policy;
    auto rng = rngs(world.seed, game.seats);
    const Budget budget(0, limits.until);
    if (budget.late()) return false;
    begin(game, line);
    while (!game.over && (!limits.turns || game.turn < last)) {
        play_turn(game, policies[game.to_move], rng[game.to_move], plays, nullptr);
        if (budget.late()) return false;
    }
    return true;
}

} // namespace

Results roll_out(const std::vector<Start> &worlds, const std::vector<Line> &lines,
                 const Limits &limits) {
    const std::size_t size = worlds.size() * lines.size();
    const int seats = worlds.empty() ? 2 : worlds[0].game.seats;
    Results results;
    results.complete.resize(worlds.size());
    for (auto *column : {&results.ended, &results.winners, &results.turns}) column->resize(size);
    for (auto *column : {&results.scores, &results.tiles}) column->resize(size * seats);
    for_each_index(limits.threads, worlds.size(), [&](std::size_t w) {
        std::vector<Game> ends;
        for (const auto &line : lines) {
            ends.push_back(worlds[w].game);
            if (!play_on(ends.back(), line, worlds[w], limits)) return;
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Game &end = ends[i];
            const std::size_t entry = i * worlds.size() + w;
            results.ended[entry] = end.over;
            results.winners[entry] = end.winner;
            results.turns[entry] = end.turn - worlds[w].game.turn + end.over;
            std::array<int, kMaxSeats> scores = end.scores;
            if (!end.over) end.score_exhausted(scores);
            for (int s = 0; s < seats; ++s) {
                results.scores[entry * seats + s] = scores[s];
                results.tiles[entry * seats + s] = end.seat[s].rack.size;
            }
        }
        results.complete[w] = 1;
    });
    return results;
}

} // namespace tilerummy::selfplay
