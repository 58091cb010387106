#include "dp/cells.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tilerummy::dp {

void Cells::read(const Counts &of, bool bonus) {
    counts_ = &of;
    jokers_ = of.jokers_need + of.jokers_spare;
    last_ = of.numbers + of.high;
    has_cores_ = has_bonus_ = false;
    complete_ = all_bonus_ = true;
    bonuses_ = 0;
    late_ = {};
    unsplittable_.clear();
    for (int v = 0; v < last_ + 4; ++v) {
        for (int c = 0; c < of.colours; ++c) {
            cells_[v][c] = {};
            cored_[v][c] = 0;
        }
        places_[v].whole.clear();
        places_[v].growing.clear();
        places_[v].twins = 0;
        places_[v].most_groups = 0;
    }
    for (int v = 1, i = 0; v <= of.numbers; ++v)
        for (int c = 0; c < of.colours; ++c, ++i) {
            cells_[v][c].need = of.need[i];
            cells_[v][c].spare = of.spare[i];
        }
    if (!of.runs.empty()) read_runs(bonus);
    if (!of.groups.empty()) read_groups(bonus);
    leave_useless();
    bound();
    look_ahead();
}

// Assigns a bit to each old run that has a bonus; overlapping runs have different bits.
void Cells::read_runs(bool bonus) {
    const auto &runs = counts_->runs;
    slot_.assign(runs.size(), -1);
    order_.resize(runs.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](int i, int j) {
        return runs[i].first != runs[j].first ? runs[i].first < runs[j].first : i < j;
    });
    std::array<std::uint8_t, kSlots> busy{};
    std::array<std::array<std::uint8_t, kPlaces>, kMaxColours> crossing{};
    for (const int i : order_) {
        const auto &run = runs[i];
        if (!run.core && !(bonus && run.bonus)) continue;
        auto &first = cells_[run.first][run.colour], &last = cells_[run.last][run.colour];
        if (run.core) {
            has_cores_ = true;
            ++first.starts;
            for (int v = run.first; v <= run.last; ++v) cored_[v][run.colour] = 1;
        }
        int slot = -1;
        if (bonus && run.bonus) {
            bool room = bonuses_ < kMaxBonus;
            for (int v = run.first; v <= run.last; ++v)
                room = room && crossing[run.colour][v] < kMaxCrossing;
            for (int s = 0; room && slot < 0 && s < kSlots; ++s)
                if (busy[s] < run.first) slot = s;
            all_bonus_ = all_bonus_ && slot >= 0;
        }
        if (is_unsplittable(*counts_, run)) {
            const std::uint64_t bit = slot < 0 ? 0 : 1ull << slot;
            unsplittable_.push_back({run.colour, run.first, run.last, bit});
        }
        if (slot < 0) {
            first.begins += run.core;
            last.ends += run.core;
            continue;
        }
        has_bonus_ = true;
        ++bonuses_;
        slot_[i] = slot;
        busy[slot] = run.last;
        const std::uint64_t bit = 1ull << slot;
        for (int v = run.first; v <= run.last; ++v) ++crossing[run.colour][v];
        late_[run.first][run.colour] += run.late;
        if (run.core) {
            first.core_begun |= bit;
            last.core_ended |= bit;
            continue;
        }
        first.begun |= bit;
        last.ended |= bit;
        for (int v = run.first; v <= run.last; ++v) {
            auto &cell = cells_[v][run.colour];
            (run.wild >> v & 1 ? cell.joker : cell.tile) |= bit;
            if (v == run.first + 1) cell.second |= bit;
            if (v == run.first + 2) cell.third |= bit;
            if (v >= run.first + 3) cell.longer |= bit;
        }
    }
    std::stable_sort(unsplittable_.begin(), unsplittable_.end(),
                     [](const Unsplittable &x, const Unsplittable &y) { return x.last < y.last; });
    for (const auto &core : unsplittable_)
        if (core.first == 3 && cells_[2][core.colour].starts)
            cells_[2][core.colour].competing = true;
    if (unsplittable_.size() > kMaxUnsplittable) {
        unsplittable_.resize(kMaxUnsplittable);
        complete_ = false;
    }
}

