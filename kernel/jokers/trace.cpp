#include "jokers/trace.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr int kMostPaths = 50'000;
constexpr int kRack = -1, kPinned = -1; // the source of a tile, the place of one paid into a core

struct Place {
    int joker_meld, cell, source;
};

class TileTracing {
  public:
    TileTracing(const Supply &supply, const JokerMelds &joker_melds)
        : supply_(supply), position_(supply.position), plan_(supply.plan),
          joker_melds_(joker_melds) {
        for (const auto &old : supply.loose_melds)
            for (int i = 0; i < int(joker_melds.size()); ++i)
                if ((old.naturals & ~joker_melds[i]->naturals).none()) within_.push_back({&old, i});
        std::array<int, kCells> wanted{};
        for (int cell = 0; cell < position_.cells(); ++cell)
            for (int n = plan_.pinned[cell]; n; --n) {
                places_.push_back({kPinned, cell, kRack});
                ++wanted[cell];
            }
        for (int i = 0; i < int(joker_melds.size()); ++i)
            for_naturals(position_, joker_melds[i]->meld, [&](int cell) {
                places_.push_back({i, cell, kRack});
                ++wanted[cell];
            });
        for (int cell = 0; cell < position_.cells(); ++cell)
            if (wanted[cell] > 1) contested_.set(cell);
        for (const auto *meld_plan : plan_.meld_plans)
            for (const int cell : meld_plan->paid) {
                contested_.set(cell);
                if (joker_melds.size() > 1 &&
                    std::find(paid_.begin(), paid_.end(), cell) == paid_.end())
                    paid_.push_back(cell);
            }
    }

    std::vector<Tiles> dues(bool &whole) {
        trace(0);
        whole = whole && whole_;
        if (!whole_ && position_.late()) return {};
        std::vector<Tiles> least;
        for (const auto &due : dues_) {
            const auto less = [&](const Tiles &other) {
                return other != due && within(other, due);
            };
            if (std::none_of(dues_.begin(), dues_.end(), less)) least.push_back(due);
        }
        return least;
    }

  private:
    static bool within(const Tiles &few, const Tiles &many) {
        for (int cell = 0; cell < kCells; ++cell)
            if (few[cell] > many[cell]) return false;
        return true;
    }

    // Traces the places from *done* on to all origins that differ in what follows.
    void trace(std::size_t done) {
        if (!(++steps_ & 1023) && position_.late_after(64)) whole_ = false;
        if (!whole_) return;
        if (done == places_.size()) return more(0);
        Place &place = places_[done];
        const bool pinned = place.joker_meld == kPinned;
        const bool from_rack = pinned ? !position_.from_any : position_.reuse == Reuse::rack_only;
        if (least_[place.cell] < position_.rack[place.cell]) {
            place.source = kRack;
            ++least_[place.cell];
            trace(done + 1);
            --least_[place.cell];
        }
        if (from_rack) return;
        bool safe = false;
        for (const int source : supply_.sources[place.cell]) {
            if (is_taken(done, source)) continue;
            if (!contested_[place.cell] && !lies_within(source)) {
                if (safe) continue; // one such source is as good as another
                safe = true;
            }
            place.source = source;
            trace(done + 1);
        }
    }

    bool is_taken(std::size_t done, int source) const {
        for (std::size_t i = 0; i < done; ++i)
            if (places_[i].cell == places_[done].cell && places_[i].source == source) return true;
        return false;
    }

    bool lies_within(int source) const {
        return std::any_of(within_.begin(), within_.end(),
                           [&](const auto &some) { return some.first->source == source; });
    }

    // Tries the tiles traced to the rack, and more copies of tiles that replace a joker: another
    // copy may then be the one in a joker meld. This matters only where one joker meld may take the
    // joker freed for another.
    void more(std::size_t from) {
        if (from == 0) due_ = least_;
        if (from < paid_.size()) {
            const int cell = paid_[from], least = least_[cell];
            const int most =
                std::min<int>(position_.rack[cell], std::max<int>(plan_.due[cell], least) + 1);
            for (int n = least; n <= std::max(least, most); ++n) {
                due_[cell] = n;
                more(from + 1);
            }
            due_[cell] = least;
            return;
        }
        if (++looked_at_ > kMostPaths || (!(looked_at_ & 63) && position_.late_after(16))) whole_ = false;
        if (!whole_) return;
        if (std::find(dues_.begin(), dues_.end(), due_) == dues_.end() && lawful())
            dues_.push_back(due_);
    }

