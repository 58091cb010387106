#include "jokers/joker_melds.hpp"

#include <algorithm>
#include <set>

namespace tilerummy {
namespace {

// The maximum length of a joker run if the rules allow any new meld. A longer run need not be
// tried, because it can be cut to a new meld of at most this length that includes the joker.
constexpr int kFormer = 5;
constexpr int kMaxJokerMelds = 50'000, kMaxDues = 50'000; // limits on attempts

// Returns the plan that leaves an old meld intact, with its jokers replaced by tiles.
MeldPlan kept_whole(const MeldPlan &loose, const Position &position) {
    MeldPlan whole = loose;
    whole.has_core = true;
    whole.core = loose.was;
    if (!loose.was.group) {
        whole.core.mask = 0;
        return whole;
    }
    for (const int cell : loose.paid) whole.core.mask |= 1u << cell % position.colours;
    whole.core.group_jokers = 0;
    return whole;
}

// Lists all ways to choose which tiles of each joker meld come from the rack, as many as the rules
// require.
class DueTiles {
  public:
    DueTiles(const Position &position, const JokerMelds &joker_melds, std::vector<int> fewest,
             const Tiles &pinned)
        : position_(position), joker_melds_(joker_melds), fewest_(std::move(fewest)), due_(pinned) {
        cells_.resize(joker_melds.size());
        for (std::size_t i = 0; i < joker_melds.size(); ++i)
            for_numbered(position, joker_melds[i]->meld,
                         [&](int cell) { cells_[i].push_back(std::uint8_t(cell)); });
    }

    std::set<Tiles> all(bool &complete) {
        choose(0, 0, joker_melds_.empty() ? 0 : fewest_[0]);
        complete = complete && complete_;
        return std::move(found_);
    }

  private:
    // Chooses *more* tiles of a joker meld, starting at index *from*, and then the tiles of the
    // next joker melds.
    void choose(std::size_t joker_meld, std::size_t from, int more) {
        if (!complete_) return;
        if (joker_meld == joker_melds_.size()) {
            if (++looked_at_ > kMaxDues || (!(looked_at_ & 63) && position_.late_after(16)))
                complete_ = false;
            found_.insert(due_);
            return;
        }
        if (more <= 0) {
            const std::size_t next = joker_meld + 1;
            return choose(next, 0, next < fewest_.size() ? fewest_[next] : 0);
        }
        const auto &cells = cells_[joker_meld];
        for (std::size_t at = from; at + more <= cells.size(); ++at) {
            std::uint8_t &due = due_[cells[at]];
            if (due == position_.rack[cells[at]]) continue;
            ++due;
            choose(joker_meld, at + 1, more - 1);
            --due;
        }
    }

    const Position &position_;
    const JokerMelds &joker_melds_;
    const std::vector<int> fewest_;
    std::vector<Cellset> cells_;
    Tiles due_;
    std::set<Tiles> found_;
    int looked_at_ = 0;
    bool complete_ = true;
};

} // namespace

bool LooseMeld::lies_in(const JokerMeld &joker_meld) const {
    const auto &shown = joker_meld.shown;
    const int lacking = int((paid & ~joker_meld.numbered).count());
    return (numbered & ~joker_meld.numbered).none() &&
           std::min(meld_plan->freed, lacking) <= joker_meld.freed &&
           std::all_of(meld_plan->shown.begin(), meld_plan->shown.end(), [&](int cell) {
               return std::find(shown.begin(), shown.end(), cell) != shown.end();
           });
}

struct Supply::Filling {
    int colour, first, last, freed;
    std::uint32_t jokers = 0, shown = 0;
};

struct Supply::Found {
    std::vector<JokerMeld> joker_melds;
    int looked_at = 0;
    bool complete = true;

