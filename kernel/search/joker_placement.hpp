// The search for homes of replaced jokers, until as good as if those might lie anywhere.
#pragma once

#include <array>
#include <vector>

#include "jokers/joker_melds.hpp"
#include "search/search.hpp"

namespace tilerummy {

class Lodging {
  public:
    Lodging(const Position &position, const Settlement &settlement, Search &search);

    // Looks for homes; *laid* is the best answer of the *relaxed* branch of the settlement.
    void look(Branch &relaxed, const Laid &laid);

  private:
    // A home, and what any answer with it is worth at most.
    struct Guest {
        Home home;
        std::int64_t bound;
        bool likely = false, asked = false; // is that known for this very home
    };

    std::int64_t value(const Branch &branch, const Laid &laid) const;
    std::int64_t bound_of(Branch &branch, Laid &laid);
    void note(const Branch &branch, const Laid &laid);
    void bound_guests();
    bool is_likely(const Home &home) const;
    void answer_with(Guest &guest);
    std::int64_t bound_of(int cell);
    std::int64_t bound_of(const Home &home);
    bool hopeful(Guest &guest);
    void choose(int freed, int most, std::size_t from);
    void lodge();
    void answer();
    bool over();
    void tire();

    const Position &position_;
    const Settlement &settlement_;
    Search &search_;
    const Supply supply_;
    Branch *relaxed_ = nullptr; // with a joker less, once it is asked what is possible in a place
    std::int64_t most_ = 0; // what an answer is worth at most
    int looked_at_ = 0, passed_ = 0; // homes asked about, and all
    bool likely_only_ = true, over_ = false;
    std::vector<Meld> likely_;
    std::array<std::int64_t, kCells> faces_{}; // what is possible at most if a joker lies there, if asked
    std::vector<std::vector<Guest>> guests_;   // by how many replaced jokers they take
    Housing housing_;
};

} // namespace tilerummy
