#include "vision/detect.h"

#include "vision/numbers.h"

enum { OVERLAP = 96, MULTIPLE = 32, MOST_PEAKS = 2048 };

// A cell of the heat map above the threshold and not below its neighbours.
typedef struct {
    float heat;
    box tile;
} peak;

typedef struct {
    int count;
    peak at[MOST_PEAKS];
} peaks;

// The parts of one axis.
typedef struct {
    int count, size;
} parts;

static int rounded_up(int a) { return (a + MULTIPLE - 1) / MULTIPLE * MULTIPLE; }

static parts parts_of(int side) {
    parts all = {1, rounded_up(side)};
    if (all.size <= NET_SIDE) return all;
    all.count = (side - OVERLAP + NET_SIDE - OVERLAP - 1) / (NET_SIDE - OVERLAP);
    all.size = rounded_up((side + (all.count - 1) * OVERLAP + all.count - 1) / all.count);
    return all;
}

// Return the start of part *i*. The last one ends with the image.
static int start_of(const parts *all, int i, int side) {
    return all->count == 1 ? 0 : (side - all->size) * i / (all->count - 1);
}

// Copy a part of an image, normalised; beyond the image it is the mean.
static void copy_part(const net_pair *nets, const image *from, int left, int top, int width, int height, float *to) {
    for (int c = 0; c < 3; ++c) {
        const float mean = nets->constant[NET_MEAN + c], scale = 1 / nets->constant[NET_DEVIATION + c];
        const float *plane = from->values + (size_t)c * (size_t)from->width * (size_t)from->height;
        float *pixels = to + (size_t)c * (size_t)net_plane(height, width);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int inside = left + x < from->width && top + y < from->height;
                const size_t at = (size_t)(top + y) * (size_t)from->width + (size_t)(left + x);
                pixels[y * width + x] = inside ? (plane[at] - mean) * scale : 0;
            }
    }
}

static int is_peak(const float *heat, int width, int height, int x, int y) {
    const float own = heat[y * width + x];
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height &&
                heat[(y + dy) * width + x + dx] > own)
                return 0;
    return 1;
}

// A part's position within the scaled photo, and its neighbours.
typedef struct {
    int left, top, width, height;
    int has_left, has_right, has_above, has_below; // neighbouring parts
} window;

// Return whether another part shows a tile at this position better.
static int is_marginal(const window *part, float x, float y) {
    const float margin = OVERLAP / 2 - 8;
    return (part->has_left && x < margin) || (part->has_right && x > (float)part->width - margin) ||
           (part->has_above && y < margin) || (part->has_below && y > (float)part->height - margin);
}

static void add_peaks(const net_pair *nets, const net_output *map, const window *part, float scale, peaks *to) {
    const float probability = nets->constant[NET_HEAT];
    for (int i = 0; i < map->height * map->width && to->count < MOST_PEAKS; ++i) {
        const float *values = map->values + i;
        if (sigmoid(values[0]) < probability || !is_peak(map->values, map->width, map->height, i % map->width, i / map->width))
            continue;
        const size_t plane = (size_t)map->plane;
        const float x = ((float)(i % map->width) + 0.5f + values[plane]) * DETECT_STRIDE;
        const float y = ((float)(i / map->width) + 0.5f + values[2 * plane]) * DETECT_STRIDE;
        if (is_marginal(part, x, y)) continue;
        peak *added = &to->at[to->count++];
        added->heat = values[0];
        added->tile.x = ((float)part->left + x) / scale, added->tile.y = ((float)part->top + y) / scale;
        added->tile.up_x = 0, added->tile.up_y = -1;
        turn_box(&added->tile, values[3 * plane], values[4 * plane]);
        added->tile.width = exponential(values[5 * plane]) * DETECT_STRIDE / scale;
        added->tile.height = exponential(values[6 * plane]) * DETECT_STRIDE / scale;
    }
}

// Keep the hottest peaks, at most one per half width.
static void choose(peaks *all, detection *to) {
    to->count = 0;
    while (to->count < VISION_TILES) {
        peak *best = NULL;
        for (int i = 0; i < all->count; ++i)
            if (all->at[i].tile.width > 0 && (!best || all->at[i].heat > best->heat)) best = &all->at[i];
        if (!best) return;
        const box tile = best->tile;
        to->tile[to->count++] = tile;
        best->tile.width = 0;
        for (int i = 0; i < all->count; ++i)
            if (is_same_place(&tile, &all->at[i].tile)) all->at[i].tile.width = 0;
    }
}

int detect(const net_pair *nets, const vision_photo *photo, int side, arena *memory, const vision_progress *progress,
           float from, float until, detection *to) {
    const int longer = photo->width > photo->height ? photo->width : photo->height;
    const float scale = (float)side / (float)longer;
    const int width = (int)larger(1, (float)photo->width * scale + 0.5f);
    const int height = (int)larger(1, (float)photo->height * scale + 0.5f);
    const parts across = parts_of(width), down = parts_of(height);
    const size_t used = memory->used;
    peaks *all = (peaks *)arena_take(memory, sizeof(peaks));
    const image scaled = photo_scaled(photo, width, height, memory);
    float *input = arena_floats(memory, 3 * (size_t)net_plane(down.size, across.size));
    if (!all || !scaled.values || !input) return 0;
    all->count = 0;
    const int count = across.count * down.count;
    for (int i = 0; i < count; ++i) {
        const int column = i % across.count, row = i / across.count;
        const window part = {start_of(&across, column, width), start_of(&down, row, height), across.size, down.size,
                             column > 0, column + 1 < across.count, row > 0, row + 1 < down.count};
        const size_t before = memory->used;
        net_output map;
        copy_part(nets, &scaled, part.left, part.top, part.width, part.height, input);
        if (!net_run(&nets->detector, input, part.height, part.width, memory, &map)) return 0;
        add_peaks(nets, &map, &part, scale, all);
        memory->used = before;
        if (progress && progress->report)
            progress->report(progress->context, from + (until - from) * (float)(i + 1) / (float)count);
    }
    choose(all, to);
    memory->used = used;
    return 1;
}