void Cells::read_groups(bool bonus) {
    for (int i = 0; i < int(counts_->groups.size()); ++i) {
        const auto &group = counts_->groups[i];
        auto &place = places_[group.number];
        if (bonus && group.bonus) {
            if (int(place.whole.size()) < kMaxWhole && bonuses_ < kMaxBonus) {
                const bool twin =
                    !place.whole.empty() && group == counts_->groups[place.whole.back()];
                place.twins |= twin << place.whole.size();
                place.whole.push_back(i);
                late_[group.number][0] += group.late;
                has_bonus_ = true;
                ++bonuses_;
            } else
                all_bonus_ = false;
        }
        if (group.core && group.room > 0) {
            if (int(place.growing.size()) < kMaxGrowing) {
                place.growing.push_back(i);
                has_cores_ = true;
            } else
                complete_ = false;
        }
    }
}

// Drops the tiles that cannot be part of any meld, regardless of the other tiles laid.
void Cells::leave_useless() {
    const int numbers = counts_->numbers, colours = counts_->colours;
    for (bool again = true; again;) {
        again = false;
        for (int v = 1; v <= numbers; ++v)
            for (int c = 0; c < colours; ++c) {
                auto &cell = cells_[v][c];
                if (!cell.spare || useful(v, c)) continue;
                cell.spare = 0;
                again = true;
            }
    }
    for (int v = 1; v <= numbers && colours >= 3; ++v) {
        int &most = places_[v].most_groups;
        for (bool more = true; more;) {
            int filled = jokers_;
            for (int c = 0; c < colours; ++c) filled += std::min(most + 1, cells_[v][c].supply());
            more = filled >= 3 * (most + 1) && most < 40;
            most += more;
        }
    }
}

bool Cells::useful(int place, int colour) const {
    int others = 0;
    for (int c = 0; c < counts_->colours; ++c) others += c != colour && cells_[place][c].supply();
    if (counts_->colours >= 3 && others + jokers_ >= 2) return true;
    if (!places_[place].growing.empty()) return true;
    return in_run(place, colour) || (place == 1 && counts_->high && in_run(last_, colour));
}

bool Cells::in_run(int place, int colour) const {
    for (int first = std::max(1, place - 2); first <= place && first + 2 <= last_; ++first) {
        int lacking = 0;
        for (int v = first; v < first + 3; ++v) {
            const int at = v > counts_->numbers ? 1 : v;
            lacking += v != place && !cells_[at][colour].supply() && !cored_[v][colour];
        }
        if (lacking <= jokers_) return true;
    }
    return false;
}

void Cells::bound() {
    std::int64_t sum = 0;
    for (int v = last_; v >= 1; --v)
        for (int c = counts_->colours - 1; c >= 0; --c) {
            later_[v][c] = sum;
            const auto &cell = cells_[v][c];
            if (cell.spare) sum += cell.spare * value(v) << 8;
            sum += std::popcount(cell.begun | cell.core_begun);
            if (c == 0) sum += std::int64_t(places_[v].whole.size());
            sum -= late_[v][c];
        }
}

void Cells::look_ahead() {
    for (int v = last_ + 3; v > last_; --v) next_tile_[v].fill(kPlaces);
    for (int v = last_; v >= 1; --v)
        for (int c = 0; c < counts_->colours; ++c) {
            const auto &cell = cells_[v > counts_->numbers ? 1 : v][c];
            next_tile_[v][c] = cell.supply() ? v : next_tile_[v + 1][c];
        }
    for (int v = 1; v <= last_; ++v) {
        places_[v].idle = places_[v].whole.empty();
        for (int c = 0; c < counts_->colours; ++c) {
            auto &cell = cells_[v][c];
            cell.here = cell.tile | cell.joker | cell.core_ended;
            cell.idle = v <= counts_->numbers && !jokers_ && !cell.supply() && !cell.begins &&
                        !cell.ends && !cell.core_begun && !cell.core_ended;
            places_[v].idle = places_[v].idle && cell.idle;
        }
    }
}

int Cells::run_of(int place, int colour, int slot) const {
    for (int i = 0; i < int(counts_->runs.size()); ++i) {
        const auto &run = counts_->runs[i];
        if (slot_[i] == slot && run.colour == colour && run.first <= place && place <= run.last)
            return i;
    }
    return -1;
}

} // namespace tilerummy::dp
