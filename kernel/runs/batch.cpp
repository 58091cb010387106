#include "runs/batch.hpp"

#include <algorithm>
#include <utility>

#include "runs/rounds.hpp"
#include "runs/workers.hpp"

namespace tilerummy::runs {

using namespace simulate;

namespace {

// What a thread keeps to find plays.
struct Tools {
    Plays plays;
    CandidateSearch candidates;
};

Tools &tools() {
    thread_local Tools of_thread;
    return of_thread;
}

} // namespace

std::array<std::size_t, 10> buffer_sizes(const Rules &rules, std::size_t seats, std::size_t rounds,
                                         std::size_t candidates) {
    const std::size_t tiles = rounds * std::size_t(rules.cells() + 1), wide = sizeof(std::int32_t);
    return {tiles,
            tiles,
            tiles,
            tiles * candidates,
            rounds * candidates,
            rounds,
            rounds,
            rounds * (kStatus + kSeatStatus * seats) * wide,
            rounds * wide,
            rounds * seats * wide};
}

Batch::Batch(const Rules &rules, std::vector<Policy> policies, std::size_t rounds, int candidates,
             const Buffers &buffers)
    : rules_(rules), policies_(std::move(policies)), candidates_(candidates),
      kinds_(rules.cells() + 1), to_(buffers), rounds_(rounds) {}

void Batch::reset(std::size_t round, Game game, std::uint64_t seed) {
    Round &at = rounds_[round];
    at.game = std::move(game);
    at.game.rules = &rules_;
    at.chance = chances(seed, int(policies_.size()));
    play_on(round);
}

void Batch::step(const std::int32_t *choices, int threads) {
    for_each_index(threads, rounds_.size(), [&](std::size_t i) {
        if (rounds_[i].game.over || !rounds_[i].game.rules) return;
        if (choose(rounds_[i], choices[i]))
            play_on(i);
        else
            withdraw(i, choices[i]);
    });
}

// Makes a choice; false where no play is found that places the set.
bool Batch::choose(Round &round, int choice) {
    Game &game = round.game;
    if (choice == 0) {
        if (!game.plays && !game.pool.empty()) game.draw();
        game.end_turn();
        return true;
    }
    const auto &set = round.offered.sets.at(std::size_t(choice - 1));
    auto &known = round.offered.plays;
    auto play = std::find_if(known.begin(), known.end(),
                             [&](const Found &some) { return some.placed == set; });
    Found found;
    if (play != known.end())
        found = std::move(*play);
    else if (!tools().plays.place_exactly(game, set, found))
        return false;
    game.play(std::move(found.table), found.placed, found.face_up);
    return true;
}

// Offers a candidate no more; the round waits for another choice.
void Batch::withdraw(std::size_t at, int choice) {
    auto &offered = rounds_[at].offered;
    offered.sets.erase(offered.sets.begin() + (choice - 1));
    to_.overflow[at] = 1;
    write(at);
}

void Batch::play_on(std::size_t at) {
    Round &round = rounds_[at];
    Game &game = round.game;
    round.offered = {};
    to_.overflow[at] = 0;
    while (!game.over) {
        const Policy policy = policies_[std::size_t(game.to_move)];
        if (policy != Policy::none) {
            play_turn(game, policy, round.chance[std::size_t(game.to_move)], tools().plays, nullptr);
            continue;
        }
        auto found = tools().candidates.find(game, tools().plays, candidates_ - 1);
        if (found.sets.empty() && game.plays) {
            game.end_turn();
            continue;
        }
        to_.overflow[at] = found.cut;
        round.offered = std::move(found);
        break;
    }
    write(at);
}

void Batch::write(std::size_t at) {
    const Round &round = rounds_[at];
    const Game &game = round.game;
    const std::size_t seats = policies_.size(), kinds = std::size_t(kinds_);
    to_.over[at] = game.over;
    to_.winners[at] = game.winner;
    for (std::size_t s = 0; s < seats; ++s) to_.scores[at * seats + s] = game.scores[s];
    write_tiles(game.mover().rack.tiles, &to_.own[at * kinds]);
    write_tiles(game.on_table().tiles, &to_.table[at * kinds]);
    write_tiles(game.free.tiles, &to_.face_up[at * kinds]);
    auto *to = &to_.status[at * (kStatus + kSeatStatus * seats)];
    for (const int value : {game.to_move, game.turn, int(game.pool.size()), game.plays})
        *to++ = value;
    for (int s = 0; s < game.seats; ++s) {
        const Seat &seat = game.seat[(game.to_move + s) % game.seats];
        for (const int value : {seat.rack.size, int(seat.opened >= 0), seat.waits}) *to++ = value;
    }
    const std::size_t offers = game.over ? 0 : round.offered.sets.size() + 1;
    auto *masked = &to_.mask[at * std::size_t(candidates_)];
    auto *tiles = &to_.offered[at * std::size_t(candidates_) * kinds];
    const Tiles none{};
    for (std::size_t k = 0; k < std::size_t(candidates_); ++k) {
        const bool written = masked[k];
        masked[k] = k < offers;
        if (k && k < offers)
            write_tiles(round.offered.sets[k - 1], tiles + k * kinds);
        else if (written)
            write_tiles(none, tiles + k * kinds);
    }
}

void Batch::write_tiles(const Tiles &tiles, std::uint8_t *into) const {
    for (int colour = 0; colour < rules_.colours; ++colour)
        for (int cell = colour; cell < rules_.cells(); cell += rules_.colours) *into++ = tiles[cell];
    *into = tiles[kJoker];
}

} // namespace tilerummy::runs
