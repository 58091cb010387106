// Builds the melds of a quick solution.
#include <algorithm>

#include "quick/quick.hpp"

namespace tilerummy::quick {
namespace {

struct OpenRun {
    int first, last;
    std::uint32_t wild;
    int size() const { return last - first + 1; }
};

class Builder {
  public:
    Builder(const Supply &supply, std::vector<Meld> &melds)
        : melds_(melds), begin_(melds.size()), locked_(supply.locked) {}

    // Extends the open runs of a colour by *tiles* tiles of a number, including *wild* jokers.
    void extend(int colour, int number, int tiles, int wild) {
        auto &open = open_[colour];
        take_locked(colour, number - 1, open);
        const auto count = [&](int size) {
            return std::count_if(open.begin(), open.end(), [&](const OpenRun &run) {
                return std::min(run.size(), 3) == size;
            });
        };
        const int begins = int(std::count_if(locked_.begin(), locked_.end(), [&](const Meld &meld) {
            return !meld.group && meld.colour == colour && meld.first == number;
        }));
        const RunState from{std::uint8_t(count(1)), std::uint8_t(count(2)), std::uint8_t(count(3))};
        Extension left(from, tiles, std::min(begins, kTracks));
        std::vector<OpenRun> then;
        for (auto run : open) {
            int &many = run.size() == 1 ? left.ones : run.size() == 2 ? left.twos : left.more;
            if (many > 0) {
                --many;
                run.last = number;
                then.push_back(run);
            } else
                close(colour, run);
        }
        for (int i = 0; i < left.begun; ++i) then.push_back({number, number, 0});
        for (; wild > 0; --wild) { // in the longest run, which can spare it
            OpenRun *longest = nullptr;
            for (auto &run : then)
                if (!(run.wild >> number & 1) && (!longest || run.size() > longest->size()))
                    longest = &run;
            longest->wild |= 1u << number;
        }
        open = std::move(then);
    }

    // Lays the groups of a number, using *wild* jokers of each colour instead of tiles.
    void group(int number, const Grouped &grouped, PerColour wild) {
        if (grouped.added != kNoColour) {
            auto meld = std::find_if(locked_.begin(), locked_.end(), [&](const Meld &some) {
                return some.group && some.first == number && room(some);
            });
            lay(*meld, grouped.added, wild);
        }
        const PerColour &tiles = kGroups.all[grouped.choice];
        int sum = 0;
        for (const int n : tiles) sum += n;
        if (!sum) return;
        std::array<Meld, 2> groups{group_of(number, 0, 0), group_of(number, 0, 0)};
        for (int c = 0; c < kColours; ++c)
            if (tiles[c] == 2)
                for (auto &meld : groups) lay(meld, c, wild);
        for (int c = 0; c < kColours; ++c)
            if (tiles[c] == 1) lay(groups[sum >= 6 && groups[1].size() < groups[0].size()], c, wild);
        melds_.insert(melds_.end(), groups.begin(), groups.begin() + (sum >= 6 ? 2 : 1));
    }

    // Closes all runs and adds *jokers* jokers to the melds. Returns false if that is impossible.
    bool finish(int numbers, int jokers) {
        for (int c = 0; c < kColours; ++c) {
            take_locked(c, numbers, open_[c]);
            for (const auto &run : open_[c]) close(c, run);
        }
        melds_.insert(melds_.end(), locked_.begin(), locked_.end());
        for (std::size_t i = begin_; jokers > 0 && i < melds_.size(); ++i)
            while (jokers > 0 && add_joker(melds_[i], numbers)) --jokers;
        return !failed_ && !jokers && std::none_of(melds_.begin() + std::ptrdiff_t(begin_), melds_.end(),
                                       [](const Meld &meld) { return meld.jokers() == meld.size(); });
    }

  private:
    // Moves the locked runs that end at a number to the *open* runs.
    void take_locked(int colour, int number, std::vector<OpenRun> &open) {
        for (auto at = locked_.begin(); at != locked_.end();)
            if (!at->group && at->colour == colour && at->last == number) {
                open.push_back({at->first, at->last, at->mask});
                at = locked_.erase(at);
            } else
                ++at;
    }

    // Lays a run. If it is too short, joins it to the locked run that begins after it.
    void close(int colour, const OpenRun &run) {
        if (run.size() >= 3) {
            melds_.push_back(run_of(colour, run.first, run.last, run.wild));
            return;
        }
        auto locked = std::find_if(locked_.begin(), locked_.end(), [&](const Meld &meld) {
            return !meld.group && meld.colour == colour && meld.first == run.last + 1;
        });
        if (locked == locked_.end()) {
            failed_ = true;
            return;
        }
        locked->first = std::uint8_t(run.first);
        locked->mask |= run.wild;
    }

    static void lay(Meld &group, int colour, PerColour &wild) {
        if (wild[colour]) {
            --wild[colour];
            ++group.group_jokers;
        } else
            group.mask |= 1u << colour;
    }

    static bool add_joker(Meld &meld, int numbers) {
        if (meld.group) {
            if (meld.size() >= kColours) return false;
            ++meld.group_jokers;
        } else if (meld.last < numbers)
            meld.mask |= 1u << ++meld.last;
        else if (meld.first > 1)
            meld.mask |= 1u << --meld.first;
        else
            return false;
        return true;
    }

    std::vector<Meld> &melds_;
    const std::size_t begin_;
    std::vector<Meld> locked_;
    std::array<std::vector<OpenRun>, kColours> open_;
    bool failed_ = false;
};

} // namespace

bool Solver::arrange(std::vector<Meld> &melds, Tiles &laid_more) const {
    Builder builder(supply_, melds);
    laid_more.fill(0);
    for (int number = 1; number <= supply_.numbers; ++number) {
        const Node &laid = path_[std::size_t(number) - 1];
        const PerColour grouped = laid.grouped.tiles();
        PerColour wild{};
        for (int c = 0; c < kColours; ++c) {
            const int cell = (number - 1) * kColours + c, in_runs = laid.in_runs[c];
            const int tiles = in_runs + grouped[c];
            const int jokers = std::max(0, tiles - supply_.available(cell));
            wild[c] = std::uint8_t(std::max(0, jokers - in_runs));
            laid_more[cell] = std::uint8_t(tiles - jokers - supply_.need[cell]);
            builder.extend(c, number, in_runs, jokers - wild[c]);
        }
        builder.group(number, laid.grouped, wild);
    }
    laid_more[kCells] = std::uint8_t(supply_.jokers_own);
    return builder.finish(supply_.numbers, supply_.jokers() - path_.back().jokers);
}

} // namespace tilerummy::quick
