// Sets of sets of tiles, united and compared block by block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tilerummy {

constexpr int kWords = 8;    // of a block
constexpr int kBlockBits = 9; // of a code, that say where in its block it is

// The codes from 512 * key on, a bit for each. Many families are dense, so blocks are wide enough
// to be united with few instructions; others are not, so empty blocks are left out.
struct Block {
    std::uint64_t key;
    std::array<std::uint64_t, kWords> words;

    bool empty() const {
        std::uint64_t any = 0;
        for (const auto word : words) any |= word;
        return !any;
    }
};

// Sets of sets of tiles, by the keys of their blocks.
using Family = std::vector<Block>;

inline Family none_of_them() { return {{0, {1}}}; }

// Returns a block with *offset* added to its codes, which must be less than its lowest bit.
inline Block moved(const Block &block, std::uint64_t offset) {
    const int within = offset & ((1 << kBlockBits) - 1), by = within >> 6, bits = within & 63;
    Block there{block.key + (offset >> kBlockBits), {}};
    if (bits)
        there.words[by] = block.words[0] << bits;
    else
        for (int i = by; i < kWords; ++i) there.words[i] = block.words[i - by];
    return there;
}

// Puts into *family* what is in *other*, with *offset* added to its codes; those must be less than
// the lowest bit of the offset.
inline void unite(Family &family, const Family &other, std::uint64_t offset) {
    const std::uint64_t keys = offset >> kBlockBits;
    std::size_t lacking = 0;
    auto mine = family.begin();
    for (const Block &theirs : other) {
        while (mine != family.end() && mine->key < theirs.key + keys) ++mine;
        lacking += mine == family.end() || mine->key != theirs.key + keys;
    }
    auto from = family.size();
    family.resize(from + lacking);
    auto to = family.size();
    for (auto theirs = other.rbegin(); theirs != other.rend(); ++theirs) {
        const Block block = moved(*theirs, offset);
        while (from && family[from - 1].key > block.key) {
            --from, --to;
            if (from != to) family[to] = family[from];
        }
        --to;
        if (from && family[from - 1].key == block.key) {
            --from;
            if (from != to) family[to] = family[from];
            for (int i = 0; i < kWords; ++i) family[to].words[i] |= block.words[i];
        } else {
            family[to] = block;
        }
    }
}

// Takes out of *family* what is in *other* as well.
inline void take_out(Family &family, const Family &other) {
    auto theirs = other.begin();
    auto kept = family.begin();
    for (auto mine = family.begin(); mine != family.end(); ++mine) {
        while (theirs != other.end() && theirs->key < mine->key) ++theirs;
        if (theirs != other.end() && theirs->key == mine->key)
            for (int i = 0; i < kWords; ++i) mine->words[i] &= ~theirs->words[i];
        if (mine->empty()) continue;
        if (kept != mine) *kept = *mine;
        ++kept;
    }
    family.erase(kept, family.end());
}

} // namespace tilerummy
