#include "enumerate/count_subsets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "dp/advance.hpp"
#include "enumerate/state.hpp"

namespace tilerummy {
namespace {

constexpr std::size_t kMaxBlocks = std::size_t(1) << 22; // 300 megabytes
constexpr std::size_t kMaxKept = std::size_t(1) << 14; // blocks of a layer reused for the next call

constexpr int kMaxHere = 16;     // old groups of one number, old runs beginning in one cell
constexpr int kMaxCrossing = 12; // old runs of one colour that cross a number

const char *place_error(const Counts &counts) {
    std::array<std::array<int, kMaxNumbers + 2>, kMaxColours> crossing{}, starting{};
    std::array<int, kMaxNumbers + 1> groups{};
    for (const auto &run : counts.runs) {
        if (++starting[run.colour][run.first] > kMaxHere) return "too many old runs in one cell";
        for (int v = run.first; v <= run.last; ++v)
            if (++crossing[run.colour][v] > kMaxCrossing) return "too many old runs in one cell";
    }
    for (const auto &group : counts.groups)
        if (++groups[group.number] > kMaxHere) return "too many old groups of one number";
    return nullptr;
}

// Lookup tables for the counts. A `place` is a number, or the last number plus one for a high 1. A
// cell is a `place` in a colour.
class Places {
  public:
    explicit Places(const Counts &of)
        : counts(of), jokers(of.jokers_need + of.jokers_spare), last(of.numbers + of.high) {
        groups_at_.resize(last + 1);
        for (int i = 0; i < int(counts.groups.size()); ++i)
            groups_at_[counts.groups[i].number].push_back(i);
        runs_at_.resize((last + 1) * kMaxColours);
        for (int i = 0; i < int(counts.runs.size()); ++i)
            runs_at_[counts.runs[i].first * kMaxColours + counts.runs[i].colour].push_back(i);
    }

    const Counts &counts;
    const int jokers; // the total number
    const int last;

    // Returns the old groups of a number, or the old runs that begin in a cell, as indices into the
    // counts.
    const std::vector<int> &groups(int place) const { return groups_at_[place]; }
    const std::vector<int> &runs(int place, int colour) const {
        return runs_at_[place * kMaxColours + colour];
    }

    int need(int place, int colour) const { return counts.need[cell(place, colour)]; }
    int spare(int place, int colour) const { return counts.spare[cell(place, colour)]; }

    // Returns the number of tiles available in a cell if *high* tiles are reserved for a high 1.
    int supply(int place, int colour, int high) const {
        if (place > counts.numbers) return place <= last ? high : 0;
        return need(place, colour) + spare(place, colour);
    }

    int cores_starting(int place, int colour) const {
        int n = 0;
        if (place <= last)
            for (const int i : runs(place, colour)) n += counts.runs[i].core;
        return n;
    }

  private:
    int cell(int place, int colour) const { return (place - 1) * counts.colours + colour; }

    std::vector<std::vector<int>> groups_at_, runs_at_;
};

// Adds up small amounts of work, and checks the limit whenever they add up to one state. Checking
// it each time would take longer than the work itself.
class Watch {
  public:
    explicit Watch(const Budget &limit) : limit_(limit) {}

    // Adds *work* units and returns whether the limit has been reached.
    bool late_after(std::size_t work) {
        done_ += work;
        if (done_ < kWorkOfState) return late();
        limit_.take(done_ / kWorkOfState);
        done_ %= kWorkOfState;
        return late();
    }
    bool late() const { return !limit_.left(); }

  private:
    static constexpr std::size_t kWorkOfState = 1 << 8;
    Budget limit_;
    std::size_t done_ = 0;
};

// The distinct states after a cell, found with a hash table, each with the rack subsets that lead
// to it. The memory of the sets is reused, even by the next call.
template <int W> class Layer {
  public:
    // Returns one of the calling thread's two layers; *which* is 0 or 1.
    static Layer &of_thread(int which) {
        thread_local std::array<Layer, 2> layers;
        return layers[std::size_t(which)];
    }

    void give_back() { *this = Layer(); }

    std::vector<State<W>> states;
    std::vector<CodeSet> sets;

    void expect(std::size_t count) {
        states.clear();
        slots_.assign(std::max<std::size_t>(64, std::bit_ceil(count * 4)), 0);
    }

    // Records that *codes*, each plus *offset*, lead to *state*.
    void add(const State<W> &state, const CodeSet &codes, std::uint64_t offset) {
        if (states.size() * 2 >= slots_.size()) grow();
        unite(sets[find(state)], codes, offset);
    }

    std::size_t blocks() const {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < states.size(); ++i) sum += sets[i].size();
        return sum;
    }

