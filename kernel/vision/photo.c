#include "vision/photo.h"

#include "vision/numbers.h"

enum { MOST_SAMPLES = 6 };

#define SHORT 0.3f
#define TINY 1e-3f

void turn_box(box *tile, float cosine, float sine) {
    const float length = root(cosine * cosine + sine * sine), x = tile->up_x, y = tile->up_y;
    if (length < SHORT) return;
    const float up = root((1 + cosine / length) / 2), right = up > TINY ? sine / length / (2 * up) : 1;
    tile->up_x = up * x - right * y, tile->up_y = up * y + right * x;
}

int is_same_place(const box *tile, const box *other) {
    const float dx = other->x - tile->x, dy = other->y - tile->y;
    return dx * dx + dy * dy < 0.25f * tile->width * tile->width;
}

// The pixels of one axis that make up a new pixel, from *first* on, and the weights of the first and the last.
typedef struct {
    int first, last;
    float head, tail, scale;
} span;

// Return the pixels below pixel *i* when *from* pixels become *to*. An enlargement blends the two nearest ones.
static span span_of(int i, int from, int to) {
    const float step = (float)from / (float)to;
    span all;
    if (from < to) {
        const float at = between(0, ((float)i + 0.5f) * step - 0.5f, (float)(from - 1));
        all.first = (int)at;
        all.last = all.first + 1 < from ? all.first + 1 : all.first;
        all.tail = at - (float)all.first, all.head = 1 - all.tail, all.scale = 1;
        return all;
    }
    const float start = (float)i * step, end = start + step;
    all.first = (int)start;
    all.last = (int)end < from ? (int)end : from - 1;
    all.head = (float)(all.first + 1) - start, all.tail = smaller(end - (float)all.last, 1), all.scale = 1 / step;
    return all;
}

static float weight_in(const span *all, int i) {
    return (i == all->first ? all->head : i == all->last ? all->tail : 1) * all->scale;
}

image photo_scaled(const vision_photo *photo, int width, int height, arena *memory) {
    const int row = photo->width * 3;
    image to = {arena_floats(memory, (size_t)width * (size_t)height * 3), width, height};
    const size_t used = memory->used;
    float *sums = arena_floats(memory, (size_t)row);
    if (!to.values || !sums) {
        to.values = NULL;
        return to;
    }
    for (int y = 0; y < height; ++y) {
        const span rows = span_of(y, photo->height, height);
        for (int i = 0; i < row; ++i) sums[i] = 0;
        for (int from = rows.first; from <= rows.last; ++from) {
            const uint8_t *pixels = photo->rgb + (size_t)from * (size_t)row;
            const float weight = weight_in(&rows, from) / 255;
            for (int i = 0; i < row; ++i) sums[i] += weight * (float)pixels[i];
        }
        for (int x = 0; x < width; ++x) {
            const span columns = span_of(x, photo->width, width);
            float sum[3] = {0, 0, 0};
            for (int from = columns.first; from <= columns.last; ++from)
                for (int c = 0; c < 3; ++c) sum[c] += weight_in(&columns, from) * sums[3 * from + c];
            for (int c = 0; c < 3; ++c) to.values[((size_t)c * (size_t)height + (size_t)y) * (size_t)width + (size_t)x] = sum[c];
        }
    }
    memory->used = used;
    return to;
}

// Add the pixel at a position in the photo, blended from its four neighbours; positions outside have the nearest pixel.
static void add_blended(const vision_photo *photo, float x, float y, float sum[3]) {
    x = between(0, x - 0.5f, (float)(photo->width - 1)), y = between(0, y - 0.5f, (float)(photo->height - 1));
    const int left = (int)x, above = (int)y;
    const int right = left + 1 < photo->width ? left + 1 : left, below = above + 1 < photo->height ? above + 1 : above;
    const uint8_t *upper = photo->rgb + (size_t)above * (size_t)photo->width * 3;
    const uint8_t *lower = photo->rgb + (size_t)below * (size_t)photo->width * 3;
    const float dx = x - (float)left, dy = y - (float)above;
    for (int c = 0; c < 3; ++c) {
        const float a = (float)upper[3 * left + c] * (1 - dx) + (float)upper[3 * right + c] * dx;
        const float b = (float)lower[3 * left + c] * (1 - dx) + (float)lower[3 * right + c] * dx;
        sum[c] += a * (1 - dy) + b * dy;
    }
}

static void add_nearest(const vision_photo *photo, float x, float y, float sum[3]) {
    const int left = (int)between(0, x, (float)(photo->width - 1));
    const int above = (int)between(0, y, (float)(photo->height - 1));
    const uint8_t *pixel = photo->rgb + ((size_t)above * (size_t)photo->width + (size_t)left) * 3;
    for (int c = 0; c < 3; ++c) sum[c] += (float)pixel[c];
}

void photo_crop(const vision_photo *photo, const box *tile, float to[3 * CROP_PIXELS]) {
    const float step = CROP_WIDTHS * tile->width / CROP;
    const int samples = 1 + (int)between(0, step, MOST_SAMPLES - 1); // per axis
    const float scale = 1 / (255 * (float)(samples * samples));
    for (int i = 0; i < CROP_PIXELS; ++i) {
        float sum[3] = {0, 0, 0};
        for (int s = 0; s < samples * samples; ++s) {
            const float across = (float)(i % CROP) + ((float)(s % samples) + 0.5f) / (float)samples;
            const float down = (float)(i / CROP) + ((float)(s / samples) + 0.5f) / (float)samples;
            const float right = (across - CROP / 2) * step, up = (CROP / 2 - down) * step;
            const float x = tile->x - tile->up_y * right + tile->up_x * up;
            const float y = tile->y + tile->up_x * right + tile->up_y * up;
            if (samples > 2)
                add_nearest(photo, x, y, sum);
            else
                add_blended(photo, x, y, sum);
        }
        for (int c = 0; c < 3; ++c) to[c * CROP_PIXELS + i] = sum[c] * scale;
    }
}
