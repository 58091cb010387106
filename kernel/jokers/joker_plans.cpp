#include "jokers/joker_plans.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// Calls *use* with every submask that has at most *limit* bits.
template <class Use> void for_submasks_of(std::uint32_t mask, int limit, Use use) {
    for (std::uint32_t part = 0;; part = (part - mask) & mask) {
        if (std::popcount(part) <= limit) use(part);
        if (part == mask) return;
    }
}

} // namespace

JokerPlans::JokerPlans(const Position &position) : position_(position) {
    for (const auto &meld : position.table)
        for_numbered(position, meld, [&](int cell) { ++on_table_[cell]; });
    choices_.reserve(position.table.size());
    for (const auto &meld : position.table) {
        choices_.emplace_back();
        choose(meld);
        if (choices_.back().size() > 1) several_.push_back(int(choices_.size()) - 1);
    }
    at_.assign(choices_.size(), 0);
    plan_.meld_plans.resize(choices_.size());
    for (std::size_t i = 0; i < choices_.size(); ++i) plan_.meld_plans[i] = choices_[i].data();
}

bool JokerPlans::next() {
    while (true) {
        if (begun_) {
            int k = int(several_.size()) - 1;
            for (; k >= 0; --k) {
                const int i = several_[k];
                at_[i] = (at_[i] + 1) % int(choices_[i].size());
                plan_.meld_plans[i] = &choices_[i][at_[i]];
                if (at_[i]) break;
            }
            if (k < 0) return false;
        }
        begun_ = true;
        if (count_due()) return true;
        if (!(++passed_ & 255) && position_.late_after(16)) {
            cut_ = true;
            return false;
        }
    }
}

// Finds the plans for one meld, leaving out those whose replacement tiles can never be provided.
void JokerPlans::choose(const Meld &meld) {
    auto &choices = choices_.back();
    const auto add = [&](MeldPlan meld_plan) {
        if (payable(meld_plan)) choices.push_back(std::move(meld_plan));
    };
    if (position_.kind == Kind::open) {
        add({meld, false, {}, {}, 0, {}, true});
    } else if (position_.kind == Kind::extend) {
        replace(meld, [&](const Meld &now, const Cellset &paid, int freed) {
            add({meld, true, now, paid, freed, {}, false});
        });
    } else if (!meld.jokers()) {
        add({meld, false, {}, {}, 0, {}, false});
    } else
        rearrange(meld);
}

void JokerPlans::rearrange(const Meld &meld) {
    auto &choices = choices_.back();
    if (position_.melds == Melds::free) {
        choices.push_back({meld, false, {}, {}, meld.jokers(), {}, false});
        return;
    }
    replace(meld, [&](const Meld &now, const Cellset &paid, int freed) {
        MeldPlan meld_plan{meld, false, {}, paid, freed, {}, false};
        if (!payable(meld_plan)) return;
        if (position_.melds == Melds::locked) {
            meld_plan.has_core = now.jokers() > 0;
            meld_plan.core = now;
            choices.push_back(meld_plan);
        } else if (now.group) {
            const std::uint32_t missing = ((1u << position_.colours) - 1) & ~now.mask;
            for_submasks_of(missing, now.jokers(), [&](std::uint32_t part) {
                if (std::popcount(part) != now.jokers()) return;
                meld_plan.shown.clear();
                for (; part; part &= part - 1)
                    meld_plan.shown.push_back(position_.cell(std::countr_zero(part), now.first));
                choices.push_back(meld_plan);
            });
        } else {
            for (std::uint32_t left = now.mask; left; left &= left - 1)
                meld_plan.shown.push_back(position_.cell(now.colour, std::countr_zero(left)));
            choices.push_back(meld_plan);
        }
    });
}

// Calls *use* for each choice of jokers to replace, with the resulting meld, the replacement tiles,
// and the number of jokers freed.
template <class Use> void JokerPlans::replace(const Meld &meld, Use use) const {
    const int jokers = meld.jokers();
    Cellset paid;
    if (!meld.group) {
        for_submasks_of(meld.mask, jokers, [&](std::uint32_t part) {
            paid.clear();
            for (std::uint32_t left = part; left; left &= left - 1)
                paid.push_back(position_.cell(meld.colour, std::countr_zero(left)));
            use(run_of(meld.colour, meld.first, meld.last, meld.mask & ~part), paid,
                std::popcount(part));
        });
        return;
    }
    const std::uint32_t missing = ((1u << position_.colours) - 1) & ~meld.mask;
    const auto pay = [&](std::uint32_t part, int freed) {
        paid.clear();
        for (std::uint32_t left = part; left; left &= left - 1)
            paid.push_back(position_.cell(std::countr_zero(left), meld.first));
        use(group_of(meld.first, meld.mask | part, jokers - freed), paid, freed);
    };
    if (position_.all_of_three && meld.size() < position_.colours) {
        pay(0, 0);
        if (jokers) pay(missing, jokers);
        return;
    }
    for_submasks_of(missing, jokers, [&](std::uint32_t part) { pay(part, std::popcount(part)); });
}

bool JokerPlans::payable(const MeldPlan &meld_plan) const {
    return std::all_of(meld_plan.paid.begin(), meld_plan.paid.end(), [&](int cell) {
        const bool any = position_.from_any && position_.kind == Kind::rearrange;
        return position_.rack[cell] || (any && on_table_[cell]);
    });
}

// Counts the rack tiles required for all freed jokers. Returns false if the rack lacks any of these
// tiles.
bool JokerPlans::count_due() {
    auto &to = plan_;
    to.due = to.pinned = {};
    to.freed = 0;
    std::array<int, kCells> paid{};
    bool any = false;
    for (const auto *meld_plan : to.meld_plans) {
        to.freed += meld_plan->freed;
        for (const int cell : meld_plan->paid) {
            ++paid[cell];
            to.pinned[cell] += meld_plan->has_core;
            any = true;
        }
    }
    if (!any) return true;
    if (position_.from_any && position_.kind == Kind::rearrange)
        for (const auto *meld_plan : to.meld_plans)
            if (!meld_plan->has_core)
                for_numbered(position_, meld_plan->was, [&](int cell) { --paid[cell]; });
    for (int cell = 0; cell < position_.cells(); ++cell) {
        if (paid[cell] > position_.rack[cell]) return false;
        to.due[cell] = std::max(0, paid[cell]);
    }
    return true;
}

} // namespace tilerummy
