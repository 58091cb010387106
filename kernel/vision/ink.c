#include "vision/ink.h"

#include "vision/numbers.h"

enum { LEVELS = 64, EDGE = 3 };

#define CERTAIN 12.0f // the distance of scores

// The pixels of a crop that show the tile without its border.
typedef struct {
    int left, right, top, bottom; // the last two are exclusive
} inner;

static inner inner_of(float aspect) {
    const float width = CROP / CROP_WIDTHS, height = between(1, aspect, 1.55f) * width;
    const inner all = {(int)(CROP / 2 - width / 2) + EDGE, (int)(CROP / 2 + width / 2) - EDGE + 1,
                       (int)larger(0, CROP / 2 - height / 2) + EDGE, (int)smaller(CROP, CROP / 2 + height / 2) - EDGE + 1};
    return all;
}

static float light_of(const float *crop, int at) {
    return 0.299f * crop[at] + 0.587f * crop[at + CROP_PIXELS] + 0.114f * crop[at + 2 * CROP_PIXELS];
}

// Return the level below which *share* of all counted pixels are.
static int quantile(const int counts[LEVELS], int all, float share) {
    int sum = 0, level = 0;
    while (level < LEVELS - 1 && (float)(sum += counts[level]) < share * (float)all) ++level;
    return level;
}

// Measure how brightness changes from pixel to pixel: the means of products of changes to the right and downwards.
static void measure_edges(const float *crop, const inner *in, float range, float edges[3]) {
    float count = 0;
    for (int y = in->top; y < in->bottom; ++y)
        for (int x = in->left; x < in->right; ++x) {
            const int at = y * CROP + x;
            const float right = (light_of(crop, at + 1) - light_of(crop, at - 1)) / range;
            const float down = (light_of(crop, at + CROP) - light_of(crop, at - CROP)) / range;
            edges[0] += right * right, edges[1] += right * down, edges[2] += down * down;
            count += 1;
        }
    for (int i = 0; i < 3; ++i) edges[i] /= count;
}

// Return the colour of ink, or -1 near the border between two colours. A linear discriminant, fitted to photos.
// At this distance, it contradicts one of 400 right readings in good light.
static int colour_of(const float ratio[3]) {
    static const float weights[4][4] = {
        {-3.1f, 0.4f, 56.1f, -8.3f}, {82.3f, 60.8f, 87.8f, -40.9f}, {-16.5f, 65.6f, 98.1f, -34.4f}, {13.5f, -28.2f, 110.5f, -38.5f}};
    const float red = ratio[0] - ratio[1], blue = ratio[2] - ratio[1], mean = (ratio[0] + ratio[1] + ratio[2]) / 3;
    float best = 0, second = 0;
    int colour = -1;
    for (int c = 0; c < 4; ++c) {
        const float score = weights[c][0] * red + weights[c][1] * blue + weights[c][2] * mean + weights[c][3];
        if (colour < 0 || score > best)
            second = colour < 0 ? score : best, best = score, colour = c;
        else if (c == 1 || score > second)
            second = score;
    }
    return best - second > CERTAIN ? colour : -1;
}

ink ink_of(const float crop[3 * CROP_PIXELS], float aspect) {
    const inner in = inner_of(aspect);
    ink all = {-1, {0, 0, 0}, {0, 0, 0}, 0};
    int counts[LEVELS] = {0}, pixels = 0;
    for (int y = in.top; y < in.bottom; ++y)
        for (int x = in.left; x < in.right; ++x, ++pixels)
            ++counts[(int)between(0, light_of(crop, y * CROP + x) * LEVELS, LEVELS - 1)];
    const int lowest = quantile(counts, pixels, 0.02f), highest = quantile(counts, pixels, 0.98f);
    const int low = quantile(counts, pixels, 0.55f), high = quantile(counts, pixels, 0.9f);
    all.brightness = ((float)low + 0.5f) / LEVELS;
    const float range = (float)(highest - lowest) / LEVELS;
    if (range < 0.08f) return all;
    measure_edges(crop, &in, range, all.edges);
    // the tile's own colour, from its brighter pixels
    float base[3] = {0, 0, 0}, ink[3] = {0, 0, 0};
    int counted = 0;
    for (int y = in.top; y < in.bottom; ++y)
        for (int x = in.left; x < in.right; ++x) {
            const int at = y * CROP + x, level = (int)between(0, light_of(crop, at) * LEVELS, LEVELS - 1);
            if (level < low || level > high) continue;
            for (int c = 0; c < 3; ++c) base[c] += crop[at + c * CROP_PIXELS];
            ++counted;
        }
    if (!counted || all.brightness < 0.3f) return all; // a dark tile has light ink
    for (int c = 0; c < 3; ++c) base[c] = larger(base[c] / (float)counted, 0.02f);
    // the ink: the pixels that differ most from it
    float most = 0, difference[CROP_PIXELS];
    for (int y = in.top; y < in.bottom; ++y)
        for (int x = in.left; x < in.right; ++x) {
            float sum = 0;
            for (int c = 0; c < 3; ++c) sum += larger(0, 1 - crop[y * CROP + x + c * CROP_PIXELS] / base[c]);
            difference[y * CROP + x] = sum;
            most = larger(most, sum);
        }
    float weight = 0;
    for (int y = in.top; y < in.bottom; ++y)
        for (int x = in.left; x < in.right; ++x) {
            const int at = y * CROP + x;
            if (difference[at] < 0.6f * most) continue;
            for (int c = 0; c < 3; ++c) ink[c] += crop[at + c * CROP_PIXELS] / base[c];
            weight += 1;
        }
    if (most < 0.25f || weight < 8) return all;
    for (int c = 0; c < 3; ++c) all.ratio[c] = ink[c] / weight;
    all.colour = colour_of(all.ratio);
    return all;
}
