#include "quick/subsets.hpp"

#include <algorithm>
#include <utility>

namespace tilerummy::quick {
namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr int kKeys = kRunStates * kRunStates * kRunStates * kRunStates, kBits = 60;
constexpr std::size_t kMaxNodes = 600, kMaxCodes = 512;
constexpr std::size_t kFewCodes = 32; // per node, after very many were created
constexpr std::size_t kMany = 100'000, kMaxMade = 300'000, kMaxReplaced = 4096;

int key_of(const PerColour &states, int jokers) {
    int key = jokers;
    for (const int state : states) key = key * kRunStates + state;
    return key;
}

// Removes duplicate codes, retaining the entry with the fewest jokers.
void leave_least(std::vector<std::pair<std::uint64_t, int>> &all) {
    std::sort(all.begin(), all.end());
    const auto same = [](const auto &x, const auto &y) { return x.first == y.first; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
}

} // namespace

// Assigns each cell a bit field in the code, to count the rack tiles laid there. Returns false if a
// code has too few bits.
bool Subsets::number_codes(const Supply &supply) {
    int bits = 0;
    for (int cell = 0; cell < supply.numbers * kColours; ++cell) {
        shift_[cell] = std::uint8_t(bits);
        bits += std::bit_width(unsigned(supply.own[cell]));
    }
    return bits <= kBits;
}

Subsets::Node &Subsets::node(const PerColour &states, int jokers) {
    auto &place = slots_[key_of(states, jokers)];
    if (place == kNone) {
        place = std::uint32_t(used_++);
        if (next_.size() < used_) next_.emplace_back();
        next_[place].states = states;
        next_[place].jokers = std::uint8_t(jokers);
        next_[place].codes.clear();
    }
    return next_[place];
}

void Subsets::merge(std::vector<std::uint64_t> &into) {
    std::sort(into.begin(), into.end());
    into.erase(std::unique(into.begin(), into.end()), into.end());
    const std::size_t most = made_ > kMany ? kFewCodes : kMaxCodes;
    if (into.size() <= most) return;
    into.resize(most);
    cut = true;
}

// Adds the sets that lay jokers instead of tiles, which then stay on the rack.
void Subsets::replace_by_jokers(const Supply &supply, WithJokers &all) {
    for (int laid = 1; laid <= supply.jokers(); ++laid) {
        const std::size_t size = all.size();
        for (std::size_t i = 0; i < size; ++i) {
            const auto [code, jokers] = all[i];
            if (jokers != laid - 1) continue;
            if (all.size() > kMaxReplaced) {
                cut = true;
                break;
            }
            for (int cell = 0; cell < supply.numbers * kColours; ++cell) {
                const unsigned own = (1u << std::bit_width(unsigned(supply.own[cell]))) - 1;
                if (own && code >> shift_[cell] & own)
                    all.push_back({code - (1ull << shift_[cell]), laid});
            }
        }
        leave_least(all);
    }
}

bool Subsets::find(const Supply &supply) {
    sets.clear();
    cut = false;
    made_ = 0;
    if (!supply.fits() || !number_codes(supply)) return false;
    const int jokers = supply.jokers();
    if (slots_.size() < std::size_t(kKeys) * (jokers + 1))
        slots_.resize(std::size_t(kKeys) * (jokers + 1), kNone);
    nodes_.assign(1, {{}, 0, {0}});
    std::size_t count = 1;
    for (int number = 1; number <= supply.numbers; ++number) {
        const Number at(supply, number);
        used_ = 0;
        for (std::size_t i = 0; i < count && made_ <= kMaxMade; ++i) {
            const Node &from = nodes_[i];
            expand(at, from.states, jokers - from.jokers, {0, 0}, [&](const Laid &laid) {
                std::uint64_t more = 0;
                for (int c = 0; c < kColours; ++c)
                    more |= std::uint64_t(laid.used[c]) << shift_[(number - 1) * kColours + c];
                auto &codes = node(laid.states, from.jokers + laid.jokers).codes;
                for (const auto code : from.codes) codes.push_back(code | more);
                made_ += from.codes.size();
                if (codes.size() > 4 * kMaxCodes) merge(codes);
            });
        }
        for (std::size_t i = 0; i < used_; ++i) {
            slots_[key_of(next_[i].states, next_[i].jokers)] = kNone;
            merge(next_[i].codes);
        }
        if (used_ > kMaxNodes || made_ > kMaxMade) return false;
        std::swap(nodes_, next_);
        count = used_;
    }
    WithJokers all;
    for (std::size_t i = 0; i < count; ++i)
        for (const auto code : nodes_[i].codes) all.push_back({code, nodes_[i].jokers});
    leave_least(all);
    replace_by_jokers(supply, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        Set set{{}, std::max(0, all[i].second - supply.jokers_need), all[i].second > 2};
        for (int cell = 0; cell < supply.numbers * kColours; ++cell)
            if (const unsigned own = supply.own[cell])
                set.tiles[cell] =
                    std::uint8_t(all[i].first >> shift_[cell] & ((1u << std::bit_width(own)) - 1));
        sets.push_back(set);
    }
    return true;
}

} // namespace tilerummy::quick