    bool look(const Position &position) {
        if (++looked_at > kMaxJokerMelds || (!(looked_at & 255) && position.late_after(16))) complete = false;
        return complete;
    }
};

Supply::Supply(const Position &position, const JokerPlan &plan)
    : position(position), plan(plan) {
    const bool closed = position.reuse == Reuse::rack_only || position.melds == Melds::locked;
    for (std::size_t i = 0; i < plan.meld_plans.size(); ++i) {
        const MeldPlan &meld_plan = *plan.meld_plans[i];
        if (!closed)
            for (const int cell : meld_plan.shown) ++shown_[cell];
        if (position.kind == Kind::extend || meld_plan.has_core) continue;
        LooseMeld old{&meld_plan, {}, {}, kept_whole(meld_plan, position)};
        for_numbered(position, meld_plan.was, [&](int cell) {
            old.numbered.set(cell);
            ++loose_[cell];
        });
        for (const int cell : meld_plan.paid) old.paid.set(cell);
        loose_melds_.push_back(std::move(old));
    }
}

bool Supply::has(int cell) const {
    return position.rack[cell] || (position.reuse != Reuse::rack_only && loose_[cell]);
}

std::vector<JokerMeld> Supply::joker_melds(int freed, bool &complete) const {
    Found found;
    const int numbers = position.numbers;
    const int most = position.reuse == Reuse::new_meld ? std::min(kFormer, numbers) : numbers;
    for (int colour = 0; colour < position.colours; ++colour)
        for (int length = 3; length <= most; ++length)
            for (int first = 1; first + length - 1 <= numbers + position.high(); ++first)
                // runs of all numbers are tried only with a low 1
                if (length < numbers || first == 1)
                    fill({colour, first, first + length - 1, freed}, first, found);
    for (int number = 1; number <= numbers; ++number) add_groups(number, freed, found);
    complete = complete && found.complete;
    return std::move(found.joker_melds);
}

// Fills the slots of a run from the number *place* on, each with a tile, a new joker, or a joker
// that stays and represents that tile.
void Supply::fill(const Filling &filling, int place, Found &found) const {
    const int jokers = std::popcount(filling.jokers);
    if (jokers + filling.last - place + 1 < filling.freed || !found.complete) return;
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
    for_numbered(position, joker_meld.meld, [&](int cell) { joker_meld.numbered.set(cell); });
    if (may_be(joker_meld)) found.joker_melds.push_back(std::move(joker_meld));
}

// Returns whether the meld can be lawful, regardless of the other melds.
bool Supply::may_be(const JokerMeld &joker_meld) const {
    if (position.reuse == Reuse::rack_only) return joker_meld.meld.size() - joker_meld.freed >= 2;
    if (position.reuse == Reuse::new_meld_with_rack) {
        int here = joker_meld.from_rack;
        for_numbered(position, joker_meld.meld, [&](int cell) { here += position.rack[cell] > 0; });
        if (here < 2) return false;
    }
    return std::all_of(loose_melds_.begin(), loose_melds_.end(), [&](const LooseMeld &old) {
        if (!old.lies_in(joker_meld)) return true;
        if (!old.meld_plan->shown.empty()) return false; // its jokers determine its meld
        const Faces again = old.numbered | old.paid;
        for (int cell = 0; cell < position.cells(); ++cell)
            if (again[cell] && position.rack[cell] + loose_[cell] < 1 + joker_meld.numbered[cell])
                return false;
        return true;
    });
}

// Returns how many tiles of the meld must come from the rack.
int Supply::fewest(const JokerMeld &joker_meld) const {
    if (position.reuse == Reuse::rack_only) return int(joker_meld.numbered.count());
    return position.reuse == Reuse::new_meld_with_rack ? 2 - joker_meld.from_rack : 0;
}

std::vector<Tiles> Supply::dues(const JokerMelds &joker_melds, bool &complete) const {
    // tiles that replace the jokers of cores come from the table if that is allowed and they are
    // available
    Tiles pinned = plan.pinned;
    for (int cell = 0; cell < position.cells() && position.from_any; ++cell)
        pinned[cell] -= std::min(pinned[cell], loose_[cell]);
    std::vector<int> few;
    for (const auto *joker_meld : joker_melds) few.push_back(fewest(*joker_meld));
    const auto found = DueTiles(position, joker_melds, std::move(few), pinned).all(complete);
    return {found.begin(), found.end()};
}

JokerPlan Supply::plan_with(const JokerMelds &joker_melds) const {
    JokerPlan whole = plan;
    if (position.reuse == Reuse::rack_only) return whole;
    for (const auto &old : loose_melds_)
        if (std::any_of(joker_melds.begin(), joker_melds.end(),
                        [&](const auto *some) { return old.lies_in(*some); }))
            std::replace(whole.meld_plans.begin(), whole.meld_plans.end(), old.meld_plan,
                         &old.whole);
    return whole;
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
        for_numbered(position, joker_meld->meld, [&](int cell) {
            enough = enough && ++wanted[cell] <= position.rack[cell] + loose_[cell];
        });
        if (!enough) return false;
    }
    return true;
}

} // namespace tilerummy
