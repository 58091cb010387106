// Sets of rack subsets. A subset is encoded as a code (see subset_codes.hpp), and a set of subsets
// as a sparse bitmap of codes: blocks of 512 bits, with empty blocks omitted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace tilerummy {

constexpr int kWords = 8;     // per block
constexpr int kBlockBits = 9; // bits of a code within its block
constexpr int kMaxBits = 28; // bits per code
constexpr int kBlocksOfState = 64; // blocks united or intersected in the time that a state takes

// One bit for each of the 512 codes that start at 512 * key. Many sets are dense, so blocks are
// wide enough to unite sets with few instructions; sparse sets omit empty blocks.
struct Block {
    std::uint64_t key;
    std::array<std::uint64_t, kWords> words;

    bool empty() const {
        std::uint64_t any = 0;
        for (const auto word : words) any |= word;
        return !any;
    }
};

// Nonempty blocks, sorted by key.
using CodeSet = std::vector<Block>;

// Returns a set as bytes: one bit per code, lowest code first.
inline std::vector<std::uint8_t> dense_bytes(const CodeSet &codes) {
    const std::size_t blocks = codes.empty() ? 0 : codes.back().key + 1;
    std::vector<std::uint8_t> dense(blocks * kWords * 8);
    for (const auto &block : codes)
        for (int i = 0; i < kWords; ++i)
            for (int k = 0; k < 8; ++k)
                dense[(block.key * kWords + i) * 8 + k] = block.words[i] >> k * 8 & 255;
    return dense;
}

inline CodeSet empty_subset() { return {{0, {1}}}; }

// Returns *block* with *offset* added to its codes, which must all be below the lowest set bit of
// *offset*.
inline Block moved(const Block &block, std::uint64_t offset) {
    const int within = offset & ((1 << kBlockBits) - 1), by = within >> 6, bits = within & 63;
    Block there{block.key + (offset >> kBlockBits), {}};
    if (bits)
        there.words[by] = block.words[0] << bits;
    else
        for (int i = by; i < kWords; ++i) there.words[i] = block.words[i - by];
    return there;
}

// Adds each code of *other*, plus *offset*, to *set*. The codes must be below the lowest set bit of
// *offset*.
inline void unite(CodeSet &set, const CodeSet &other, std::uint64_t offset = 0) {
    const std::uint64_t keys = offset >> kBlockBits;
    std::size_t lacking = 0;
    auto mine = set.begin();
    for (const Block &theirs : other) {
        while (mine != set.end() && mine->key < theirs.key + keys) ++mine;
        lacking += mine == set.end() || mine->key != theirs.key + keys;
    }
    auto from = set.size();
    set.resize(from + lacking);
    auto to = set.size();
    for (auto theirs = other.rbegin(); theirs != other.rend(); ++theirs) {
        const Block block = moved(*theirs, offset);
        while (from && set[from - 1].key > block.key) {
            --from, --to;
            if (from != to) set[to] = set[from];
        }
        --to;
        if (from && set[from - 1].key == block.key) {
            --from;
            if (from != to) set[to] = set[from];
            for (int i = 0; i < kWords; ++i) set[to].words[i] |= block.words[i];
        } else {
            set[to] = block;
        }
    }
}

// Calls *change* with each block of *set* and the block of *other* that has the same key, or null
// if *other* has no such block. Then removes the blocks that became empty.
template <class Change> void change_blocks(CodeSet &set, const CodeSet &other, Change change) {
    auto theirs = other.begin();
    auto kept = set.begin();
    for (auto mine = set.begin(); mine != set.end(); ++mine) {
        while (theirs != other.end() && theirs->key < mine->key) ++theirs;
        const bool same = theirs != other.end() && theirs->key == mine->key;
        change(*mine, same ? &*theirs : nullptr);
        if (mine->empty()) continue;
        if (kept != mine) *kept = *mine;
        ++kept;
    }
    set.erase(kept, set.end());
}

inline void subtract(CodeSet &set, const CodeSet &other) {
    change_blocks(set, other, [](Block &block, const Block *theirs) {
        for (int i = 0; theirs && i < kWords; ++i) block.words[i] &= ~theirs->words[i];
    });
}

inline void intersect(CodeSet &set, const CodeSet &other) {
    change_blocks(set, other, [](Block &block, const Block *theirs) {
        for (int i = 0; i < kWords; ++i) block.words[i] &= theirs ? theirs->words[i] : 0;
    });
}

inline CodeSet shifted(const CodeSet &set, std::uint64_t offset) {
    const int within = offset & ((1 << kBlockBits) - 1), by = within >> 6, bits = within & 63;
    CodeSet there;
    there.reserve(set.size() + 1);
    for (const Block &block : set) {
        Block low{block.key + (offset >> kBlockBits), {}}, high{low.key + 1, {}};
        const auto put = [&](int word, std::uint64_t value) {
            (word < kWords ? low.words[word] : high.words[word - kWords]) |= value;
        };
        for (int i = 0; i < kWords; ++i) {
            put(i + by, block.words[i] << bits);
            if (bits) put(i + by + 1, block.words[i] >> (64 - bits));
        }
        if (!there.empty() && there.back().key == low.key)
            for (int i = 0; i < kWords; ++i) there.back().words[i] |= low.words[i];
        else if (!low.empty())
            there.push_back(low);
        if (!high.empty()) there.push_back(high);
    }
    return there;
}

// Calls *use* with every code of a set in ascending order until it returns false.
template <class Use> void for_codes(const CodeSet &set, Use use) {
    for (const Block &block : set)
        for (int i = 0; i < kWords; ++i)
            for (std::uint64_t left = block.words[i]; left; left &= left - 1)
                if (!use(block.key << kBlockBits | i << 6 | std::countr_zero(left))) return;
}

} // namespace tilerummy
