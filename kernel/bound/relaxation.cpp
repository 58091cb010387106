#include "bound/relaxation.hpp"

#include <algorithm>
#include <bit>

namespace tilerummy {
namespace {

constexpr int kShortest = 3, kLongest = 5; // of runs; longer ones are composed

} // namespace

std::vector<Old> olds_of(const Counts &counts) {
    std::vector<Old> loose_melds;
    for (int i = 0; i < int(counts.runs.size()); ++i)
        if (counts.runs[i].bonus) loose_melds.push_back({false, i});
    for (int i = 0; i < int(counts.groups.size()); ++i)
        if (counts.groups[i].bonus) loose_melds.push_back({true, i});
    return loose_melds;
}

Relaxation::Relaxation(const Counts &counts, bool deferred)
    : counts_(counts), deferred_(deferred), jokers_(counts.jokers_need + counts.jokers_spare),
      row_(counts.need.size(), -1) {
    add_rows();
    if (is_large()) return;
    add_core_rows();
    add_olds();
    add_score();
    add_cores();
    add_runs();
    for (int number = 1; number <= counts.numbers && counts.colours >= kShortest; ++number)
        add_groups(number);
    add_jokers();
    rows_ = program.rows();
    if (!is_large()) program.begin();
}

int Relaxation::cell(int place, int colour) const {
    return ((place > counts_.numbers ? 1 : place) - 1) * counts_.colours + colour;
}

// Adds a row for each cell with a tile or joker, and a row for the jokers.
void Relaxation::add_rows() {
    for (std::size_t i = 0; i < row_.size(); ++i)
        if (jokers_ || supply(int(i)))
            row_[i] = program.add_row({counts_.need[i], counts_.need[i]});
    const int least = deferred_ ? 0 : counts_.jokers_need, most = deferred_ ? jokers_ : least;
    if (jokers_) joker_row_ = program.add_row({least, most});
    rows_ = program.rows();
}

// Adds rows that fix the score: the number and the points of the spare tiles and jokers laid.
void Relaxation::add_score() {
    const auto &counts = counts_;
    const std::int64_t unit = std::max(counts.per_tile, counts.per_point);
    const std::int64_t jokers = deferred_ ? counts.jokers_spare : 0;
    const std::int64_t worth = counts.floor - jokers * counts.per_joker;
    const bool by_tiles = counts.per_tile == unit;
    const int first = int(worth / unit), second = int(worth % unit);
    const int tiles = by_tiles ? first : second, points = by_tiles ? second : first;
    const int per_joker = int(by_tiles ? counts.per_joker % unit : counts.per_joker / unit);
    const int spare_jokers = deferred_ ? 0 : counts.jokers_spare;
    int all = spare_jokers;
    for (const int spare : counts.spare) all += spare;
    const bool every = tiles >= all;
    const int tile_row = every ? -1 : program.add_row({tiles, tiles});
    const int point_row = every ? -1 : program.add_row({points, points});
    const auto add = [&](int row, int most, int each) {
        Entries entries{{row, -1}};
        if (!every) entries.insert(entries.end(), {{tile_row, 1}, {point_row, each}});
        program.add_column({every ? most : 0, most}, 0, entries);
    };
    for (int i = 0; i < int(row_.size()); ++i)
        if (counts.spare[i]) add(row_[i], counts.spare[i], i / counts.colours + 1);
    if (spare_jokers) add(joker_row_, spare_jokers, per_joker);
}

// Adds a column for each old meld. The column uses the meld's tiles and jokers, or none if the meld
// is a core.
void Relaxation::add_olds() {
    for (const auto &[group, index] : olds_of(counts_)) {
        Entries entries;
        int jokers = 0;
        const auto take = [&](int cell) {
            const auto same = [&](const auto &entry) { return entry.first == row_[cell]; };
            const auto known = std::find_if(entries.begin(), entries.end(), same);
            if (row_[cell] < 0) return; // the cell has neither a tile nor a joker
            if (known != entries.end())
                ++known->second;
            else
                entries.push_back({row_[cell], 1});
        };
        if (group) {
            const auto &old = counts_.groups[index];
            for (int c = 0; c < counts_.colours && !old.core; ++c)
                if (old.colours >> c & 1) take(cell(old.number, c));
            if (old.core && old.room > 0) entries.push_back({grown_[index], old.room});
            jokers = old.core ? 0 : old.jokers;
        } else {
            const auto &old = counts_.runs[index];
            if (old.core) entries = {{before_[index], 1}, {behind_[index], 1}};
            for (int v = old.first; v <= old.last && !old.core; ++v)
                if (old.wild >> v & 1)
                    ++jokers;
                else
                    take(cell(v, old.colour));
        }
        if (jokers && joker_row_ >= 0) entries.push_back({joker_row_, jokers});
        program.add_column({0, jokers > jokers_ ? 0 : 1}, 1, entries);
    }
}

// Adds rows that limit the growth of cores. A core left unchanged does not grow. Otherwise, a run
// can grow once at each end, and a group can grow until it is full.
void Relaxation::add_core_rows() {
    before_.assign(counts_.runs.size(), -1);
    behind_.assign(counts_.runs.size(), -1);
    grown_.assign(counts_.groups.size(), -1);
    for (std::size_t i = 0; i < counts_.runs.size(); ++i)
        if (counts_.runs[i].core) {
            before_[i] = program.add_row({0, 1});
            behind_[i] = program.add_row({0, 1});
        }
    for (std::size_t i = 0; i < counts_.groups.size(); ++i)
        if (counts_.groups[i].core && counts_.groups[i].room > 0)
            grown_[i] = program.add_row({0, counts_.groups[i].room});
}

// Adds the extensions of cores that are not left unchanged: for a run, one or two tiles at either
// end (three tiles would be a run by themselves); for a group, a tile of each missing colour.
void Relaxation::add_cores() {
    const int last = counts_.numbers + counts_.high;
    for (std::size_t i = 0; i < counts_.runs.size(); ++i) {
        const auto &run = counts_.runs[i];
        for (int length = 1; length < kShortest && run.core; ++length) {
            std::vector<int> before, behind;
            for (int k = 1; k <= length; ++k) {
                before.push_back(cell(std::max(1, run.first - k), run.colour));
                behind.push_back(cell(std::min(last, run.last + k), run.colour));
            }
            if (run.first > length) add(before, before_[i]);
            if (run.last + length <= last) add(behind, behind_[i]);
        }
    }
    for (std::size_t i = 0; i < counts_.groups.size(); ++i) {
        const auto &group = counts_.groups[i];
        for (int c = 0; c < counts_.colours && grown_[i] >= 0; ++c)
            if (!(group.colours >> c & 1)) add({cell(group.number, c)}, grown_[i]);
    }
}

void Relaxation::add_runs() {
    for (int c = 0; c < counts_.colours; ++c)
        for (int length = kShortest; length <= kLongest; ++length)
            for (int first = 1; first + length - 1 <= counts_.numbers + counts_.high; ++first) {
                std::vector<int> cells;
                for (int v = first; v < first + length; ++v) cells.push_back(cell(v, c));
                add(cells);
            }
}

void Relaxation::add_groups(int number) {
    for (std::uint32_t colours = 1; colours < 1u << counts_.colours; ++colours) {
        const int size = std::popcount(colours);
        if (size < kShortest || size > kLongest) continue;
        std::vector<int> cells;
        for (std::uint32_t left = colours; left; left &= left - 1)
            cells.push_back(cell(number, std::countr_zero(left)));
        add(cells);
    }
}

// Adds a column for tiles laid in the given cells, limited by the available tiles and jokers. If
// the tiles extend a core, the column also has a coefficient in that core's row.
void Relaxation::add(const std::vector<int> &cells, int core_row) {
    int lacking = 0, most = 40;
    Entries entries;
    for (const int cell : cells) {
        lacking += !supply(cell);
        most = std::min(most, supply(cell) + jokers_);
        const auto same = [&](const auto &entry) { return entry.first == row_[cell]; };
        if (std::any_of(entries.begin(), entries.end(), same))
            return; // a run of all numbers, counted twice
        entries.push_back({row_[cell], 1});
    }
    if (core_row >= 0) entries.push_back({core_row, 1});
    if (lacking <= jokers_) program.add_column({0, most}, 0, entries);
}

void Relaxation::add_jokers() {
    if (!jokers_) return;
    for (const int row : row_) program.add_column({0, jokers_}, 0, {{row, -1}, {joker_row_, 1}});
}

} // namespace tilerummy
