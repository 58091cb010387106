#include "melds/build_melds.hpp"

#include <algorithm>

#include "melds/partial_meld.hpp"
#include "model/solution.hpp"

namespace tilerummy {
namespace {

using Slots = std::vector<Slot>;

// Lays the cells one after another. `partial` contains the melds being built.
class MeldBuilder {
  public:
    MeldBuilder(const Position &position, const Branch &branch, const Layout &laid)
        : position_(position), branch_(branch), layout_(laid), shown_(branch.shown) {
        run_left_.assign(branch.runs.size(), 0);
        group_left_.assign(branch.groups.size(), 0);
        for (const int i : laid.runs) run_left_[i] = 1;
        for (const int i : laid.groups) group_left_[i] = 1;
        for (std::size_t i = 0; i < branch.groups.size(); ++i)
            if (group_left_[i]) leave(*branch.groups[i]);
        for (std::size_t i = 0; i < branch.runs.size(); ++i)
            if (run_left_[i]) leave(*branch.runs[i]);
    }

    bool build_melds(std::vector<Meld> &after) {
        for (int place = 1; place <= branch_.counts.numbers + branch_.counts.high; ++place)
            lay(place);
        if (shown_ != Tiles{} || !repair(position_, partial)) return false;
        int over = layout_.over;
        for (auto &meld : partial)
            if (over && !meld.removed && meld.size >= 3) over -= add_jokers(position_, meld, over);
        if (over) return false;
        after = branch_.melds;
        after.insert(after.end(), left_.begin(), left_.end());
        int points = 0;
        for (const auto &meld : left_) points += points_of(meld);
        for (const auto &meld : partial) {
            if (meld.removed) continue;
            after.push_back(finished(meld));
            points += points_of(after.back());
        }
        return points >= branch_.counts.at_least;
    }

  private:
    void leave(const MeldPlan &meld_plan) {
        left_.push_back(meld_plan.now());
        for (const int cell : meld_plan.shown) --shown_[cell];
    }

    int points_of(const Meld &meld) const {
        if (meld.group) return meld.first * meld.size();
        int points = 0;
        for (int v = meld.first; v <= meld.last; ++v) points += v > position_.numbers ? 1 : v;
        return points;
    }

    Meld finished(const PartialMeld &partial) const {
        std::uint32_t mask = 0;
        if (partial.group) {
            for (int i = 0; i < partial.size; ++i)
                if (!partial.slots[i].wild) mask |= 1u << partial.slots[i].colour;
            return group_of(partial.slots[0].place, mask, partial.size - std::popcount(mask));
        }
        // a run of all numbers gets a low 1 unless a core fixes its high 1
        const bool every =
            partial.size == position_.numbers && !partial.slots[partial.size - 1].fixed;
        for (int i = 0; i < partial.size; ++i) {
            const int place = partial.slots[i].place;
            if (partial.slots[i].wild)
                mask |= 1u << (every && place > position_.numbers ? 1 : place);
        }
        const int first = every ? 1 : partial.slots[0].place;
        return run_of(partial.slots[0].colour, first, first + partial.size - 1, mask);
    }

    static PartialMeld core_of(const Meld &meld) {
        PartialMeld core;
        core.group = meld.group;
        if (meld.group) {
            for (std::uint32_t left = meld.mask; left; left &= left - 1)
                core.push_back(
                    {std::uint8_t(std::countr_zero(left)), meld.first, false, false, true});
            for (int i = 0; i < meld.group_jokers; ++i)
                core.push_back({core.slots[0].colour, meld.first, true, false, true});
        } else
            for (int v = meld.first; v <= meld.last; ++v)
                core.push_back(
                    {meld.colour, std::uint8_t(v), bool(meld.mask >> v & 1), false, true});
        return core;
    }

    void lay(int place) {
        const int colours = position_.colours;
        const Cell *cells = &layout_.cells[std::size_t(place - 1) * colours];
        lay_cores(place);
        int total = 0, most = 0;
        for (int c = 0; c < colours; ++c) {
            total += cells[c].grouped;
            most = std::max<int>(most, cells[c].grouped);
        }
        const int groups = std::max(most, (total + colours - 1) / colours);
        const std::size_t first_group = partial.size();
        partial.resize(first_group + groups);
        for (int g = 0; g < groups; ++g) partial[first_group + g].group = true;
        int dealt = 0;
        for (int c = 0; c < colours; ++c) {
            slots_of(place, c, cells[c]);
            int from = 0, to = int(slots_.size());
            // deal the tiles to the new groups in turn, so that the colours in each differ
            for (; from < cells[c].grouped; ++from, ++dealt)
                partial[first_group + dealt % groups].push_back(slots_[from]);
            for (int grown = cells[c].grown, k = 0; grown; grown >>= 1, ++k)
                if (grown & 1) partial[growing_[k]].push_back(slots_[--to]);
            lay_runs(place, c, from, to, cells[c].taken);
        }
    }

