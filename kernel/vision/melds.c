#include "vision/melds.h"

#include "vision/vision.h"

enum { NUMBERS = 13, SHORTEST = 3, LONGEST = NUMBERS, UNKNOWN = -1 };

// Return whether the faces are a run, in ascending (1) or descending (-1) order.
static int is_run(const int *faces, int count, int step) {
    int first = UNKNOWN; // the face of the first tile, as derived from each tile
    for (int i = 0; i < count; ++i) {
        if (faces[i] == VISION_JOKER) continue;
        const int number = faces[i] % NUMBERS - step * i, last = number + step * (count - 1);
        const int face = faces[i] - faces[i] % NUMBERS + number;
        if (number < 0 || number >= NUMBERS || last < 0 || last >= NUMBERS) return 0;
        if (first != UNKNOWN && face != first) return 0;
        first = face;
    }
    return 1;
}

static int is_group(const int *faces, int count) {
    int number = UNKNOWN, colours = 0;
    for (int i = 0; i < count; ++i) {
        if (faces[i] == VISION_JOKER) continue;
        const int colour = 1 << faces[i] / NUMBERS;
        if (colours & colour || (number != UNKNOWN && number != faces[i] % NUMBERS)) return 0;
        number = faces[i] % NUMBERS, colours |= colour;
    }
    return count <= 4;
}

static int is_meld(const int *faces, int count) {
    return is_group(faces, count) || is_run(faces, count, 1) || is_run(faces, count, -1);
}

int split_melds(const int *faces, int count, int *parts) {
    int melds[VISION_TILES + 1] = {0}, last[VISION_TILES + 1]; // up to each index: fewest melds, size of the last
    for (int end = SHORTEST; end <= count; ++end)
        for (int size = SHORTEST; size <= LONGEST && size <= end; ++size) {
            const int before = melds[end - size];
            if ((end > size && !before) || (melds[end] && melds[end] <= before + 1)) continue;
            if (is_meld(faces + end - size, size)) melds[end] = before + 1, last[end] = size;
        }
    const int found = melds[count] ? melds[count] : 1;
    if (found == 1) parts[0] = count;
    for (int i = found - 1, end = count; i >= 0 && found > 1; --i) parts[i] = last[end], end -= last[end];
    return found;
}
