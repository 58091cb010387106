#include "vision/vision.h"

#include "vision/detect.h"
#include "vision/melds.h"
#include "vision/numbers.h"
#include "vision/read.h"
#include "vision/rows.h"

enum { SMALL = 28, WANTED = 34, LOW_SIDE = 960, HIGH_SIDE = 1280, FEW = 6 };

// When to ask for another photo; measured on blurred, dim and small copies of photos.
#define DARK 0.16f     // the brightness of tiles
#define FAR 15.0f      // their width in pixels
#define SHAKEN 0.6f    // the lowest steepness of edges divided by the highest
#define BLURRED 0.0225f // edge steepness in the blurriest direction

// The tiles that were found and read, and room to look at one.
typedef struct {
    int count;
    box boxes[VISION_TILES];
    face_reading faces[VISION_TILES];
    row_list rows;
    float crop[3 * CROP_PIXELS];
} scene;

static void report(const vision_progress *progress, float share) {
    if (progress && progress->report) progress->report(progress->context, share);
}

// Sort a few numbers, and return the middle one.
static float median(float *values, int count) {
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && values[j - 1] > values[j]; --j) {
            const float swapped = values[j];
            values[j] = values[j - 1], values[j - 1] = swapped;
        }
    return values[count / 2];
}

static float median_width(const box *tiles, int count) {
    float widths[VISION_TILES] = {0};
    for (int i = 0; i < count; ++i) widths[i] = tiles[i].width;
    return median(widths, count);
}

// Find the tiles; if they are small, again in more pixels, if need be in an enlarged photo.
static int find(const net_pair *nets, const vision_photo *photo, arena *memory, const vision_progress *progress,
                detection *found) {
    const int longer = photo->width > photo->height ? photo->width : photo->height;
    if (!detect(nets, photo, DETECT_SIDE, memory, progress, 0, 0.3f, found)) return 0;
    const float width = median_width(found->tile, found->count) * DETECT_SIDE / (float)longer;
    if (found->count && width >= SMALL) return 1;
    float side = found->count ? between(LOW_SIDE, DETECT_SIDE * WANTED / width, HIGH_SIDE) : HIGH_SIDE;
    side = smaller(side, 2 * (float)longer);
    return side <= DETECT_SIDE || detect(nets, photo, (int)side, memory, progress, 0.3f, 0.7f, found);
}

// Move all boxes to the tiles seen in them. Drop a box that is moved out of the photo, or to one that is surer.
static int place_all(const net_pair *nets, const vision_photo *photo, arena *memory, scene *with, detection *found) {
    int kept = 0;
    for (int i = 0; i < found->count; ++i) {
        box tile = found->tile[i];
        if (!place_box(nets, photo, &tile, memory, with->crop)) return 0;
        int dropped = tile.x < 0 || tile.y < 0 || tile.x > (float)photo->width || tile.y > (float)photo->height;
        for (int j = 0; j < kept; ++j) dropped |= is_same_place(&found->tile[j], &tile);
        if (!dropped) found->tile[kept++] = tile;
    }
    found->count = kept;
    return 1;
}

// Read all tiles, and remove the boxes that do not show one.
static int read_all(const net_pair *nets, const vision_photo *photo, arena *memory, const vision_progress *progress,
                    const detection *found, scene *to) {
    to->count = 0;
    for (int i = 0; i < found->count; ++i) {
        box *tile = &to->boxes[to->count];
        face_reading *face = &to->faces[to->count];
        *tile = found->tile[i];
        if (!read_face(nets, photo, tile, memory, to->crop, face)) return 0;
        if (face->is_tile) ++to->count;
        if (face->upside_down) tile->up_x = -tile->up_x, tile->up_y = -tile->up_y;
        report(progress, 0.7f + 0.3f * (float)(i + 1) / (float)found->count);
    }
    return 1;
}

// Return whether edges are blurred in one direction, or in all so that many tiles are doubtful.
static int is_shaken(const scene *all, int doubtful) {
    float xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < all->count; ++i) { // in the photo's directions
        const float x = -all->boxes[i].up_y, y = all->boxes[i].up_x, *edges = all->faces[i].edges;
        xx += x * x * edges[0] - 2 * x * y * edges[1] + y * y * edges[2];
        xy += x * y * (edges[0] - edges[2]) + (x * x - y * y) * edges[1];
        yy += y * y * edges[0] + 2 * x * y * edges[1] + x * x * edges[2];
    }
    const float mean = (xx + yy) / 2, spread = root((xx - yy) * (xx - yy) / 4 + xy * xy);
    const float least = mean - spread, most = mean + spread;
    return least < SHAKEN * most || (4 * doubtful > all->count && least < BLURRED * (float)all->count);
}

static int advice_for(const scene *all, int doubtful) {
    float brightness[VISION_TILES] = {0};
    if (!all->count) return VISION_FINE;
    for (int i = 0; i < all->count; ++i) brightness[i] = all->faces[i].brightness;
    if (median(brightness, all->count) < DARK) return VISION_DARK;
    if (median_width(all->boxes, all->count) < FAR) return VISION_FAR;
    return all->count >= FEW && is_shaken(all, doubtful) ? VISION_SHAKEN : VISION_FINE;
}

