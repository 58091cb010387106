// Computes the transitions for a cell, and caches them for all states with the same CellInput.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "dp/advance.hpp"
#include "dp/cells.hpp"
#include "dp/masks.hpp"
#include "dp/state.hpp"
#include "dp/unsplittable.hpp"
#include "model/budget.hpp"

namespace tilerummy::dp {

// The fields of a state that matter in a cell: the open runs, the tiles reserved for a high 1, the
// jokers left, the low cores (see unsplittable.hpp), the tiles in old groups left unchanged, the
// groups that a tile of the colour may extend, and the cell's old runs that are still unchanged.
struct CellInput {
    int place, colour;
    unsigned open_runs;
    int high, jokers;
    std::uint16_t low;
    int away = 0;
    std::uint16_t growable = 0;
    std::uint64_t flags = 0;

    std::uint64_t key() const {
        return open_runs | std::uint64_t(growable) << 16 | std::uint64_t(high) << 32 |
               std::uint64_t(jokers) << 36 | std::uint64_t(away) << 40 |
               std::uint64_t(place) << 44 | std::uint64_t(colour) << 49 | std::uint64_t(low) << 52;
    }
};

// Bit offsets in a path's packed counts: the jokers laid (at bit 0), the tiles in new groups, and
// the jokers that short runs will need.
constexpr int kGroupedAt = 8, kLackingAt = 16;

// A way to lay tiles in a cell. `bound` is the score if every flag earns its bonus, `flags` are the
// cell's old runs that are still unchanged, and `left` are those that ended unchanged. `open_runs`
// and `low` are the open runs and low cores after the cell.
struct Transition {
    std::int64_t bound;
    std::uint64_t flags;
    std::uint32_t counts;
    std::uint16_t open_runs, low, grown, left, points;
    std::uint8_t tiles, high, taken;

    int jokers() const { return counts & 255; }
    int grouped() const { return counts >> kGroupedAt & 255; }
    std::int64_t sure() const { return bound - std::popcount(flags); }
};

// Computes and caches the transitions of a problem. Each thread has one cache, and reuses its
// memory for every problem.
template <bool Cores, bool Bonus> class Transitions {
  public:
    struct Range {
        std::uint32_t from, to;
    };

    static Transitions &of_thread() {
        thread_local Transitions options;
        return options;
    }

    // Clears the cache for a new problem. If *deferred* is set, jokers may be laid at the end.
    void begin(const Cells &cells, bool deferred) {
        cells_ = &cells;
        counts_ = &cells.counts();
        deferred_ = deferred;
        found_.assign(1, {}); // nothing laid
        known_ = 0;
        if (++problem_ == 0) slots_.clear();
        if (slots_.empty() || !problem_) slots_.assign(kSlotsAtFirst, {}), problem_ = 1;
    }

    const Transition &operator[](std::uint32_t i) const { return found_[i]; }

    // Returns the transitions, which stay valid until the next problem. Some are missing if
    // *budget* runs out.
    Range of(const CellInput &input, Budget &budget) {
        const std::uint64_t key = input.key();
        const Slot &slot = slots_[slot_of(key, input.flags)];
        return slot.problem == problem_ ? slot.range : find(key, input, budget);
    }

  private:
    static constexpr std::size_t kSlotsAtFirst = 1024;
    static constexpr std::size_t kCompared = 64; // the number of transitions compared per cell

    struct Slot {
        std::uint64_t key, flags;
        std::uint32_t problem;
        Range range;
    };
    struct CellContext {
        const CellInput &input;
        const CellInfo &cell;
        OpenRuns open;
        int begins, ends;        // cores that begin and end here and are not left unchanged
        std::uint64_t begun = 0; // cores that begin here and are left unchanged so far
    };
    struct CellChoice {
        int tiles, jokers, unlaid = 0, high = 0, grouped = 0; // `unlaid` are spare tiles
        std::uint16_t grown = 0;
        int taken = 0; // runs joined to cores in addition to the necessary ones
        std::int64_t gain = 0;
    };

    std::size_t slot_of(std::uint64_t key, std::uint64_t flags) const {
        const std::uint64_t hash = (key ^ flags * 0x9e3779b97f4a7c15ull) * 0x9fb21c651e98df25ull;
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash >> 40 & mask;
        while (slots_[at].problem == problem_ &&
               (slots_[at].key != key || slots_[at].flags != flags))
            at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 4);
        old.swap(slots_);
        for (const auto &slot : old)
            if (slot.problem == problem_) slots_[slot_of(slot.key, slot.flags)] = slot;
    }

