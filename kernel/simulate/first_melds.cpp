#include "simulate/first_melds.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace tilerummy::simulate {
namespace {

constexpr int kMostSteps = 2'000, kShortestMeld = 3;

// A meld: the cells of its numbered tiles, its jokers and its points.
struct OneMeld {
    std::vector<int> cells;
    int jokers = 0, points = 0;
};

// Both this search and the referee's consider the same melds in the same order and count the same
// steps, so that both reach the limit at the same time.
class FirstMelds {
  public:
    explicit FirstMelds(const Opening &opening) : opening_(opening) {}

    bool reach(const Tiles &left, int jokers, int points) {
        Tiles key = left;
        key[kJoker] = std::uint8_t(jokers);
        const auto [known, is_new] = reached_.try_emplace(key, points);
        if (!is_new && known->second >= points) return false;
        known->second = points;
        auto more = melds(left, jokers);
        std::stable_sort(more.begin(), more.end(), [](const OneMeld &a, const OneMeld &b) {
            return a.points > b.points;
        });
        steps_ += 1 + int(more.size());
        if (more.empty() || steps_ > kMostSteps) return false;
        if (points + more.front().points >= opening_.points) return true;
        Tiles useful{};
        for (const auto &meld : more)
            for (const int cell : meld.cells) useful[std::size_t(cell)] = left[std::size_t(cell)];
        int most = points + jokers * opening_.numbers;
        for (int cell = 0; cell < opening_.numbers * opening_.colours; ++cell)
            most += useful[std::size_t(cell)] * (cell / opening_.colours + 1);
        if (most < opening_.points) return false;
        for (const auto &meld : more) {
            Tiles rest = left;
            for (const int cell : meld.cells) --rest[std::size_t(cell)];
            if (reach(rest, jokers - meld.jokers, points + meld.points)) return true;
            if (steps_ > kMostSteps) return false;
        }
        return false;
    }

  private:
    int cell(int colour, int number) const { return (number - 1) * opening_.colours + colour; }

    std::vector<OneMeld> melds(const Tiles &left, int jokers) const {
        std::vector<OneMeld> found;
        const int places = opening_.numbers + opening_.one_high;
        const int starts = opening_.numbers > kShortestMeld ? places : 1; // three numbers have only one run
        for (int colour = 0; colour < opening_.colours; ++colour)
            for (int first = 1; first <= starts; ++first) {
                OneMeld run;
                for (int place = first; place <= places; ++place) {
                    const bool high = place > opening_.numbers;
                    if (high && first == 1) break; // a 1 cannot be at both ends
                    const int number = high ? 1 : place, at = cell(colour, number);
                    run.points += number;
                    if (left[std::size_t(at)])
                        run.cells.push_back(at);
                    else if (++run.jokers > jokers)
                        break;
                    if (place - first + 1 >= kShortestMeld && !run.cells.empty()) found.push_back(run);
                }
            }
        for (int number = 1; number <= opening_.numbers; ++number) {
            std::vector<int> same;
            for (int colour = 0; colour < opening_.colours; ++colour)
                if (left[std::size_t(cell(colour, number))]) same.push_back(cell(colour, number));
            for (int size = 1; size <= int(same.size()); ++size) {
                OneMeld group;
                groups(same, 0, size, number, jokers, group, found);
            }
        }
        return found;
    }

    // Adds the groups of *group* and *size* more tiles, in lexicographic order.
    void groups(const std::vector<int> &same, std::size_t from, int size, int number, int jokers,
                OneMeld &group, std::vector<OneMeld> &found) const {
        if (!size) {
            const int held = int(group.cells.size());
            for (int wild = std::max(0, kShortestMeld - held);
                 wild <= std::min(jokers, opening_.colours - held); ++wild)
                found.push_back({group.cells, wild, number * (held + wild)});
            return;
        }
        for (std::size_t i = from; i + std::size_t(size) <= same.size(); ++i) {
            group.cells.push_back(same[i]);
            groups(same, i + 1, size - 1, number, jokers, group, found);
            group.cells.pop_back();
        }
    }

    const Opening &opening_;
    int steps_ = 0;
    std::map<Tiles, int> reached_;
};

} // namespace

bool has_first_melds(const Opening &opening, const Tiles &rack) {
    Tiles left = rack;
    left[kJoker] = 0;
    return FirstMelds(opening).reach(left, opening.jokers ? rack[kJoker] : 0, 0);
}

} // namespace tilerummy::simulate