    // Whether every joker meld is lawful where its tiles have this origin.
    bool lawful() const {
        if (position_.reuse == Reuse::rack_only) return true;
        if (position_.reuse == Reuse::new_meld_with_rack)
            for (int i = 0; i < int(joker_melds_.size()); ++i) {
                int from_rack = joker_melds_[i]->from_rack;
                for (const auto &place : places_)
                    from_rack += place.joker_meld == i && place.source == kRack;
                if (from_rack < 2) return false;
            }
        std::vector<int> by_itself, room;
        for (const auto &[old, joker_meld] : within_) {
            if (!lies_in(*old, joker_meld)) continue;
            if (paid_in(*old->meld_plan, joker_meld) >= old->meld_plan->freed) return false;
            by_itself.push_back(joker_meld);
        }
        if (by_itself.empty()) return true;
        for (const auto *joker_meld : joker_melds_) room.push_back(joker_meld->freed);
        return some_elsewhere(by_itself, 0, room);
    }

    // Whether the tiles of *old* and the jokers it keeps all lie in one joker meld.
    bool lies_in(const LooseMeld &old, int joker_meld) const {
        std::size_t here = 0;
        for (const auto &place : places_)
            here += place.joker_meld == joker_meld && place.source == old.source;
        if (here != old.naturals.count()) return false;
        const auto &shown = joker_melds_[joker_meld]->shown;
        return std::all_of(old.meld_plan->shown.begin(), old.meld_plan->shown.end(), [&](int cell) {
            return std::find(shown.begin(), shown.end(), cell) != shown.end();
        });
    }

    // How many freed jokers of *old* count in a joker meld by the tiles that replaced them. A tile
    // counts as the one that replaced a joker where it cannot be another copy.
    int paid_in(const MeldPlan &old, int joker_meld) const {
        std::size_t here = 0;
        for (const int cell : old.paid)
            for (const auto &place : places_)
                here += place.joker_meld == joker_meld && place.cell == cell && only_copy(place);
        if (here == old.paid.size()) return old.freed;
        return int(old.paid.size()) == old.freed ? int(here) : 0;
    }

    bool only_copy(const Place &place) const {
        const int cell = place.cell;
        int from_rack = std::max(due_[cell], plan_.due[cell]);
        int tabled = int(supply_.sources[cell].size());
        for (const auto &other : places_)
            if (other.joker_meld == kPinned && other.cell == cell)
                --(other.source == kRack ? from_rack : tabled);
        if (!position_.from_any) return place.source == kRack && from_rack == 1;
        return from_rack + tabled == 1;
    }

    // Whether no old meld must have all its freed jokers with it in one joker meld; *joker_melds*
    // are those where one lies whole.
    static bool some_elsewhere(const std::vector<int> &joker_melds, std::size_t from,
                               std::vector<int> &room) {
        if (from == joker_melds.size()) return true;
        for (int other = 0; other < int(room.size()); ++other) {
            if (other == joker_melds[from] || !room[other]) continue;
            --room[other];
            const bool elsewhere = some_elsewhere(joker_melds, from + 1, room);
            ++room[other];
            if (elsewhere) return true;
        }
        return false;
    }

    const Supply &supply_;
    const Position &position_;
    const JokerPlan &plan_;
    const JokerMelds &joker_melds_;
    std::vector<std::pair<const LooseMeld *, int>>
        within_; // old melds that may be whole in a joker meld
    std::vector<Place> places_;
    std::vector<int> paid_;
    Faces contested_;
    Tiles least_{}, due_{};
    int looked_at_ = 0, steps_ = 0;
    bool whole_ = true;
    std::vector<Tiles> dues_;
};

} // namespace

std::vector<Tiles> dues(const Supply &supply, const JokerMelds &joker_melds, bool &whole) {
    return TileTracing(supply, joker_melds).dues(whole);
}

} // namespace tilerummy
