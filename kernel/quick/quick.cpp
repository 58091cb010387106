#include "quick/quick.hpp"

#include <algorithm>

namespace tilerummy::quick {
namespace {

constexpr std::size_t kFewSteps = 300, kMaxSteps = 25'000;
constexpr std::size_t kNarrow = 4, kWide = ~std::size_t(0);
constexpr std::size_t kWorthComparing = 16; // nodes per number
constexpr std::uint32_t kNone = ~0u;
constexpr std::size_t kRanks = kColours * (kMaxJokers + kTracks) + 1; // see Solver::narrow
constexpr int kKeys = kRunStates * kRunStates * kRunStates * kRunStates;

// The burden of each state of a colour's runs, packed into nine bits. Three fields of two bits and
// a guard bit count the runs of one tile, the runs of one or two tiles, and the runs missing from
// the maximum.
constexpr int kLanes = 9;
constexpr std::uint64_t kGuards = 0b100'100'100'100'100'100'100'100'100'100'100'100 | 1ull << 44;
constexpr auto kBurdens = [] {
    std::array<std::uint64_t, kRunStates> all{};
    for (int s = 0; s < kRunStates; ++s) {
        const RunState &runs = kStates.all[s];
        const int missing = kTracks - runs.must_extend() - runs.more;
        all[s] = std::uint64_t(runs.ones | runs.must_extend() << 3 | missing << 6);
    }
    return all;
}();

} // namespace

std::uint32_t &Solver::slot(const PerColour &states, int jokers) {
    int key = jokers;
    for (const int state : states) key = key * kRunStates + state;
    return slots_[key];
}

void Solver::add(const Node &node) {
    for (int fewer = 0; fewer < node.jokers; ++fewer) {
        const auto place = slot(node.states, fewer);
        if (place != kNone && nodes_[place].lost <= node.lost) return;
    }
    auto &place = slot(node.states, node.jokers);
    if (place == kNone) {
        place = std::uint32_t(nodes_.size());
        nodes_.push_back(node);
    } else if (nodes_[place].lost > node.lost)
        nodes_[place] = node;
}

int Solver::best(const Supply &supply, const Weights &weights, int more_than) {
    steps_ = 0;
    if (!supply.fits()) return kGaveUp;
    supply_ = supply;
    weights_ = weights;
    const int jokers = supply.jokers();
    if (isolated(supply) > kMaxBesideJoker * jokers) return -1;
    if (slots_.size() < std::size_t(kKeys) * (jokers + 1))
        slots_.resize(std::size_t(kKeys) * (jokers + 1), kNone);
    numbers_.clear();
    int all = supply.jokers_own * weights.per_joker;
    for (int number = 1; number <= supply.numbers; ++number) {
        numbers_.emplace_back(supply, number);
        for (const int own : numbers_.back().own) all += own * each(number);
    }
    const int most_lost = all - more_than - 1;
    bool found = look(most_lost, kFewSteps, kWide);
    if (steps_ > kFewSteps) {
        // most slow racks can be laid entirely; otherwise leave one tile, then three, and so on
        found = look(std::min(0, most_lost), kMaxSteps, kNarrow);
        int lost = -1;
        for (int tiles = 0; !found && lost < most_lost && steps_ <= kMaxSteps; tiles = tiles * 2 + 1) {
            lost = tiles * each(supply.numbers);
            if (2 * lost >= most_lost) lost = most_lost; // a retry would take equally long
            found = look(lost, kMaxSteps, kWide);
        }
        if (!found && steps_ > kMaxSteps) return kGaveUp;
    }
    return found ? all - path_.back().lost : -1;
}

// Removes dominated nodes. A node dominates another if it loses at most as much value, has laid at
// most as many jokers, owes at most as many tiles to its runs, and has at least as many runs.
void Solver::drop_dominated(std::size_t begin) {
    if (nodes_.size() - begin < kWorthComparing) return;
    const auto first = nodes_.begin() + std::ptrdiff_t(begin);
    std::sort(first, nodes_.end(), [](const Node &x, const Node &y) {
        if (x.lost != y.lost) return x.lost < y.lost;
        return x.jokers != y.jokers ? x.jokers < y.jokers : x.states < y.states;
    });
    burdens_.clear();
    const auto is_dominated = [&](const Node &node) {
        std::uint64_t burden = node.jokers;
        for (const int state : node.states) burden = burden << kLanes | kBurdens[state];
        for (const std::uint64_t less : burdens_)
            if ((((burden | kGuards) - less) & kGuards) == kGuards) return true;
        burdens_.push_back(burden);
        return false;
    };
    nodes_.erase(std::remove_if(first, nodes_.end(), is_dominated), nodes_.end());
}

// Retains the best *width* nodes: those with the fewest jokers laid and the fewest tiles owed to
// runs, and of equal ones the first.
void Solver::narrow(std::size_t begin, std::size_t width) {
    if (nodes_.size() - begin <= width) return;
    const auto rank = [](const Node &node) {
        int owed = 0;
        for (const int state : node.states) owed += kStates.all[state].must_extend();
        return kColours * node.jokers + owed;
    };
    std::array<std::size_t, kRanks> room{};
    const auto first = nodes_.begin() + std::ptrdiff_t(begin);
    for (auto node = first; node != nodes_.end(); ++node) ++room[std::size_t(rank(*node))];
    for (std::size_t left = width, i = 0; i < kRanks; left -= room[i++])
        room[i] = std::min(room[i], left);
    const auto is_dropped = [&](const Node &node) {
        auto &left = room[std::size_t(rank(node))];
        return left ? (--left, false) : true;
    };
    nodes_.erase(std::remove_if(first, nodes_.end(), is_dropped), nodes_.end());
}

bool Solver::look(int most_lost, std::size_t most_steps, std::size_t width) {
    const int jokers = supply_.jokers();
    nodes_.clear();
    nodes_.push_back({});
    std::size_t begin = 0;
    for (const Number &at : numbers_) {
        const std::size_t end = nodes_.size();
        for (std::size_t i = begin; i < end && steps_ <= most_steps; ++i) {
            const Node from = nodes_[i];
            const Loss loss{each(at.number), most_lost - from.lost};
            expand(at, from.states, jokers - from.jokers, loss, [&](const Laid &laid) {
                ++steps_;
                int lost = from.lost;
                for (int c = 0; c < kColours; ++c) lost += (at.own[c] - laid.used[c]) * loss.each;
                add({lost, std::uint32_t(i), laid.states, laid.in_runs,
                     std::uint8_t(from.jokers + laid.jokers), laid.grouped});
            });
        }
        for (std::size_t i = end; i < nodes_.size(); ++i)
            slot(nodes_[i].states, nodes_[i].jokers) = kNone;
        if (steps_ > most_steps || nodes_.size() == end) return false;
        drop_dominated(end);
        narrow(end, width);
        begin = end;
    }
    const auto best = std::min_element(nodes_.begin() + std::ptrdiff_t(begin), nodes_.end(),
                                       [](const Node &x, const Node &y) { return x.lost < y.lost; });
    path_.assign(numbers_.size(), *best);
    for (std::size_t i = numbers_.size() - 1; i > 0; --i) path_[i - 1] = nodes_[path_[i].before];
    return true;
}

} // namespace tilerummy::quick
