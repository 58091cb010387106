#include "bound/most_unchanged.hpp"

#include <algorithm>
#include <cmath>

namespace tilerummy {
namespace {

constexpr std::uint64_t kMaxInAll = 500'000; // the limit on states for one problem
constexpr std::uint64_t kProgram = 100;       // states expanded while one linear program is solved
constexpr std::uint64_t kMaxStates = 20'000; // the limit for one set of unchanged melds
constexpr int kWidestBeside = 512;
constexpr double kWhole = 1e-5;

} // namespace

MostUnchanged::MostUnchanged(const Counts &counts, bool deferred, std::uint64_t states,
                             Budget::Clock::time_point until)
    : counts_(counts), deferred_(deferred), until_(until), olds_(olds_of(counts)),
      most_(int(olds_.size())), states_(states ? std::min(states, kMaxInAll) : kMaxInAll) {}

Layout MostUnchanged::look(int left) {
    left_ = left;
    Relaxation relaxation(counts_, deferred_);
    if (relaxation.is_large()) {
        best_.tidy = false;
        return std::move(best_);
    }
    const auto now = Budget::Clock::now();
    const bool hurried = until_ != Budget::Clock::time_point::max() && until_ > now;
    relaxation.program.solve(left + 1, hurried ? now + (until_ - now) / 2 : until_);
    most_ = int(std::min<std::int64_t>(most_, relaxation.program.most()));
    Mask fixed(olds_.size(), 0);
    if (left_ < most_) search(std::move(relaxation.program), fixed);
    best_.proven = best_.tidy = proven_ || left_ >= most_;
    if (best_.proven) most_ = std::max(left_, 0);
    return std::move(best_);
}

bool MostUnchanged::over() {
    if (left_ >= most_) return true;
    if (proven_ && (!states_ || Budget(0, until_).late())) proven_ = false;
    return !proven_;
}

// Searches for better solutions by branch and bound, with some melds already *fixed*. *program* has
// been solved far enough to give a bound.
void MostUnchanged::search(Simplex program, Mask &fixed) {
    if (looked_at_++) program.solve(left_ + 1, until_);
    states_ -= std::min(states_, kProgram);
    if (program.most() <= left_ || over()) return;
    if (!program.is_solved()) {
        proven_ = false;
        return;
    }
    Mask left(olds_.size(), 0);
    const int old = split(program, fixed);
    for (std::size_t k = 0; k < olds_.size(); ++k) left[k] = program.value(int(k)) > 1 - kWhole;
    if (old >= 0) {
        improve(left, true);
        if (program.most() <= left_ || over()) return;
        return branch(program, fixed, old);
    }
    if (!improve(left, false)) proven_ = false;
}

// Returns the index of the old meld whose variable is closest to 0.5, or -1 if all variables are
// integers.
int MostUnchanged::split(const Simplex &program, const Mask &fixed) const {
    int nearest = -1;
    double most = kWhole;
    for (std::size_t k = 0; k < olds_.size(); ++k) {
        const double share = program.value(int(k)), part = std::min(share, 1 - share);
        if (fixed[k] || part <= most) continue;
        most = part;
        nearest = int(k);
    }
    return nearest;
}

void MostUnchanged::branch(const Simplex &program, Mask &fixed, int old) {
    fixed[old] = 1;
    for (const bool left : {true, false}) {
        Simplex some = program;
        some.bound(old, {left, left});
        search(std::move(some), fixed);
        if (over()) break;
    }
    fixed[old] = 0;
}

// Searches for a solution that leaves the melds *left* unchanged and, with *bonus*, as many other
// old melds as possible. Returns false if no better solution is found, although one may exist.
bool MostUnchanged::improve(const Mask &left, bool bonus) {
    int count = 0;
    for (const auto one : left) count += one;
    bool possible = true;
    SolveOptions options{bonus, deferred_, -1, 0};
    if (bonus) {
        options.beat = left_ - count;
        options.enough = most_ - count;
        options.widest = kWidestBeside;
    }
    Layout layout = solve_beside(left, options, possible);
    if (!possible || !layout.found || layout.kept + count <= left_) return false;
    accept(left, std::move(layout));
    return true;
}

// Solves the rest of the problem after setting aside the melds *left*. Sets *possible* to false if
// there are not enough tiles for those melds.
Layout MostUnchanged::solve_beside(const Mask &left, const SolveOptions &options, bool &possible) {
    less_ = counts_;
    less_.runs.clear();
    less_.groups.clear();
    runs_.clear();
    groups_.clear();
    std::size_t at = 0; // olds_ is sorted like the counts
    possible = true;
    for (int i = 0; i < int(counts_.runs.size()); ++i) {
        const auto &run = counts_.runs[i];
        if (run.bonus && left[at++]) {
            possible = possible && take(olds_[at - 1], less_);
        } else if (run.core || options.bonus) {
            less_.runs.push_back(run);
            runs_.push_back(i);
        }
    }
    for (int i = 0; i < int(counts_.groups.size()); ++i) {
        const auto &group = counts_.groups[i];
        if (group.bonus && left[at++]) {
            possible = possible && take(olds_[at - 1], less_);
        } else if (group.core || options.bonus) {
            less_.groups.push_back(group);
            groups_.push_back(i);
        }
    }
    if (!possible) return {};
    SolveOptions those = options;
    if (options.bonus) {
        those.beat = std::max<std::int64_t>(-1, (less_.floor << 8) + options.beat);
        those.enough = (less_.floor << 8) + options.enough;
    }
    if (!states_) return {};
    const std::uint64_t most = std::min(kMaxStates, states_);
    Budget budget(most, until_);
    Layout layout = solve_counts(less_, those, budget);
    states_ -= std::min(states_, most - budget.rest());
    return layout;
}

// Stores a solution after converting its indices to indices of all old melds and cores.
void MostUnchanged::accept(const Mask &left, Layout layout) {
    const int width = counts_.colours;
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
        if (!layout.cells[i].grown) continue;
        const int number = int(i) / width + 1;
        std::uint16_t grown = 0;
        int place = 0, place_of_less = 0;
        std::size_t next = 0;
        for (int g = 0; g < int(counts_.groups.size()); ++g) {
            while (next < groups_.size() && groups_[next] < g) ++next;
            const bool there = next < groups_.size() && groups_[next] == g;
            const auto &group = counts_.groups[g];
            if (group.number != number || !group.core || group.room <= 0) continue;
            if (there && layout.cells[i].grown >> place_of_less++ & 1) grown |= 1u << place;
            ++place;
        }
        layout.cells[i].grown = grown;
    }
    for (auto &run : layout.runs) run = std::uint8_t(runs_[run]);
    for (auto &group : layout.groups) group = std::uint8_t(groups_[group]);
    for (std::size_t k = 0; k < olds_.size(); ++k) {
        if (!left[k]) continue;
        (olds_[k].group ? layout.groups : layout.runs).push_back(std::uint8_t(olds_[k].index));
        ++layout.kept;
    }
    layout.score += counts_.floor - less_.floor;
    left_ = layout.kept;
    best_ = std::move(layout);
}

