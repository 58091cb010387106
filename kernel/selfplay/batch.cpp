#include "selfplay/batch.hpp"

#include <algorithm>
#include <utility>

#include "selfplay/rounds.hpp"
#include "selfplay/workers.hpp"

namespace tilerummy::selfplay {

using namespace simulate;

namespace {

// The objects that a thread uses to find plays.
struct Tools {
    Plays plays;
    CandidateSearch candidates;
};

Tools &tools() {
    thread_local Tools of_thread;
    return of_thread;
}

Tiles one(int tile) {
    Tiles tiles{};
    if (tile != kNoTile) tiles[std::size_t(tile)] = 1;
    return tiles;
}

// Returns the only tile of a rack that is not in *set*, or kNoTile if a different number of tiles
// remains.
int only_left(Heap rack, const Tiles &set) {
    rack.remove(set);
    if (rack.size != 1) return kNoTile;
    return int(std::find(rack.tiles.begin(), rack.tiles.end(), 1) - rack.tiles.begin());
}

constexpr Tiles kNone{};
constexpr std::uint8_t kDiscarding = 3; // one more than the last number of a Phase

} // namespace

const Tiles *Batch::Round::candidate(std::size_t number) const {
    if (game.over) return nullptr;
    if (!discarding && number-- == 0) return &kNone;
    const auto &sets = offered.sets;
    return number < sets.size() && sets[number] != kNone ? &sets[number] : nullptr;
}

std::array<std::size_t, 11> buffer_sizes(const Rules &rules, std::size_t seats, std::size_t rounds,
                                         std::size_t candidates) {
    const std::size_t tiles = rounds * std::size_t(rules.cells() + 1), wide = sizeof(std::int32_t);
    return {tiles,
            tiles,
            tiles,
            tiles * candidates,
            rounds * candidates,
            rounds,
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
    at.rng = rngs(seed, int(policies_.size()));
    at.discarding = false;
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

// Draws from the pool, takes the discard, or goes out with the trump. Returns false if going out
// fails.
bool Batch::draw(Round &round, int choice) {
    if (choice == 2) return go_out_with_trump(round.game, tools().plays);
    if (choice == 1)
        round.game.take();
    else
        round.game.draw();
    return true;
}

// Carries out a choice. Returns false if the search finds no play for the chosen set.
bool Batch::choose(Round &round, int choice) {
    Game &game = round.game;
    if (game.phase == Phase::draw) return draw(round, choice);
    if (round.discarding) {
        const Tiles set = *round.candidate(std::size_t(choice));
        round.discarding = false;
        game.discard(int(std::find(set.begin(), set.end(), 1) - set.begin()));
        return true;
    }
    if (choice == 0) {
        if (game.phase == Phase::meld) {
            round.discarding = true;
            return true;
        }
        if (!game.plays && !game.pool.empty()) game.draw();
        game.end_turn();
        return true;
    }
    const auto &set = round.offered.sets.at(std::size_t(choice - 1));
    if (const int left = only_left(game.mover().rack, set); left != kNoTile && game.closed_hand(left)) {
        game.declare(left);
        return true;
    }
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

void Batch::withdraw(std::size_t at, int choice) {
    rounds_[at].offered.sets[std::size_t(choice - 1)] = kNone;
    if (rounds_[at].game.phase != Phase::draw)
        std::erase(rounds_[at].offered.sets, kNone);
    to_.overflow[at] = 1;
    write(at);
}

void Batch::play_on(std::size_t at) {
    Round &round = rounds_[at];
    Game &game = round.game;
    while (!game.over) {
        const Policy policy = policies_[std::size_t(game.to_move)];
        if (policy == Policy::none) {
            if (offer(round)) break;
        } else
            play_turn(game, policy, round.rng[std::size_t(game.to_move)], tools().plays, nullptr);
    }
    to_.overflow[at] = round.offered.cut;
    write(at);
}

bool Batch::offer(Round &round) {
    Game &game = round.game;
    const auto most = std::size_t(candidates_);
    round.offered = {};
    auto &sets = round.offered.sets;
    if (game.phase == Phase::draw) {
        const int before = (game.to_move + game.seats - 1) % game.seats;
        Game then = game;
        const bool wins = game.trump != kNoTile && go_out_with_trump(then, tools().plays);
        sets = {one(game.may_take() ? game.seat[before].discard : kNoTile),
                one(wins ? game.trump : kNoTile)};
        return true;
    }
    if (!round.discarding) {
        round.offered = tools().candidates.find(game, tools().plays, int(most) - 1);
        if (!sets.empty()) return true;
        if (game.phase == Phase::act) {
            const bool done = game.plays > 0;
            if (done) game.end_turn();
            return !done;
        }
        round.discarding = true;
    }
    for (int tile = 0; tile <= kCells; ++tile)
        if (game.may_discard(tile)) sets.push_back(one(tile));
    round.offered.cut = sets.size() > most;
    sets.resize(std::min(sets.size(), most));
    return true;
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
    Tiles face_up = game.free.tiles;
    for (const Seat &seat : game.seat)
        if (seat.discard != kNoTile) ++face_up[seat.discard];
    if (game.trump != kNoTile) ++face_up[game.trump];
    write_tiles(face_up, &to_.face_up[at * kinds]);
    to_.phase[at] = round.discarding ? kDiscarding : std::uint8_t(game.phase);
    auto *to = &to_.status[at * (kStatus + kSeatStatus * seats)];
    for (const int value : {game.to_move, game.turn, int(game.pool.size()), game.plays})
        *to++ = value;
    for (int s = 0; s < game.seats; ++s) {
        const Seat &seat = game.seat[(game.to_move + s) % game.seats];
        for (const int value : {seat.rack.size, int(seat.opened >= 0), seat.waits}) *to++ = value;
    }
    auto *masked = &to_.mask[at * std::size_t(candidates_)];
    auto *tiles = &to_.offered[at * std::size_t(candidates_) * kinds];
    for (std::size_t k = 0; k < std::size_t(candidates_); ++k) {
        const bool written = masked[k];
        const Tiles *offered = round.candidate(k);
        masked[k] = offered != nullptr;
        if (offered || written) write_tiles(offered ? *offered : kNone, tiles + k * kinds);
    }
}

void Batch::write_tiles(const Tiles &tiles, std::uint8_t *into) const {
    for (int colour = 0; colour < rules_.colours; ++colour)
        for (int cell = colour; cell < rules_.cells(); cell += rules_.colours) *into++ = tiles[cell];
    *into = tiles[kJoker];
}

} // namespace tilerummy::selfplay