static void write_corners(const box *tile, float *to) {
    const float up = tile->height / 2, right = tile->width / 2;
    for (int i = 0; i < 4; ++i) {
        const float along = i == 1 || i == 2 ? right : -right, upwards = i < 2 ? up : -up;
        to[2 * i] = tile->x - tile->up_y * along + tile->up_x * upwards;
        to[2 * i + 1] = tile->y + tile->up_x * along + tile->up_y * upwards;
    }
}

// List the likeliest faces: the two best, and further ones that are not negligible.
static void write_candidates(const face_reading *face, vision_tile *to) {
    float left[FACES];
    for (int i = 0; i < FACES; ++i) left[i] = face->probability[i];
    to->candidates = 0;
    while (to->candidates < VISION_CANDIDATES) {
        int best = 0;
        for (int i = 1; i < FACES; ++i)
            if (left[i] > left[best]) best = i;
        if (to->candidates >= 2 && left[best] < 0.001f) return;
        to->face[to->candidates] = best;
        to->probability[to->candidates++] = left[best];
        left[best] = -1;
    }
}

// List the rows; those on the table are split into melds.
static void write_rows(const row_list *rows, vision_reading *to) {
    int used = 0;
    to->rows = 0;
    for (int i = 0; i < rows->rows; ++i) {
        int faces[VISION_TILES], parts[VISION_TILES] = {rows->size[i]}, count = 1;
        for (int j = 0; j < rows->size[i]; ++j) faces[j] = to->tile[used++].face[0];
        if (!rows->rack[i]) count = split_melds(faces, rows->size[i], parts);
        for (int j = 0; j < count; ++j) {
            to->row_rack[to->rows] = rows->rack[i];
            to->row_tiles[to->rows++] = parts[j];
        }
    }
}

static void write_reading(const net_pair *nets, const scene *all, vision_reading *to) {
    int doubtful = 0;
    to->tiles = all->count;
    for (int i = 0; i < to->tiles; ++i) {
        const int from = all->rows.order[i];
        vision_tile *tile = &to->tile[i];
        write_corners(&all->boxes[from], tile->corners);
        write_candidates(&all->faces[from], tile);
        const int joker = tile->face[0] == VISION_JOKER;
        tile->doubtful = tile->probability[0] < nets->constant[NET_DOUBT] || (!joker && all->faces[from].other_colour);
        doubtful += tile->doubtful;
        const float *features = all->faces[from].features[all->faces[from].upside_down];
        for (int j = 0; j < VISION_FEATURES; ++j) to->features[i][j] = features[j];
    }
    write_rows(&all->rows, to);
    to->advice = advice_for(all, doubtful);
}

static int is_sound(const vision_photo *photo) {
    return photo->width > 0 && photo->height > 0 && photo->width <= VISION_LONGEST && photo->height <= VISION_LONGEST &&
           (int64_t)photo->width * photo->height <= VISION_PIXELS;
}

int vision_read(const vision_photo *photo, const uint8_t *weights, size_t bytes, void *memory,
                const vision_progress *progress, vision_reading *reading) {
    arena all = {(uint8_t *)memory, VISION_MEMORY, 0};
    if (!is_sound(photo)) return VISION_BAD_PHOTO;
    net_pair *nets = (net_pair *)arena_take(&all, sizeof(net_pair));
    detection *found = (detection *)arena_take(&all, sizeof(detection));
    scene *read = (scene *)arena_take(&all, sizeof(scene));
    if (!nets || !found || !read) return VISION_NO_MEMORY;
    if (!net_load(weights, bytes, &all, nets)) return VISION_BAD_WEIGHTS;
    if (!find(nets, photo, &all, progress, found)) return VISION_NO_MEMORY;
    if (!place_all(nets, photo, &all, read, found)) return VISION_NO_MEMORY;
    if (!read_all(nets, photo, &all, progress, found, read)) return VISION_NO_MEMORY;
    find_rows(read->boxes, read->count, &read->rows);
    write_reading(nets, read, reading);
    report(progress, 1);
    return VISION_OK;
}

size_t vision_run(int which, const float *input, int height, int width, const uint8_t *weights, size_t bytes,
                  void *memory, float *output, size_t room) {
    arena all = {(uint8_t *)memory, VISION_MEMORY, 0};
    net_output found;
    net_pair *nets = (net_pair *)arena_take(&all, sizeof(net_pair));
    if (!nets || !net_load(weights, bytes, &all, nets)) return 0;
    const net *network = which ? &nets->reader : &nets->detector;
    if (height < 1 || width < 1 || height > NET_SIDE || width > NET_SIDE) return 0;
    const size_t pixels = (size_t)height * (size_t)width, plane = (size_t)net_plane(height, width);
    float *planes = arena_floats(&all, 3 * plane);
    if (!planes) return 0;
    for (size_t i = 0; i < 3 * pixels; ++i) planes[i / pixels * plane + i % pixels] = input[i];
    if (!net_run(network, planes, height, width, &all, &found)) return 0;
    const size_t one = (size_t)found.height * (size_t)found.width, count = one * (size_t)found.channels;
    if (count > room) return 0;
    for (size_t i = 0; i < count; ++i) output[i] = found.values[i / one * (size_t)found.plane + i % one];
    return count;
}
