// What can be laid in a cell: found once, looked up for all states that come to it alike.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/budget.hpp"
#include "dp/cells.hpp"
#include "dp/advance.hpp"
#include "dp/state.hpp"
#include "dp/masks.hpp"
#include "dp/unsplittable.hpp"

namespace tilerummy::dp {

// What of a state matters in a cell: the lane and what is set apart for a high 1 there, the jokers
// left, the cores that are low (see uncut.hpp), the tiles that lie in old groups left as they are,
// the groups that a tile of the colour may be added to, and the old runs of the cell left as they
// are so far.
struct Coming {
    int place, colour;
    unsigned lane;
    int high, jokers;
    std::uint16_t low;
    int away = 0;
    std::uint16_t growable = 0;
    std::uint64_t flags = 0;

    std::uint64_t key() const {
        return lane | std::uint64_t(growable) << 16 | std::uint64_t(high) << 32 |
               std::uint64_t(jokers) << 36 | std::uint64_t(away) << 40 |
               std::uint64_t(place) << 44 | std::uint64_t(colour) << 49 |
               std::uint64_t(low) << 52;
    }
};

// Counts of what is laid on the way through some cells, added as one number: jokers, tiles in new
// groups, and the jokers that short runs will take behind them.
constexpr int kGroupedAt = 8, kLackingAt = 16;

// One way to lay a cell: its hope, as the score of a state whose flags are all worth a bonus; the
// old runs of the cell still left as they are, and those that have ended so; behind it the lane and
// the cores that are low.
struct Option {
    std::int64_t hope;
    std::uint64_t flags;
    std::uint32_t counts;
    std::uint16_t lane, low, grown, left, points;
    std::uint8_t tiles, high, taken;