// Subtracts an old meld's tiles from the counts. Returns false if there are too few tiles.
bool MostUnchanged::take(const Old &old, Counts &less) const {
    if (old.group) {
        const auto &group = counts_.groups[old.index];
        if (group.core) return true;
        for (int c = 0; c < counts_.colours; ++c)
            if (group.colours >> c & 1 &&
                !take_tile((group.number - 1) * counts_.colours + c, less))
                return false;
        return take_jokers(group.jokers, less);
    }
    const auto &run = counts_.runs[old.index];
    if (run.core) return true;
    for (int v = run.first; v <= run.last; ++v) {
        const int number = v > counts_.numbers ? 1 : v;
        const bool wild = run.wild >> v & 1;
        if (!(wild ? take_jokers(1, less)
                   : take_tile((number - 1) * counts_.colours + run.colour, less)))
            return false;
    }
    return true;
}

bool MostUnchanged::take_tile(int cell, Counts &less) const {
    if (less.need[cell]) {
        --less.need[cell];
        return true;
    }
    if (!less.spare[cell]) return false;
    --less.spare[cell];
    less.floor -= counts_.per_tile + (cell / counts_.colours + 1) * counts_.per_point;
    return true;
}

bool MostUnchanged::take_jokers(int count, Counts &less) const {
    const int needed = std::min(count, less.jokers_need);
    less.jokers_need -= needed;
    less.jokers_spare -= count - needed;
    less.floor -= (count - needed) * counts_.per_joker;
    return less.jokers_spare >= 0;
}

} // namespace tilerummy
