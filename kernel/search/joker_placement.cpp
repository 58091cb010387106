#include "search/joker_placement.hpp"

#include <algorithm>

#include "search/arrange.hpp"
#include "jokers/trace.hpp"

namespace tilerummy {
namespace {

constexpr int kMostHousings = 20'000, kMostPassed = 5'000'000;
constexpr std::int64_t kNone = -1, kOpen = INT64_MAX;

} // namespace

Lodging::Lodging(const Position &position, const Settlement &settlement, Search &search)
    : position_(position), settlement_(settlement), search_(search),
      supply_(position, settlement) {}

void Lodging::look(Branch &relaxed, const Laid &laid) {
    if (!position_.tidy) search_.leave_untidy();
    if (((relaxed.score + laid.score) << 8 | 255) <= search_.beat()) return;
    Laid best = laid;
    most_ = value(relaxed, laid);
    if (position_.tidy) {
        const Laid tidied = search_.tidiest(relaxed, laid.score, search_.saves(relaxed));
        const bool sure = tidied.proven && tidied.tidy;
        if (sure && !tidied.found) return;
        if (tidied.found) best = tidied;
        most_ = sure ? value(relaxed, tidied) : most_ | 255;
    }
    if (over()) return;
    tire();
    if (over_) return;
    note(relaxed, best);
    faces_.fill(kOpen);
    guests_.resize(settlement_.freed + 1);
    bool whole = true;
    for (int n = 1; n <= settlement_.freed; ++n)
        for (auto &home : supply_.homes(n, whole)) guests_[n].push_back({std::move(home), most_});
    if (!whole) search_.doubt();
    tire();
    bound_guests();
    choose(settlement_.freed, settlement_.freed, 0);
    if (over()) return;
    --relaxed.counts.jokers_need;
    relaxed_ = &relaxed;
    bound_guests();
    tire();
    if (over_) return;
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
    branch.counts.floor = std::max<std::int64_t>(0, search_.worth().score - branch.score);
    laid = search_.ask(branch.counts, {false, search_.saves(branch), -1});
    if (!laid.proven) return INT64_MAX;
    if (!laid.found) return kNone;
    if (!position_.tidy) return value(branch, laid);
    const std::int64_t most = value(branch, laid) | 255;
    Laid tidied = search_.tidiest(branch, laid.score, search_.saves(branch));
    const bool sure = tidied.proven && tidied.tidy;
    if (!tidied.found) return sure ? kNone : most;
    laid = std::move(tidied);
    return sure ? value(branch, laid) : most;
}

// Notes the melds with jokers of an answer, as they may be homes.
void Lodging::note(const Branch &branch, const Laid &laid) {
    std::vector<Meld> after;
    if (!arrange(position_, branch, laid, after)) return;
    for (const auto &meld : after)
        if (meld.jokers() && std::find(likely_.begin(), likely_.end(), meld) == likely_.end())
            likely_.push_back(meld);
}

// What is possible at most with one of the replaced jokers in the place of a tile.
std::int64_t Lodging::bound_of(int cell) {
    std::int64_t &bound = faces_[cell];
    if (bound != kOpen || !relaxed_) return std::min(most_, bound);
    if (position_.late()) return most_;
    Laid laid;
    ++relaxed_->counts.need[cell];
    ++relaxed_->shown[cell];
    bound = std::min(most_, bound_of(*relaxed_, laid));
    if (laid.found) note(*relaxed_, laid);
    --relaxed_->counts.need[cell];
    --relaxed_->shown[cell];
    return bound;
}

// What is possible at most with a home.
std::int64_t Lodging::bound_of(const Home &home) {
    std::int64_t most = most_;
    const Meld &meld = home.meld;
    const auto at = [&](int cell) {
        const bool shown = std::find(home.shown.begin(), home.shown.end(), cell) != home.shown.end();
        if (!shown && most > search_.beat()) most = std::min(most, bound_of(cell));
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
    for (int n = 1; n <= settlement_.freed; ++n) {
        auto &guests = guests_[n];
        if (relaxed_)
            for (auto &guest : guests) {
                if (!(++passed_ & 255)) tire();
                guest.bound = std::min(guest.bound, bound_of(guest.home));
                if (n < settlement_.freed || !is_likely(guest.home)) continue;
                answer_with(guest);
                if (over()) return;
            }
        if (over()) return;
        for (auto &guest : guests) guest.likely = is_likely(guest.home);
        std::erase_if(guests, [&](const Guest &guest) { return guest.bound <= search_.beat(); });
        std::stable_sort(guests.begin(), guests.end(), [](const Guest &x, const Guest &y) {
            return x.likely != y.likely ? x.likely : x.bound > y.bound;
        });
    }
}

bool Lodging::is_likely(const Home &home) const {
    return std::find(likely_.begin(), likely_.end(), home.meld) != likely_.end();
}

// Answers with a home that takes all replaced jokers.
void Lodging::answer_with(Guest &guest) {
    if (guest.bound <= search_.beat()) return;
    housing_.homes.push_back(&guest.home);
    if (supply_.suffices(housing_.homes)) lodge();
    housing_.homes.pop_back();
    guest.bound = kNone;
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