    // Removes from each state's set the codes that a dominating state also has. Stops at the
    // deadline.
    void dominate(Watch &watch) {
        order_.clear();
        for (std::uint32_t i = 0; i < states.size(); ++i)
            order_.push_back({strength(states[i]), i});
        std::sort(order_.begin(), order_.end(), [](const auto &x, const auto &y) {
            return x.first != y.first ? x.first > y.first : x.second < y.second;
        });
        for (std::size_t k = 0; k < order_.size(); ++k) {
            auto &weak = sets[order_[k].second];
            for (std::size_t l = 0; l < k && !weak.empty(); ++l) {
                const auto &strong = sets[order_[l].second];
                if (order_[l].first > order_[k].first && !strong.empty() &&
                    dominates(states[order_[l].second], states[order_[k].second])) {
                    subtract(weak, strong);
                    if (watch.late_after(weak.size() + strong.size())) return;
                }
            }
            if (watch.late_after(k + 1)) return;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (sets[i].empty()) continue;
            if (kept != i) {
                states[kept] = states[i];
                sets[kept].swap(sets[i]);
            }
            ++kept;
        }
        states.resize(kept);
    }

  private:
    // Returns a measure of strength: a state never dominates a stronger one.
    static int strength(const State<W> &state) {
        int sum = state.points;
        for (int c = 0; c < 2 * W; ++c) {
            const PackedRuns open_runs = state.open_runs(c);
            sum -= int((open_runs & 15) + (open_runs >> dp::kB & 15) + (open_runs >> dp::kS & 15));
        }
        return sum;
    }

    // Returns the index of a state, adding it with an empty set if it is new.
    std::size_t find(const State<W> &state) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = state.hash() & mask;
        for (; slots_[slot]; slot = (slot + 1) & mask)
            if (states[slots_[slot] - 1].same(state)) return slots_[slot] - 1;
        states.push_back(state);
        if (sets.size() < states.size()) sets.emplace_back();
        sets[states.size() - 1].clear();
        slots_[slot] = static_cast<std::uint32_t>(states.size());
        return states.size() - 1;
    }