    int jokers() const { return counts & 255; }
    int grouped() const { return counts >> kGroupedAt & 255; }
    std::int64_t sure() const { return hope - std::popcount(flags); }
};

// Memory kept from problem to problem, one for each thread.
template <bool Cores, bool Bonus> class Options {
  public:
    struct Range {
        std::uint32_t from, to;
    };

    static Options &of_thread() {
        thread_local Options options;
        return options;
    }

    // Forgets what was found for another problem. Jokers that are *saved* may be laid at the end.
    void begin(const Cells &cells, bool saved) {
        cells_ = &cells;
        counts_ = &cells.counts();
        saved_ = saved;
        found_.assign(1, {}); // nothing laid
        known_ = 0;
        if (++problem_ == 0) slots_.clear();
        if (slots_.empty() || !problem_) slots_.assign(kSlotsAtFirst, {}), problem_ = 1;
    }

    const Option &operator[](std::uint32_t i) const { return found_[i]; }

    // The places of the options; they hold until another problem begins. Where the *budget* is used
    // up, some are left out.
    Range of(const Coming &coming, Budget &budget) {
        const std::uint64_t key = coming.key();
        const Slot &slot = slots_[slot_of(key, coming.flags)];
        return slot.problem == problem_ ? slot.range : find(key, coming, budget);
    }

  private:
    static constexpr std::size_t kSlotsAtFirst = 1024;
    static constexpr std::size_t kCompared = 64; // of the options of a cell

    struct Slot {
        std::uint64_t key, flags;
        std::uint32_t problem;
        Range range;
    };
    // What is settled of a cell before tiles are laid in it.
    struct Ahead {
        const Coming &coming;
        const CellOf &cell;
        Open open;
        int begins, ends;        // cores that begin and end here and are not left as they are
        std::uint64_t begun = 0; // cores that begin here and are left as they are so far
    };
    // What is laid of a cell.
    struct Laying {
        int tiles, jokers, unlaid = 0, high = 0, grouped = 0; // spare tiles not laid
        std::uint16_t grown = 0;
        int taken = 0; // runs taken in beyond those that have to be
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

    [[gnu::noinline]] Range find(std::uint64_t key, const Coming &coming, Budget &budget) {
        budget_ = &budget;
        comparable_ = cells_->longer_is_better(coming.place);
        if (2 * ++known_ > slots_.size()) grow();
        first_ = found_.size();
        const auto &cell = cells_->at(coming.place, coming.colour);
        Ahead ahead{coming, cell, unpack(coming.lane), cell.begins, cell.ends};
        if constexpr (Cores && Bonus) {
            for_parts(cell.core_begun, [&](std::uint64_t left) {
                ahead.begun = left;
                ahead.begins = cell.begins + std::popcount(cell.core_begun & ~left);
                choose(ahead);
            });
        } else
            choose(ahead);
        const Range range{std::uint32_t(first_), std::uint32_t(found_.size())};
        slots_[slot_of(key, coming.flags)] = {key, coming.flags, problem_, range};
        return range;
    }

    // Chooses how many tiles and jokers are laid and which groups grow.
    void choose(const Ahead &ahead) {
        const auto &coming = ahead.coming;
        const int must = std::max(0, ahead.open.ones + ahead.open.twos - ahead.begins);
        if (coming.place > counts_->numbers) {
            for (int jokers = std::max(0, must - coming.high); jokers <= coming.jokers; ++jokers)
                share(ahead, {coming.high, jokers}, must);
            return;
        }
        const std::int64_t each = cells_->worth(coming.place) << 8;
        for (int more = ahead.cell.spare; more >= 0; --more) {
            const int tiles = ahead.cell.need + more - coming.away;
            if (tiles < 0) break;
            for (int jokers = std::max(0, must - tiles); jokers <= coming.jokers; ++jokers) {
                Laying laying{tiles, jokers, ahead.cell.spare - more};
                laying.gain = more * each;
                if (!Cores || !coming.growable) {
                    share(ahead, laying, must);
                    continue;
                }
                for_parts(coming.growable, [&](std::uint16_t grown) {
                    laying.grown = grown;
                    if (std::popcount(grown) <= tiles + jokers - must) share(ahead, laying, must);
                });
            }
        }
    }

    // Shares what is laid between groups and runs, and tiles set apart for a high 1.
    void share(const Ahead &ahead, Laying laying, int must) {
        int laid = laying.tiles + laying.jokers;
        if constexpr (Cores) laid -= std::popcount(laying.grown);
        const int apart = ahead.coming.place == 1 && counts_->high ? laying.tiles : 0;
        for (laying.high = 0; laying.high <= apart; ++laying.high) {
            const int free = laid - laying.high;
            const int most = std::min(cells_->at(ahead.coming.place).most_groups, free - must);
            const int taken = ahead.cell.vying ? ahead.begins : 0;
            for (laying.grouped = 0; laying.grouped <= most; ++laying.grouped)
                for (laying.taken = 0; laying.taken <= taken; ++laying.taken)
                    go_on(ahead, laying, free - laying.grouped);
        }
    }

    // Lets runs go on with what is laid *in_runs*, and those of the old ones be left as they are.
    void go_on(const Ahead &ahead, const Laying &laying, int in_runs) {
        if (!budget_->take_way()) return;
        if constexpr (!Bonus) {
            Open open = ahead.open;
            std::uint16_t low = ahead.coming.low;
            if (!advance(ahead, laying, in_runs, open, low)) return;
            if (!wasteful(ahead, laying, laying.jokers, in_runs, open))
                add(ahead, laying, open, low, 0, 0);
        } else {
            const std::uint64_t crossing =
                ahead.coming.flags & (ahead.cell.tile | ahead.cell.joker);
            for_parts(ahead.cell.begun, [&](std::uint64_t begun) {
                if (!Cores && go_on_with(ahead, laying, in_runs, begun, crossing)) return;
                for_parts(crossing, [&](std::uint64_t still) {
                    if (Cores || still != crossing)
                        go_on_with(ahead, laying, in_runs, begun, still);
                });
            });
        }
    }

    // Tries to leave the old runs *begun* here and *still* those before as they are.
    bool go_on_with(const Ahead &ahead, const Laying &laying, int in_runs, std::uint64_t begun,
                    std::uint64_t still) {
        const auto &cell = ahead.cell;
        const std::uint64_t flags = begun | still;
        if (std::popcount(flags & cell.tile) > laying.tiles - laying.high) return false;
        if (std::popcount(flags & cell.joker) > laying.jokers) return false;
        const int ones = std::popcount(still & cell.second);
        const int twos = std::popcount(still & cell.third);
        const int longs = std::popcount(still & cell.longer), news = std::popcount(begun);
        Open open{ahead.open.ones - ones, ahead.open.twos - twos, ahead.open.more - longs};
        if (open.ones < 0 || open.twos < 0 || open.more < 0) return false;
        in_runs -= ones + twos + longs + news;
        std::uint16_t low = ahead.coming.low;
        if (!advance(ahead, laying, in_runs, open, low)) return false;
        const int jokers = laying.jokers - std::popcount(flags & cell.joker);
        if (wasteful(ahead, laying, jokers, in_runs, open)) return false;
        open.ones += news, open.twos += ones, open.more += twos + longs;
        const std::uint64_t kept = flags | (ahead.coming.flags & cell.core_ended) | ahead.begun;
        const std::uint64_t ending = cell.ended | cell.core_ended;
        for_parts(kept & ending, [&](std::uint64_t left) {
            Open after = open;
            after.more -= std::popcount(left & cell.ended);
            after.more += std::popcount(cell.core_ended & ~left);
            const auto lows = low ? uncuts(ahead.coming).end(left, low, after) : low;
            add(ahead, laying, after, lows, kept & ~ending, left);
        });
        return true;
    }

    bool advance(const Ahead &ahead, const Laying &laying, int in_runs, Open &open,
                 std::uint16_t &low) const {
        const int place = ahead.coming.place;
        const InRuns in{in_runs, ahead.begins, ahead.ends, laying.taken};
        const Open before = open;
        if (!dp::advance<Cores>(*counts_, place, in, open)) return false;
        if (!Cores || cells_->uncut().empty()) return true;
        if (place == counts_->numbers) uncuts(ahead.coming).go_on(before, in, low, open);
        return place > 3 || uncuts(ahead.coming).begin(before, in, ahead.begun, low);
    }

    Uncuts uncuts(const Coming &coming) const {
        return {cells_->uncut(), counts_->numbers, coming.place, coming.colour};
    }

    // Whether *jokers*, which are saved, might be laid better: where there is a tile, or at the end of
    // the run that begins with one.
    bool wasteful(const Ahead &ahead, const Laying &laying, int jokers, int in_runs,
                  const Open &open) const {
        if (!saved_ || !jokers) return false;
        if (laying.unlaid) return true;
        if (!open.ones || ahead.coming.place + 2 >= cells_->last()) return false;
        return jokers > laying.grouped + std::popcount(laying.grown) + in_runs - open.ones;
    }

    // Takes a way to lay the cell, if its runs can go on behind it and no other one is as good.
    void add(const Ahead &ahead, const Laying &laying, Open open, std::uint16_t low,
             std::uint64_t flags, std::uint64_t ended) {
        const auto &coming = ahead.coming;
        const int place = coming.place, left = coming.jokers - laying.jokers;
        const int high = place == 1 ? laying.high : coming.high;
        const int more = open.more;
        const int lacking = dp::lacking<Cores>(*cells_, place, coming.colour, high, left, saved_, open);
        if (lacking > left) return;
        if (low) low = uncuts(coming).drop(more - open.more, low);
        const int each = place > counts_->numbers ? 0 : place;
        const int points = laying.tiles * each + laying.jokers * std::max(1, each);
        Option option{laying.gain, flags,
                      std::uint32_t(laying.jokers | laying.grouped << kGroupedAt |
                                    lacking << kLackingAt),
                      std::uint16_t(pack(open)), low, laying.grown, 0, std::uint16_t(points),
                      std::uint8_t(laying.tiles - laying.high), std::uint8_t(high),
                      std::uint8_t(laying.taken)};
        if constexpr (Bonus) {
            option.left = positions(ahead.cell, ended);
            option.hope += std::popcount(ended) + std::popcount(flags);
            option.hope -= std::popcount(coming.flags);
        }
        const std::size_t upto = comparable_ ? std::min(found_.size(), first_ + kCompared) : 0;
        for (std::size_t i = first_; i < upto; ++i)
            if (as_good(found_[i], option)) return;
        found_.push_back(option);
    }

    // Whether *x* is as good as *y* in every respect that matters later.
    bool as_good(const Option &x, const Option &y) const {
        if (x.grouped() != y.grouped() || x.high != y.high || x.grown != y.grown || x.low != y.low)
            return false;
        // what may yet be left as it is makes up for nothing that is
        if (x.sure() < y.sure() || x.points < y.points || y.flags & ~x.flags) return false;
        if (saved_ ? x.jokers() > y.jokers() : x.jokers() != y.jokers()) return false;
        return (((y.lane | kGuards) - x.lane) & kGuards & 0xffff) == (kGuards & 0xffff);
    }

    const Cells *cells_ = nullptr;
    const Counts *counts_ = nullptr;
    Budget *budget_ = nullptr;
    bool saved_ = false, comparable_ = true;
    std::vector<Option> found_;
    std::vector<Slot> slots_;
    std::size_t known_ = 0, first_ = 0;
    std::uint32_t problem_ = 0;
};

} // namespace tilerummy::dp