    [[gnu::noinline]] Range find(std::uint64_t key, const CellInput &input, Budget &budget) {
        budget_ = &budget;
        comparable_ = cells_->longer_is_better(input.place);
        if (2 * ++known_ > slots_.size()) grow();
        first_ = found_.size();
        const auto &cell = cells_->at(input.place, input.colour);
        CellContext context{input, cell, unpack(input.open_runs), cell.begins, cell.ends};
        if constexpr (Cores && Bonus) {
            for_submasks(cell.core_begun, [&](std::uint64_t left) {
                context.begun = left;
                context.begins = cell.begins + std::popcount(cell.core_begun & ~left);
                choose(context);
            });
        } else
            choose(context);
        const Range range{std::uint32_t(first_), std::uint32_t(found_.size())};
        slots_[slot_of(key, input.flags)] = {key, input.flags, problem_, range};
        return range;
    }

    void choose(const CellContext &context) {
        const auto &input = context.input;
        const int must = std::max(0, context.open.ones + context.open.twos - context.begins);
        if (input.place > counts_->numbers) {
            for (int jokers = std::max(0, must - input.high); jokers <= input.jokers; ++jokers)
                share(context, {input.high, jokers}, must);
            return;
        }
        const std::int64_t each = cells_->value(input.place) << 8;
        for (int more = context.cell.spare; more >= 0; --more) {
            const int tiles = context.cell.need + more - input.away;
            if (tiles < 0) break;
            for (int jokers = std::max(0, must - tiles); jokers <= input.jokers; ++jokers) {
                CellChoice choice{tiles, jokers, context.cell.spare - more};
                choice.gain = more * each;
                if (!Cores || !input.growable) {
                    share(context, choice, must);
                    continue;
                }
                for_submasks(input.growable, [&](std::uint16_t grown) {
                    choice.grown = grown;
                    if (std::popcount(grown) <= tiles + jokers - must) share(context, choice, must);
                });
            }
        }
    }

    // Divides the laid tiles among groups, runs and tiles reserved for a high 1.
    void share(const CellContext &context, CellChoice choice, int must) {
        int laid = choice.tiles + choice.jokers;
        if constexpr (Cores) laid -= std::popcount(choice.grown);
        const int apart = context.input.place == 1 && counts_->high ? choice.tiles : 0;
        for (choice.high = 0; choice.high <= apart; ++choice.high) {
            const int free = laid - choice.high;
            const int most = std::min(cells_->at(context.input.place).most_groups, free - must);
            const int taken = context.cell.competing ? context.begins : 0;
            for (choice.grouped = 0; choice.grouped <= most; ++choice.grouped)
                for (choice.taken = 0; choice.taken <= taken; ++choice.taken)
                    extend(context, choice, free - choice.grouped);
        }
    }

    // Extends runs by *in_runs* tiles, and chooses the old runs that stay unchanged.
    void extend(const CellContext &context, const CellChoice &choice, int in_runs) {
        if (!budget_->take_path()) return;
        if constexpr (!Bonus) {
            OpenRuns open = context.open;
            std::uint16_t low = context.input.low;
            if (!advance(context, choice, in_runs, open, low)) return;
            if (!wasteful(context, choice, choice.jokers, in_runs, open))
                add(context, choice, open, low, 0, 0);
        } else {
            const std::uint64_t crossing =
                context.input.flags & (context.cell.tile | context.cell.joker);
            for_submasks(context.cell.begun, [&](std::uint64_t begun) {
                if (!Cores && extend_with(context, choice, in_runs, begun, crossing)) return;
                for_submasks(crossing, [&](std::uint64_t still) {
                    if (Cores || still != crossing)
                        extend_with(context, choice, in_runs, begun, still);
                });
            });
        }
    }

    // Tries to extend the runs so that the old runs *begun* here and the *still* unchanged older
    // ones remain unchanged. Returns false if that is impossible or wasteful.
    bool extend_with(const CellContext &context, const CellChoice &choice, int in_runs,
                     std::uint64_t begun, std::uint64_t still) {
        const auto &cell = context.cell;
        const std::uint64_t flags = begun | still;
        if (std::popcount(flags & cell.tile) > choice.tiles - choice.high) return false;
        if (std::popcount(flags & cell.joker) > choice.jokers) return false;
        const int ones = std::popcount(still & cell.second);
        const int twos = std::popcount(still & cell.third);
        const int longs = std::popcount(still & cell.longer), news = std::popcount(begun);
        OpenRuns open{context.open.ones - ones, context.open.twos - twos,
                      context.open.more - longs};
        if (open.ones < 0 || open.twos < 0 || open.more < 0) return false;
        in_runs -= ones + twos + longs + news;
        std::uint16_t low = context.input.low;
        if (!advance(context, choice, in_runs, open, low)) return false;
        const int jokers = choice.jokers - std::popcount(flags & cell.joker);
        if (wasteful(context, choice, jokers, in_runs, open)) return false;
        open.ones += news, open.twos += ones, open.more += twos + longs;
        const std::uint64_t kept = flags | (context.input.flags & cell.core_ended) | context.begun;
        const std::uint64_t ending = cell.ended | cell.core_ended;
        for_submasks(kept & ending, [&](std::uint64_t left) {
            OpenRuns after = open;
            after.more -= std::popcount(left & cell.ended);
            after.more += std::popcount(cell.core_ended & ~left);
            const auto lows = low ? unsplittable_cores(context.input).end(left, low, after) : low;
            add(context, choice, after, lows, kept & ~ending, left);
        });
        return true;
    }