    void grow() {
        slots_.assign(slots_.size() * 4, 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = 0; i < states.size(); ++i) {
            std::size_t slot = states[i].hash() & mask;
            while (slots_[slot]) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<std::uint32_t> slots_; // indices into `states`, counted from 1
    std::vector<std::pair<int, std::uint32_t>> order_;
};

// The dynamic program over all states. Old melds that are not cores are treated as loose tiles.
template <int W> class SubsetProgram {
  public:
    SubsetProgram(const Places &places, const std::vector<std::uint8_t> &shifts,
                  const Budget &limit)
        : places_(places), counts_(places.counts), shifts_(shifts), watch_(limit) {}

    ~SubsetProgram() {
        if (most_blocks_ <= kMaxKept) return;
        now_.give_back();
        next_.give_back();
    }

    Subsets all() {
        start();
        std::uint64_t looked_at = 0;
        for (place_ = 1; place_ <= places_.last; ++place_) {
            for (colour_ = 0; colour_ < counts_.colours; ++colour_) {
                expand();
                looked_at += now_.states.size();
                if (counts_.budget && looked_at > counts_.budget) return {};
                const std::size_t blocks = now_.blocks();
                most_blocks_ = std::max(most_blocks_, blocks);
                if (watch_.late() || blocks > kMaxBlocks) return {};
            }
            // with four numbers, a run of two tiles may end with a high 1, but a longer one may not
            if (counts_.numbers != 4 || !counts_.high) now_.dominate(watch_);
        }
        CodeSet codes = complete();
        if (watch_.late()) return {};
        return {true, std::move(codes)};
    }

  private:
    struct CellContext {
        const State<W> &state;
        const CodeSet &sets;
        OpenRuns open;
        int begins = 0, ends = 0;   // cores that begin and end here
        std::uint16_t growable = 0; // groups that a tile of this colour may extend
        int must = 0;               // runs of length 1 or 2 that must be extended
    };

    void start() {
        State<W> state;
        for (int c = 0; c < counts_.colours; ++c) state.set_open_runs(c, pack({}));
        now_.expect(1);
        now_.add(state, empty_subset(), 0);
    }

    void expand() {
        next_.expect(now_.states.size());
        for (std::size_t i = 0; i < now_.states.size() && !watch_.late(); ++i) {
            State<W> state = now_.states[i];
            const int most = colour_ ? 0 : most_groups(state);
            for (int groups = 0; groups <= most; ++groups) {
                if (!colour_) state.inside = {std::uint8_t(groups), std::uint8_t(3 * groups), 0};
                pass(state, now_.sets[i]);
            }
        }
        std::swap(now_, next_);
    }

    // Returns the maximum number of new groups at a number.
    int most_groups(const State<W> &state) const {
        if (counts_.colours < 3 || place_ > counts_.numbers) return 0;
        int tiles = places_.jokers - state.jokers;
        for (int c = 0; c < counts_.colours; ++c) tiles += places_.supply(place_, c, 0);
        return tiles / 3;
    }

    void pass(const State<W> &state, const CodeSet &sets) {
        CellContext context{state, sets, unpack(state.open_runs(colour_))};
        for (const auto &run : counts_.runs) {
            context.begins += run.core && run.colour == colour_ && run.first == place_;
            context.ends += run.core && run.colour == colour_ && run.last == place_;
        }
        if (place_ <= counts_.numbers) pass_groups(context);
        context.must = std::max(0, context.open.ones + context.open.twos - context.begins);
        choose(context);
    }

    void pass_groups(CellContext &context) const {
        const auto &groups = places_.groups(place_);
        for (int k = 0; k < int(groups.size()); ++k) {
            const auto &group = counts_.groups[groups[k]];
            const int grown = context.state.inside.grown >> 4 * k & 15;
            if (group.core && !(group.colours >> colour_ & 1) && grown < group.room)
                context.growable |= 1u << k;
        }
    }

    void choose(const CellContext &context) {
        const bool numbered = place_ <= counts_.numbers;
        const int least = numbered ? places_.need(place_, colour_) : context.open.high;
        const int spare = numbered ? places_.spare(place_, colour_) : 0;
        const int left = places_.jokers - context.state.jokers;
        for (int more = 0; more <= spare; ++more)
            for (int jokers = std::max(0, context.must - least - more); jokers <= left; ++jokers)
                for (std::uint16_t grown = context.growable;;
                     grown = (grown - 1) & context.growable) {
                    if (std::popcount(grown) <= least + more + jokers - context.must)
                        share(context, {least + more, jokers, more, grown});
                    if (!grown) break;
                }
    }

    struct Choice {
        int tiles, jokers, more;
        std::uint16_t grown;
    };

    // Divides the laid tiles among groups, runs and tiles reserved for a high 1.
    void share(const CellContext &context, const Choice &choice) {
        const auto &inside = context.state.inside;
        const int laid = choice.tiles + choice.jokers - std::popcount(choice.grown);
        const int others = counts_.colours - colour_ - 1;
        const int apart = place_ == 1 && counts_.high ? choice.tiles : 0;
        watch_.late_after(8);
        for (int high = 0; high <= apart; ++high) {
            const int most = std::min<int>(inside.groups, laid - high - context.must);
            for (int grouped = 0; grouped <= most; ++grouped) {
                const int due = std::max(0, inside.due - grouped);
                if (due > others * inside.groups) continue;
                OpenRuns open;
                if (!extend_runs(context, laid - high - grouped, open)) continue;
                if (place_ == 1) open.high = high;
                State<W> state = context.state;
                state.inside.due = due;
                keep(context, choice, open, state);
            }
        }
    }

    // Extends runs by *in_runs* tiles. Returns false if a high 1 makes that impossible.
    bool extend_runs(const CellContext &context, int in_runs, OpenRuns &open) const {
        open = context.open;
        return dp::advance<true>(counts_, place_, {in_runs, context.begins, context.ends, 0}, open);
    }

    void keep(const CellContext &context, const Choice &choice, OpenRuns open, State<W> &state) {
        state.jokers += choice.jokers;
        const int left = places_.jokers - state.jokers;
        const int next = places_.supply(place_ + 1, colour_, open.high);
        const int starts = places_.cores_starting(place_ + 1, colour_);
        if (open.ones + open.twos > next + starts + left) return;
        open.more = std::min(open.more, next + left);
        state.set_open_runs(colour_, pack(open));
        const int number = place_ > counts_.numbers ? 1 : place_;
        const int counted = place_ > counts_.numbers ? choice.jokers : choice.tiles + choice.jokers;
        state.points = std::min(counts_.at_least, state.points + counted * number);
        for (std::uint16_t grown = choice.grown; grown; grown &= grown - 1)
            state.inside.grown += 1ull << 4 * std::countr_zero(grown);
        if (colour_ + 1 == counts_.colours && !leave(state)) return;
        std::uint64_t offset = 0;
        if (choice.more) offset = std::uint64_t(choice.more) << shifts_[cell()];
        next_.add(state, context.sets, offset);
        watch_.late_after(32 + 4 * context.sets.size());
    }

    std::size_t cell() const { return std::size_t(place_ - 1) * counts_.colours + colour_; }

    // Completes a number and caps the count of long runs. Returns false if short runs cannot be
    // extended.
    bool leave(State<W> &state) const {
        const int left = places_.jokers - state.jokers;
        int lacking = 0;
        for (int c = 0; c < counts_.colours; ++c) {
            OpenRuns open = unpack(state.open_runs(c));
            const int next = places_.supply(place_ + 1, c, open.high);
            const int starts = places_.cores_starting(place_ + 1, c);
            lacking += std::max(0, open.ones + open.twos - next - starts);
            open.more = std::min(open.more, next + left);
            state.set_open_runs(c, pack(open));
        }
        state.inside = {};
        return lacking <= left;
    }

    // Returns the subsets of all states that have laid the required tiles.
    CodeSet complete() {
        CodeSet codes;
        for (std::size_t i = 0; i < now_.states.size(); ++i) {
            const auto &state = now_.states[i];
            bool laid = state.jokers >= counts_.jokers_need && state.points >= counts_.at_least;
            for (int c = 0; c < counts_.colours; ++c) {
                const OpenRuns open = unpack(state.open_runs(c));
                laid = laid && open.ones + open.twos == 0;
            }
            const std::uint64_t jokers = state.jokers - counts_.jokers_need;
            if (laid) unite(codes, now_.sets[i], jokers ? jokers << shifts_.back() : 0);
            if (watch_.late_after(4 * codes.size())) return {};
        }
        return codes;
    }

    const Places &places_;
    const Counts &counts_;
    const std::vector<std::uint8_t> &shifts_;
    Watch watch_;
    int place_ = 0, colour_ = 0;
    std::size_t most_blocks_ = 0;
    Layer<W> &now_ = Layer<W>::of_thread(0), &next_ = Layer<W>::of_thread(1);
};

template <int W> Subsets run_program(const Counts &counts, const std::vector<std::uint8_t> &shifts,
                                     const Budget &limit) {
    const Places places(counts);
    return SubsetProgram<W>(places, shifts, limit).all();
}

} // namespace

const char *shift_error(const Counts &counts, const std::vector<std::uint8_t> &shifts) {
    if (shifts.size() != counts.spare.size() + 1) return "wrong number of shifts";
    if (const char *why = place_error(counts)) return why;
    // the bits for each kind of tile must be above the bits for all earlier kinds
    int top = 0;
    for (std::size_t i = 0; i < shifts.size(); ++i) {
        const unsigned spare = i + 1 < shifts.size() ? counts.spare[i] : counts.jokers_spare;
        if (!spare) continue;
        if (shifts[i] < top) return "the bits of two tiles overlap";
        top = shifts[i] + std::bit_width(spare);
    }
    return top > kMaxBits ? "too many bits" : nullptr;
}

Subsets count_subsets(const Counts &counts, const std::vector<std::uint8_t> &shifts,
                      const Budget &limit) {
    switch ((counts.colours + 1) / 2) {
    case 1: return run_program<1>(counts, shifts, limit);
    case 2: return run_program<2>(counts, shifts, limit);
    case 3: return run_program<3>(counts, shifts, limit);
    default: return run_program<4>(counts, shifts, limit);
    }
}

} // namespace tilerummy