    // Adds the number's cores that are groups; those with room may grow.
    void lay_cores(int place) {
        growing_.clear();
        const auto &groups = branch_.counts.groups;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (!groups[i].core || groups[i].number != place) continue;
            if (groups[i].room > 0) growing_.push_back(partial.size());
            if (!group_left_[i]) partial.push_back(core_of(branch_.groups[i]->core));
        }
    }

    // Creates the slots for the tiles laid in a cell: first numbered tiles, then jokers.
    void slots_of(int place, int colour, const Cell &cell) {
        slots_.clear();
        auto &shown_here = shown_[position_.cell(colour, place)];
        const int shown = std::min<int>(shown_here, cell.tiles);
        shown_here -= shown;
        const Slot tile{std::uint8_t(colour), std::uint8_t(place)};
        slots_.assign(cell.tiles - shown, tile);
        slots_.insert(slots_.end(), shown, {tile.colour, tile.place, true, true, false});
        slots_.insert(slots_.end(), cell.jokers, {tile.colour, tile.place, true, false, false});
    }

    // Extends the runs of a colour, shortest first, and begins new ones. Cores that begin here are
    // joined to as many open runs as necessary, plus *more* additional ones.
    void lay_runs(int place, int colour, int from, int to, int more) {
        auto &open = open_[colour];
        std::stable_sort(open.begin(), open.end(), [&](std::size_t i, std::size_t j) {
            return std::pair(partial[i].size, partial[i].low) <
                   std::pair(partial[j].size, partial[j].low);
        });
        begun_.clear();
        const auto &runs = branch_.counts.runs;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (is_core(i, colour) && runs[i].first == place) begun_.push_back(i);
        const std::size_t next_open = begin_cores(open, to - from, more);
        std::vector<std::size_t> &continued = continued_;
        continued.clear();
        for (std::size_t next = next_open; from < to; ++from) {
            if (next < open.size()) {
                partial[open[next]].push_back(slots_[from]);
                continued.push_back(open[next++]);
            } else {
                continued.push_back(partial.size());
                partial.emplace_back();
                partial.back().push_back(slots_[from]);
            }
        }
        for (const auto &[run, at] : inside_)
            if (runs[run].colour == colour && runs[run].last == place) continued.push_back(at);
        open.swap(continued);
    }

    // Begins the cores in `begun_`, in a cell with *laid* other tiles. Joins them to the first
    // *open* runs and returns how many runs were joined.
    std::size_t begin_cores(const std::vector<std::size_t> &open, int laid, int more) {
        const auto &counts = branch_.counts;
        const auto order = [&](std::size_t i) {
            return std::pair(is_unsplittable(counts, counts.runs[i]), counts.runs[i].last);
        };
        std::stable_sort(begun_.begin(), begun_.end(),
                         [&](std::size_t i, std::size_t j) { return order(i) < order(j); });
        int short_runs = 0;
        for (const auto i : open) short_runs += partial[i].size < 3;
        const int least = std::min({int(begun_.size()), short_runs, int(open.size()) - laid});
        const int taken = std::max(0, least) + more;
        // join the longest runs, which may have a low 1, to cores that can be split or extended
        for (int k = 0; k < int(begun_.size()); ++k) {
            PartialMeld core = core_of(branch_.runs[begun_[k]]->core);
            if (k < taken) {
                PartialMeld &before = partial[open[taken - 1 - k]];
                for (int n = before.size - 1; n >= 0; --n) core.push_front(before.slots[n]);
                before.removed = true;
            }
            core.low = is_unsplittable(counts, counts.runs[begun_[k]]) && core.slots[0].place == 1;
            inside_.push_back({begun_[k], partial.size()});
            partial.push_back(core);
        }
        return taken;
    }

    bool is_core(std::size_t run, int colour) const {
        const auto &old = branch_.counts.runs[run];
        return old.core && old.colour == colour && !run_left_[run];
    }

    const Position &position_;
    const Branch &branch_;
    const Layout &layout_;
    Tiles shown_;
    std::vector<std::uint8_t> run_left_, group_left_;
    std::vector<Meld> left_;
    std::vector<PartialMeld> partial;
    std::vector<std::size_t> growing_, continued_, begun_;
    std::vector<std::pair<std::size_t, std::size_t>> inside_; // the cores laid and their melds
    std::array<std::vector<std::size_t>, kMaxColours> open_;
    Slots slots_;
};

} // namespace

bool build_melds(const Position &position, const Branch &branch, const Layout &laid,
                 std::vector<Meld> &after) {
    if (!MeldBuilder(position, branch, laid).build_melds(after)) return false;
    // a tile may have been used twice: in an unchanged meld and together with a freed joker
    const auto away = placed(position, after);
    for (int cell = 0; cell < position.cells(); ++cell)
        if (away[cell] < 0 || away[cell] > position.rack[cell]) return false;
    return true;
}

int unchanged(const std::vector<Meld> &before, const std::vector<Meld> &after) {
    std::vector<std::uint8_t> taken(after.size());
    int count = 0;
    for (const auto &meld : before)
        for (std::size_t i = 0; i < after.size(); ++i)
            if (!taken[i] && after[i] == meld) {
                taken[i] = 1;
                ++count;
                break;
            }
    return count;
}

} // namespace tilerummy
