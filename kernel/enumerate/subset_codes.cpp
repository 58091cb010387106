#include "enumerate/subset_codes.hpp"

#include <algorithm>
#include <bit>

namespace tilerummy {

std::vector<std::uint8_t> rack_shifts(const Position &position) {
    std::vector<std::uint8_t> shifts;
    int bits = 0;
    for (int cell = 0; cell <= position.cells(); ++cell) {
        shifts.push_back(std::uint8_t(std::min(bits, 255)));
        bits += std::bit_width(unsigned(cell < position.cells() ? position.rack[cell] : position.rack_jokers));
    }
    return shifts;
}

std::uint64_t SubsetCodes::code(const Tiles &tiles) const {
    std::uint64_t code = 0;
    for_kinds([&](int cell) { code += std::uint64_t(tiles[cell]) << shift(cell); });
    return code;
}

Tiles SubsetCodes::tiles(std::uint64_t code) const {
    Tiles tiles{};
    for_kinds([&](int cell) {
        const int width = std::bit_width(unsigned(count(cell)));
        tiles[cell] = code >> shift(cell) & ((1u << width) - 1);
    });
    return tiles;
}

void SubsetCodes::keep_with(CodeSet &set, const Tiles &tiles) const {
    for (int cell = 0; cell <= kJoker; ++cell)
        if (tiles[cell] && !set.empty()) keep_with(set, cell, tiles[cell]);
}

// Removes the subsets with fewer than *times* copies of a tile. The upper bits of the tile's count
// are part of a block's key, the lower ones part of the index within the block. Each value of the
// upper bits has its own mask.
void SubsetCodes::keep_with(CodeSet &set, int cell, int times) const {
    if (count(cell) < times) return set.clear();
    const int start = shift(cell), width = std::bit_width(unsigned(count(cell)));
    const int low = std::clamp(kBlockBits - start, 0, width), high = width - low;
    std::vector<Block> masks(std::size_t(1) << high);
    for (std::size_t upper = 0; upper < masks.size(); ++upper)
        for (int place = 0; place < 1 << kBlockBits; ++place) {
            const int lower = low ? place >> start & ((1 << low) - 1) : 0;
            if (int(upper << low) + lower >= times)
                masks[upper].words[place >> 6] |= std::uint64_t(1) << (place & 63);
        }
    const int above = std::max(0, start - kBlockBits);
    change_blocks(set, {}, [&](Block &block, const Block *) {
        const Block &mask = masks[block.key >> above & (masks.size() - 1)];
        for (int i = 0; i < kWords; ++i) block.words[i] &= mask.words[i];
    });
}

} // namespace tilerummy
