#include "lodging.hpp"

#include <algorithm>

#include "arranging.hpp"
#include "tracing.hpp"

namespace tilerummy {
namespace {

constexpr int kMostHousings = 20'000, kMostPassed = 5'000'000;
constexpr std::int64_t kNone = -1;

} // namespace

Lodging::Lodging(const Position &position, const Settlement &settlement, Search &search)
    : position_(position), settlement_(settlement), search_(search),
      supply_(position, settlement) {}

void Lodging::look(Branch &relaxed, const Laid &laid) {
    if (!position_.tidy) search_.leave_untidy();
    if (((relaxed.score + laid.score) << 8 | 255) <= search_.beat()) return;
    Laid best = laid;
    most_ = position_.tidy ? bound_of(relaxed, best) : value(relaxed, laid);
    if (over()) return;
    tire();
    if (over_) return;
    note(relaxed, best.found ? best : laid);
    faces_.fill(most_);
    guests_.resize(settlement_.freed + 1);
    bool whole = true;
    for (int n = 1; n <= settlement_.freed; ++n)
        for (auto &home : supply_.homes(n, whole)) guests_[n].push_back({std::move(home), most_});
    if (!whole) search_.doubt();
    bound_guests();
    choose(settlement_.freed, settlement_.freed, 0);
    if (over()) return;
    bound_faces(relaxed);
    tire();
    if (over_) return;
    bound_guests();
    likely_only_ = false;
    choose(settlement_.freed, settlement_.freed, 0);
}

// What an answer is worth, as one number; where it does not matter how many melds are left as they
// are, as if there were none.
std::int64_t Lodging::value(const Branch &branch, const Laid &laid) const {
    const std::int64_t score = (branch.score + laid.score) << 8;
    if (!position_.tidy) return score;
    return laid.tidy ? score + branch.kept + laid.kept : score | 255;
}

// Returns what a branch is worth at most, none if that is not enough; *laid* is its best answer.
std::int64_t Lodging::bound_of(Branch &branch, Laid &laid) {
    const std::int64_t done = (branch.score << 8) + (position_.tidy ? branch.kept : 0);
    branch.counts.floor = 0;
    laid = search_.ask(branch.counts, {position_.tidy, search_.saves(branch),
                                       std::max<std::int64_t>(-1, search_.beat() - done)});
    if (!laid.proven) return INT64_MAX;
    return laid.found ? value(branch, laid) : kNone;
}

// Notes the melds with jokers of an answer, as they may be homes.
void Lodging::note(const Branch &branch, const Laid &laid) {
    std::vector<Meld> after;
    if (!arrange(position_, branch, laid, after)) return;
    for (const auto &meld : after)
        if (meld.jokers() && std::find(likely_.begin(), likely_.end(), meld) == likely_.end())
            likely_.push_back(meld);
}

// Bounds what is possible with one of the replaced jokers in the place of each tile.
void Lodging::bound_faces(Branch &relaxed) {
    auto &counts = relaxed.counts;
    --counts.jokers_need;
    for (int cell = 0; cell < position_.cells() && !position_.late(); ++cell) {
        Laid laid;
        ++counts.need[cell];
        ++relaxed.shown[cell];
        faces_[cell] = std::min(most_, bound_of(relaxed, laid));
        if (laid.found) note(relaxed, laid);
        --counts.need[cell];
        --relaxed.shown[cell];
    }
    ++counts.jokers_need;
}

std::int64_t Lodging::bound_of(const Home &home) const {
    std::int64_t most = most_;
    const Meld &meld = home.meld;
    const auto at = [&](int cell) {
        if (std::find(home.shown.begin(), home.shown.end(), cell) == home.shown.end())
            most = std::min(most, faces_[cell]);
    };
    if (meld.group) // a joker may represent any tile that the group lacks
        for (int c = 0; c < position_.colours; ++c) {
            if (!(meld.mask >> c & 1)) at(position_.cell(c, meld.first));
        }
    else
        for (std::uint32_t left = meld.mask; left; left &= left - 1)
            at(position_.cell(meld.colour, std::countr_zero(left)));
    return most;
}

// Leaves out the homes that cannot help, and puts the most promising first.
void Lodging::bound_guests() {
    for (auto &guests : guests_) {
        for (auto &guest : guests) {
            guest.bound = std::min(guest.bound, bound_of(guest.home));
            const auto at = std::find(likely_.begin(), likely_.end(), guest.home.meld);
            guest.likely = at != likely_.end();
        }
        std::erase_if(guests, [&](const Guest &guest) { return guest.bound <= search_.beat(); });
        std::stable_sort(guests.begin(), guests.end(), [](const Guest &x, const Guest &y) {
            return x.likely != y.likely ? x.likely : x.bound > y.bound;
        });
    }
}

// Whether a home can help when all other replaced jokers may lie anywhere.
bool Lodging::hopeful(Guest &guest) {
    if (guest.asked || guest.bound <= search_.beat()) return guest.bound > search_.beat();
    guest.asked = true;
    tire();
    Branch branch;
    Laid laid;
    const Housing alone{{&guest.home}, {}};
    guest.bound = make_branch(position_, settlement_, &alone, branch)
                      ? std::min(guest.bound, bound_of(branch, laid))
                      : kNone;
    return guest.bound > search_.beat();
}

// Chooses homes for so many replaced jokers, none for more than *most*; *from* says from where on
// homes for that many are still to be chosen.
void Lodging::choose(int freed, int most, std::size_t from) {
    if (!freed) return lodge();
    for (int n = std::min(freed, most); n; --n) {
        auto &guests = guests_[n];
        for (std::size_t i = n == most ? from : 0; i < guests.size() && !over(); ++i) {
            auto &guest = guests[i];
            if (likely_only_ && !guest.likely) break;
            if (++passed_ > kMostPassed || (!(passed_ & 1023) && position_.late())) tire();
            if (guest.bound <= search_.beat()) continue;
            if (n < settlement_.freed && !likely_only_ && !hopeful(guest)) continue;
            housing_.homes.push_back(&guest.home);
            if (supply_.suffices(housing_.homes)) choose(freed - n, n, i);
            housing_.homes.pop_back();
        }
    }
}

// Answers with the homes that were chosen, if they can be what the law wants.
void Lodging::lodge() {
    tire();
    if (over_) return;
    if (housing_.homes.size() > 1) {
        // what the rack must give only makes it worse, and takes longer to find
        Branch branch;
        Laid laid;
        housing_.due = {};
        if (!make_branch(position_, settlement_, &housing_, branch)) return;
        if (bound_of(branch, laid) <= search_.beat()) return;
    }
    bool whole = true;
    for (const auto &due : dues(supply_, housing_.homes, whole)) {
        housing_.due = due;
        answer();
        if (over()) return;
    }
    if (!whole) search_.doubt();
}

void Lodging::answer() {
    Branch branch;
    if (!make_branch(position_, settlement_, &housing_, branch)) return;
    branch.counts.floor = std::max<std::int64_t>(0, search_.worth().score - branch.score);
    const Laid laid = search_.ask(branch.counts, {false, false, -1});
    if (laid.found) search_.take_tidied(branch, laid);
}

// Gives up where too much was looked at, or it is too late.
void Lodging::tire() {
    ++looked_at_;
    if (!position_.late() && looked_at_ <= kMostHousings && passed_ <= kMostPassed) return;
    search_.doubt();
    over_ = true;
}

bool Lodging::over() {
    over_ = over_ || search_.failed() || search_.beat() >= most_;
    return over_;
}

} // namespace tilerummy
