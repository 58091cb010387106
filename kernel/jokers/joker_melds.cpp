#include "jokers/joker_melds.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// Of a longer run, a part of this length with the joker in it is a new meld as well.
constexpr int kFormer = 5;
constexpr int kMostJokerMelds = 50'000; // tried

} // namespace

// A run that is being filled: what lies in it up to a place.
struct Supply::Filling {
    int colour, first, last, freed;
    std::uint32_t jokers = 0, shown = 0;
};

struct Supply::Found {
    std::vector<JokerMeld> joker_melds;
    int looked_at = 0;
    bool whole = true;

    // Whether there is time to try one more.
    bool look(const Position &position) {
        if (++looked_at > kMostJokerMelds || (!(looked_at & 255) && position.late_after(16))) whole = false;
        return whole;
    }
};

Supply::Supply(const Position &position, const JokerPlan &plan)
    : position(position), plan(plan), sources(position.cells()) {
    const bool closed = position.reuse == Reuse::rack_only || position.melds == Melds::locked;
    for (std::size_t i = 0; i < plan.meld_plans.size(); ++i) {
        const MeldPlan &meld_plan = *plan.meld_plans[i];
        if (!closed)
            for (const int cell : meld_plan.shown) ++shown_[cell];
        if (position.kind == Kind::extend || meld_plan.has_core) continue;
        LooseMeld old{int(i), &meld_plan, {}};
        for_naturals(position, meld_plan.was, [&](int cell) {
            old.naturals.set(cell);
            sources[cell].push_back(int(i));
            ++loose_[cell];
        });
        loose_melds.push_back(std::move(old));
    }
}

bool Supply::has(int cell) const {
    return position.rack[cell] || (position.reuse != Reuse::rack_only && loose_[cell]);
}

std::vector<JokerMeld> Supply::joker_melds(int freed, bool &whole) const {
    Found found;
    const int numbers = position.numbers;
    const int most = position.reuse == Reuse::new_meld ? std::min(kFormer, numbers) : numbers;
    for (int colour = 0; colour < position.colours; ++colour)
        for (int length = 3; length <= most; ++length)
            for (int first = 1; first + length - 1 <= numbers + position.high(); ++first)
                // a run of every number has a low 1
                if (length < numbers || first == 1)
                    fill({colour, first, first + length - 1, freed}, first, found);
    for (const auto &old : loose_melds) {
        // a longer one may equal an old meld, and count as left unchanged
        const Meld &was = old.meld_plan->was;
        if (old.meld_plan->freed && !was.group && was.size() > most)
            fill({was.colour, was.first, was.last, freed}, was.first, found);
    }
    for (int number = 1; number <= numbers; ++number) add_groups(number, freed, found);
    whole = whole && found.whole;
    return std::move(found.joker_melds);
}

// Fills the places of a run from *place* on: with a tile, a joker, or a kept joker that represents
// it.
void Supply::fill(const Filling &filling, int place, Found &found) const {
    const int jokers = std::popcount(filling.jokers);
    if (jokers + filling.last - place + 1 < filling.freed || !found.whole) return;
    if (place > filling.last) {
        const std::uint32_t wild = filling.jokers | filling.shown;
        if (!found.look(position)) return;
        if (std::popcount(wild) > filling.last - filling.first) return;
        JokerMeld joker_meld{run_of(filling.colour, filling.first, filling.last, wild),
                             filling.freed,
                             jokers - filling.freed,
                             {},
                             {}};
        for (std::uint32_t left = filling.shown; left; left &= left - 1)
            joker_meld.shown.push_back(position.cell(filling.colour, std::countr_zero(left)));
        return add(std::move(joker_meld), found);
    }
    const int cell = position.cell(filling.colour, place);
    if (has(cell)) fill(filling, place + 1, found);
    Filling other = filling;
    if (jokers < filling.freed + position.rack_jokers) {
        other.jokers |= 1u << place;
        fill(other, place + 1, found);
    }
    if (shown_[cell]) {
        other = filling;
        other.shown |= 1u << place;
        fill(other, place + 1, found);
    }
}

void Supply::add_groups(int number, int freed, Found &found) const {
    std::uint32_t there = 0, shows = 0;
    for (int c = 0; c < position.colours; ++c) {
        there |= std::uint32_t(has(position.cell(c, number))) << c;
        shows |= std::uint32_t(shown_[position.cell(c, number)] > 0) << c;
    }
    for (std::uint32_t tiles = there; tiles; tiles = (tiles - 1) & there)
        for (std::uint32_t shown = shows & ~tiles;; shown = (shown - 1) & shows & ~tiles) {
            for (int jokers = freed; jokers <= freed + position.rack_jokers; ++jokers) {
                const int wild = jokers + std::popcount(shown), size = std::popcount(tiles) + wild;
                if (!found.look(position)) return;
                if (size < 3 || size > position.colours) continue;
                JokerMeld joker_meld{group_of(number, tiles, wild), freed, jokers - freed, {}, {}};
                for (std::uint32_t left = shown; left; left &= left - 1)
                    joker_meld.shown.push_back(position.cell(std::countr_zero(left), number));
                add(std::move(joker_meld), found);
            }
            if (!shown) break;
        }
}

void Supply::add(JokerMeld joker_meld, Found &found) const {
    for_naturals(position, joker_meld.meld, [&](int cell) { joker_meld.naturals.set(cell); });
    if (may_be(joker_meld)) found.joker_melds.push_back(std::move(joker_meld));
}

// Whether the meld may be lawful for some origin of its tiles.
bool Supply::may_be(const JokerMeld &joker_meld) const {
    if (position.reuse == Reuse::rack_only) return joker_meld.meld.size() - joker_meld.freed >= 2;
    if (position.reuse != Reuse::new_meld_with_rack) return true;
    int here = joker_meld.from_rack;
    for_naturals(position, joker_meld.meld, [&](int cell) { here += position.rack[cell] > 0; });
    return here >= 2;
}

bool Supply::suffices(const JokerMelds &joker_melds) const {
    int from_rack = 0;
    for (const auto *joker_meld : joker_melds) from_rack += joker_meld->from_rack;
    if (from_rack > position.rack_jokers) return false;
    Tiles wanted{}, shown{};
    for (const auto *joker_meld : joker_melds) {
        for (const int cell : joker_meld->shown)
            if (++shown[cell] > shown_[cell]) return false;
        bool enough = true;
        for_naturals(position, joker_meld->meld, [&](int cell) {
            enough = enough && ++wanted[cell] <= position.rack[cell] + loose_[cell];
        });
        if (!enough) return false;
    }
    return true;
}

} // namespace tilerummy
