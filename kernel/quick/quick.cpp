#include "quick/quick.hpp"

namespace tilerummy::quick {
namespace {

constexpr std::size_t kWidest = 4000, kMostSteps = 25'000; // of a number, of all
constexpr std::uint32_t kNone = ~0u;
constexpr int kKeys = kRunStates * kRunStates * kRunStates * kRunStates;

} // namespace

std::uint32_t &Solver::slot(const PerColour &states, int jokers) {
    int key = jokers;
    for (const int state : states) key = key * kRunStates + state;
    return slots_[key];
}

void Solver::add(const Node &node) {
    for (int fewer = 0; fewer < node.jokers; ++fewer) {
        const auto place = slot(node.states, fewer);
        if (place != kNone && nodes_[place].score >= node.score) return;
    }
    auto &place = slot(node.states, node.jokers);
    if (place == kNone) {
        place = std::uint32_t(nodes_.size());
        nodes_.push_back(node);
    } else if (nodes_[place].score < node.score)
        nodes_[place] = node;
}

int Solver::best(const Supply &supply, const Weights &weights) {
    steps_ = 0;
    if (!supply.fits()) return kGaveUp;
    supply_ = supply;
    const int jokers = supply.jokers();
    if (isolated(supply) > kMostBesideJoker * jokers) return -1;
    if (slots_.size() < std::size_t(kKeys) * (jokers + 1))
        slots_.resize(std::size_t(kKeys) * (jokers + 1), kNone);
    nodes_.clear();
    nodes_.push_back({0, 0, {}, {}, 0, {}});
    layers_.assign(1, 0);
    for (int number = 1; number <= supply.numbers; ++number) {
        const Number at(supply, number);
        const int each = weights.per_tile + number * weights.per_point;
        const std::size_t begin = layers_.back(), end = nodes_.size();
        const auto too_many = [&] { return nodes_.size() - end > kWidest || steps_ > kMostSteps; };
        for (std::size_t i = begin; i < end && !too_many(); ++i) {
            const Node from = nodes_[i];
            expand(at, from.states, jokers - from.jokers, [&](const Laid &laid) {
                ++steps_;
                int used = 0;
                for (const int n : laid.used) used += n;
                add({from.score + used * each, std::uint32_t(i), laid.states, laid.in_runs,
                     std::uint8_t(from.jokers + laid.jokers), laid.grouped});
            });
        }
        for (std::size_t i = end; i < nodes_.size(); ++i)
            slot(nodes_[i].states, nodes_[i].jokers) = kNone;
        if (too_many()) return kGaveUp;
        if (nodes_.size() == end) return -1;
        layers_.push_back(end);
    }
    int most = -1;
    for (std::size_t i = layers_.back(); i < nodes_.size(); ++i)
        if (nodes_[i].score > most) most = nodes_[i].score, last_ = i;
    return most + supply.jokers_own * weights.per_joker;
}

} // namespace tilerummy::quick