    bool advance(const CellContext &context, const CellChoice &choice, int in_runs, OpenRuns &open,
                 std::uint16_t &low) const {
        const int place = context.input.place;
        const InRuns in{in_runs, context.begins, context.ends, choice.taken};
        const OpenRuns before = open;
        if (!dp::advance<Cores>(*counts_, place, in, open)) return false;
        if (!Cores || cells_->unsplittable().empty()) return true;
        if (place == counts_->numbers)
            unsplittable_cores(context.input).extend(before, in, low, open);
        return place > 3 || unsplittable_cores(context.input).begin(before, in, context.begun, low);
    }

    UnsplittableCores unsplittable_cores(const CellInput &input) const {
        return {cells_->unsplittable(), counts_->numbers, input.place, input.colour};
    }

    // Returns whether the deferred *jokers* might be laid better elsewhere: instead of a tile, or
    // at the end of a run.
    bool wasteful(const CellContext &context, const CellChoice &choice, int jokers, int in_runs,
                  const OpenRuns &open) const {
        if (!deferred_ || !jokers) return false;
        if (choice.unlaid) return true;
        if (!open.ones || context.input.place + 2 >= cells_->last()) return false;
        return jokers > choice.grouped + std::popcount(choice.grown) + in_runs - open.ones;
    }

    // Adds a transition, provided that its runs can be extended and no other transition dominates
    // it.
    void add(const CellContext &context, const CellChoice &choice, OpenRuns open, std::uint16_t low,
             std::uint64_t flags, std::uint64_t ended) {
        const auto &input = context.input;
        const int place = input.place, left = input.jokers - choice.jokers;
        const int high = place == 1 ? choice.high : input.high;
        const int more = open.more;
        const int lacking =
            dp::lacking<Cores>(*cells_, place, input.colour, high, left, deferred_, open);
        if (lacking > left) return;
        if (low) low = unsplittable_cores(input).drop(more - open.more, low);
        const int each = place > counts_->numbers ? 0 : place;
        const int points = choice.tiles * each + choice.jokers * std::max(1, each);
        Transition transition{
            choice.gain,
            flags,
            std::uint32_t(choice.jokers | choice.grouped << kGroupedAt | lacking << kLackingAt),
            std::uint16_t(pack(open)),
            low,
            choice.grown,
            0,
            std::uint16_t(points),
            std::uint8_t(choice.tiles - choice.high),
            std::uint8_t(high),
            std::uint8_t(choice.taken)};
        if constexpr (Bonus) {
            transition.left = positions(context.cell, ended);
            transition.bound += std::popcount(ended) + std::popcount(flags);
            transition.bound -= std::popcount(input.flags);
        }
        const std::size_t upto = comparable_ ? std::min(found_.size(), first_ + kCompared) : 0;
        for (std::size_t i = first_; i < upto; ++i)
            if (as_good(found_[i], transition)) return;
        found_.push_back(transition);
    }

    // Returns whether *x* dominates *y*, that is, whether it is as good in every respect that
    // matters later.
    bool as_good(const Transition &x, const Transition &y) const {
        if (x.grouped() != y.grouped() || x.high != y.high || x.grown != y.grown || x.low != y.low)
            return false;
        // a bonus that is not certain yet cannot make up for a lower score
        if (x.sure() < y.sure() || x.points < y.points || y.flags & ~x.flags) return false;
        if (deferred_ ? x.jokers() > y.jokers() : x.jokers() != y.jokers()) return false;
        return (((y.open_runs | kGuards) - x.open_runs) & kGuards & 0xffff) == (kGuards & 0xffff);
    }

    const Cells *cells_ = nullptr;
    const Counts *counts_ = nullptr;
    Budget *budget_ = nullptr;
    bool deferred_ = false, comparable_ = true;
    std::vector<Transition> found_;
    std::vector<Slot> slots_;
    std::size_t known_ = 0, first_ = 0;
    std::uint32_t problem_ = 0;
};

} // namespace tilerummy::dp
