#include "jokers/joker_plans.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// Calls *use* with every part of a mask that has at most *most* bits.
template <class Use> void for_parts_of(std::uint32_t mask, int most, Use use) {
    for (std::uint32_t part = 0;; part = (part - mask) & mask) {
        if (std::popcount(part) <= most) use(part);
        if (part == mask) return;
    }
}

} // namespace

Settlements::Settlements(const Position &position) : position_(position) {
    for (const auto &meld : position.table)
        for_naturals(position, meld, [&](int cell) { ++lying_[cell]; });
    choices_.reserve(position.table.size());
    for (const auto &meld : position.table) {
        choices_.emplace_back();
        choose(meld);
        if (choices_.back().size() > 1) several_.push_back(int(choices_.size()) - 1);
    }
    at_.assign(choices_.size(), 0);
    settlement_.outcomes.resize(choices_.size());
    for (std::size_t i = 0; i < choices_.size(); ++i)
        settlement_.outcomes[i] = choices_[i].data();
}

bool Settlements::next() {
    while (true) {
        if (begun_) {
            int k = int(several_.size()) - 1;
            for (; k >= 0; --k) {
                const int i = several_[k];
                at_[i] = (at_[i] + 1) % int(choices_[i].size());
                settlement_.outcomes[i] = &choices_[i][at_[i]];
                if (at_[i]) break;
            }
            if (k < 0) return false;
        }
        begun_ = true;
        if (settle()) return true;
        if (!(++passed_ & 255) && position_.late()) {
            cut_ = true;
            return false;
        }
    }
}

// What may become of one meld; choices that can never be paid for are left out.
void Settlements::choose(const Meld &meld) {
    auto &choices = choices_.back();
    const auto add = [&](Outcome outcome) {
        if (payable(outcome)) choices.push_back(std::move(outcome));
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

void Settlements::rearrange(const Meld &meld) {
    auto &choices = choices_.back();
    if (position_.melds == Melds::free) {
        choices.push_back({meld, false, {}, {}, meld.jokers(), {}, false});
        return;
    }
    replace(meld, [&](const Meld &now, const Cellset &paid, int freed) {
        Outcome outcome{meld, false, {}, paid, freed, {}, false};
        if (!payable(outcome)) return;
        if (position_.melds == Melds::locked) {
            outcome.has_core = now.jokers() > 0;
            outcome.core = now;
            choices.push_back(outcome);
        } else if (now.group) {
            const std::uint32_t missing = ((1u << position_.colours) - 1) & ~now.mask;
            for_parts_of(missing, now.jokers(), [&](std::uint32_t part) {
                if (std::popcount(part) != now.jokers()) return;
                outcome.shown.clear();
                for (; part; part &= part - 1)
                    outcome.shown.push_back(position_.cell(std::countr_zero(part), now.first));
                choices.push_back(outcome);
            });
        } else {
            for (std::uint32_t left = now.mask; left; left &= left - 1)
                outcome.shown.push_back(position_.cell(now.colour, std::countr_zero(left)));
            choices.push_back(outcome);
        }
    });
}

// Calls *use* with the meld with some of its jokers replaced, by which tiles, and how many were.
template <class Use> void Settlements::replace(const Meld &meld, Use use) const {
    const int jokers = meld.jokers();
    Cellset paid;
    if (!meld.group) {
        for_parts_of(meld.mask, jokers, [&](std::uint32_t part) {
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
    for_parts_of(missing, jokers, [&](std::uint32_t part) { pay(part, std::popcount(part)); });
}

bool Settlements::payable(const Outcome &outcome) const {
    return std::all_of(outcome.paid.begin(), outcome.paid.end(), [&](int cell) {
        const bool any = position_.from_any && position_.kind == Kind::rearrange;
        return position_.rack[cell] || (any && lying_[cell]);
    });
}

// Counts what the rack has to give so that every replaced joker has a tile; false if it has not.
bool Settlements::settle() {
    auto &to = settlement_;
    to.due = to.pinned = {};
    to.freed = 0;
    std::array<int, kCells> paid{};
    bool any = false;
    for (const auto *outcome : to.outcomes) {
        to.freed += outcome->freed;
        for (const int cell : outcome->paid) {
            ++paid[cell];
            to.pinned[cell] += outcome->has_core;
            any = true;
        }
    }
    if (!any) return true;
    if (position_.from_any && position_.kind == Kind::rearrange)
        for (const auto *outcome : to.outcomes)
            if (!outcome->has_core)
                for_naturals(position_, outcome->was, [&](int cell) { --paid[cell]; });
    for (int cell = 0; cell < position_.cells(); ++cell) {
        if (paid[cell] > position_.rack[cell]) return false;
        to.due[cell] = std::max(0, paid[cell]);
    }
    return true;
}

} // namespace tilerummy
