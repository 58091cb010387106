// The open runs of one colour: up to two, each of length 1, 2, or 3 and more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tilerummy::quick {

constexpr int kTracks = 2, kRunStates = 10;
constexpr std::uint8_t kNoState = 255;

struct RunState {
    std::uint8_t ones, twos, more;
    constexpr int must_extend() const { return ones + twos; }
    constexpr bool operator==(const RunState &) const = default;
};

// How many open runs of each length are extended by tiles of the next number, and how many runs
// begin there. Short runs that are not extended continue in one of the `ends` locked runs that
// begin there.
struct Extension {
    int ones = 0, twos = 0, more = 0, begun = 0;
    bool possible = true;

    constexpr Extension(const RunState &from, int tiles, int ends) {
        twos = std::min<int>(from.twos, tiles);
        ones = std::max(0, from.must_extend() - ends - twos);
        if (ones > from.ones || twos + ones > tiles) {
            possible = false;
            return;
        }
        more = std::min<int>(from.more, tiles - twos - ones);
        const int left = std::min(from.ones - ones, tiles - twos - ones - more);
        ones += left;
        begun = tiles - twos - ones - more;
    }
};

struct RunStates {
    std::array<RunState, kRunStates> all{};
    // The next state, indexed by the number of locked runs that begin at the next number, the
    // current state, and the number of tiles laid in runs.
    std::array<std::array<std::array<std::uint8_t, kTracks + 1>, kRunStates>, kTracks + 1> next{};
    // The state after locked runs that end at this number join the longer runs, indexed by the
    // number of those locked runs and the current state.
    std::array<std::array<std::uint8_t, kRunStates>, kTracks + 1> joined{};

    constexpr RunStates() {
        int count = 0;
        for (int runs = 0; runs <= kTracks; ++runs)
            for (int ones = 0; ones <= runs; ++ones)
                for (int twos = 0; ones + twos <= runs; ++twos)
                    all[count++] = {std::uint8_t(ones), std::uint8_t(twos),
                                    std::uint8_t(runs - ones - twos)};
        for (int some = 0; some <= kTracks; ++some)
            for (int state = 0; state < kRunStates; ++state) {
                const RunState &from = all[state];
                const int more = std::min(from.more + some, kTracks - from.must_extend());
                joined[some][state] = place_of({from.ones, from.twos, std::uint8_t(more)});
                for (int tiles = 0; tiles <= kTracks; ++tiles) {
                    const Extension to(from, tiles, some);
                    next[some][state][tiles] =
                        to.possible ? place_of({std::uint8_t(to.begun), std::uint8_t(to.ones),
                                                std::uint8_t(to.twos + to.more)})
                                    : kNoState;
                }
            }
    }

  private:
    constexpr std::uint8_t place_of(const RunState &some) const {
        for (int i = 0; i < kRunStates; ++i)
            if (all[i] == some) return std::uint8_t(i);
        return kNoState;
    }
};

inline constexpr RunStates kStates{};
static_assert(kStates.all[0] == RunState{0, 0, 0});

} // namespace tilerummy::quick
