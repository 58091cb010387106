#include "vision/layers.h"

#include "vision/vectors.h"

enum { PIXELS = 8 };

// Compute four output channels of eight pixels: sums of *taps* weighted inputs, which begin at *from* + *at*.
static void four_channels(const float *weights, const float *biases, const float *const *from, int taps, int at,
                          v4 sum[2 * GROUP]) {
    v4 a0 = v4_splat(biases[0]), a1 = a0, b0 = v4_splat(biases[1]), b1 = b0;
    v4 c0 = v4_splat(biases[2]), c1 = c0, d0 = v4_splat(biases[3]), d1 = d0;
    for (int t = 0; t < taps; ++t, weights += GROUP) {
        const v4 x = v4_load(from[t] + at), y = v4_load(from[t] + at + 4);
        const v4 a = v4_splat(weights[0]), b = v4_splat(weights[1]);
        const v4 c = v4_splat(weights[2]), d = v4_splat(weights[3]);
        a0 = v4_multiply_add(a0, a, x), a1 = v4_multiply_add(a1, a, y);
        b0 = v4_multiply_add(b0, b, x), b1 = v4_multiply_add(b1, b, y);
        c0 = v4_multiply_add(c0, c, x), c1 = v4_multiply_add(c1, c, y);
        d0 = v4_multiply_add(d0, d, x), d1 = v4_multiply_add(d1, d, y);
    }
    sum[0] = a0, sum[1] = a1, sum[2] = b0, sum[3] = b1, sum[4] = c0, sum[5] = c1, sum[6] = d0, sum[7] = d1;
}

static v4 finished(v4 sum, int relu) { return relu ? v4_positive(sum) : sum; }

// Compute all output channels of *count* pixels, and of up to seven more, which are overwritten later or never read.
static void all_channels(const net_layer *layer, const float *const *from, int taps, int count, float *to, int plane) {
    for (int at = 0; at < count; at += PIXELS)
        for (int o = 0; o < layer->out; o += GROUP) {
            v4 sum[2 * GROUP];
            four_channels(layer->weights + (size_t)o * (size_t)taps, layer->biases + o, from, taps, at, sum);
            for (int i = 0; i < GROUP && o + i < layer->out; ++i) {
                float *pixels = to + (size_t)(o + i) * (size_t)plane + at;
                v4_store(pixels, finished(sum[2 * i], layer->relu));
                v4_store(pixels + 4, finished(sum[2 * i + 1], layer->relu));
            }
        }
}

// Return the number of floats for a row with its margins.
static int row_floats(int width) { return (width + 31) & ~7; }

// Copy row *y* of a plane with zeros around it. With stride 2, the pixels of even columns come first, then the pixels
// of odd columns, so that vectors can be loaded from either.
static void copy_row(const tensor *from, const float *plane, int y, int stride, float *row) {
    const int width = from->size.width, room = row_floats(width);
    for (int i = 0; i < room; ++i) row[i] = 0;
    if (y < 0 || y >= from->size.height) return;
    const float *pixels = plane + (size_t)y * (size_t)width;
    if (stride == 1) {
        for (int x = 0; x < width; ++x) row[x + 1] = pixels[x];
        return;
    }
    float *odd = row + room / 2 + 1;
    for (int x = 0; x < width; ++x) *(x & 1 ? &odd[x / 2] : &row[x / 2]) = pixels[x];
}

// Return the start of the vectors for column *dx* (0 to 2) of a 3 × 3 window, in a row made by copy_row.
static const float *column(const float *row, int width, int stride, int dx) {
    if (stride == 1) return row + dx;
    const float *odd = row + row_floats(width) / 2;
    return dx == 1 ? row : odd + dx / 2;
}

static int convolution(const net_layer *layer, const tensor *from, tensor *to, arena *memory) {
    const int width = from->size.width, room = row_floats(width);
    float *rows = arena_floats(memory, (size_t)layer->in * 3 * (size_t)room + PIXELS);
    if (!rows) return 0;
    const float *taps[MOST_TAPS];
    for (int i = 0; i < layer->in * 9; ++i) taps[i] = column(rows + i / 3 * room, width, layer->stride, i % 3);
    for (int y = 0; y < to->size.height; ++y) {
        for (int i = 0; i < layer->in * 3; ++i)
            copy_row(from, from->values + (size_t)(i / 3) * (size_t)from->plane, y * layer->stride + i % 3 - 1,
                     layer->stride, rows + i * room);
        all_channels(layer, taps, layer->in * 9, to->size.width, to->values + y * to->size.width, to->plane);
    }
    return 1;
}

static int depthwise(const net_layer *layer, const tensor *from, tensor *to, arena *memory) {
    const int width = from->size.width, room = row_floats(width);
    float *rows = arena_floats(memory, 3 * (size_t)room + PIXELS);
    if (!rows) return 0;
    for (int c = 0; c < layer->out; ++c) {
        const float *plane = from->values + (size_t)c * (size_t)from->plane, *weights = layer->weights + 9 * c;
        for (int y = 0; y < to->size.height; ++y) {
            const int above = y * layer->stride - 1; // rows are copied once; row r is number (r + 1) % 3
            for (int r = y && layer->stride == 1 ? above + 2 : y ? above + 1 : above; r <= above + 2; ++r)
                copy_row(from, plane, r, layer->stride, rows + (r + 1) % 3 * room);
            const float *tap[9];
            for (int i = 0; i < 9; ++i)
                tap[i] = column(rows + (above + i / 3 + 1) % 3 * room, width, layer->stride, i % 3);
            float *pixels = to->values + (size_t)c * (size_t)to->plane + y * to->size.width;
            for (int x = 0; x < to->size.width; x += 4) {
                v4 sum = v4_splat(layer->biases[c]);
                for (int i = 0; i < 9; ++i) sum = v4_multiply_add(sum, v4_splat(weights[i]), v4_load(tap[i] + x));
                v4_store(pixels + x, finished(sum, layer->relu));
            }
        }
    }
    return 1;
}

static void pointwise(const net_layer *layer, const tensor *from, tensor *to) {
    const float *taps[MOST_CHANNELS];
    for (int i = 0; i < layer->in; ++i) taps[i] = from->values + (size_t)i * (size_t)from->plane;
    all_channels(layer, taps, layer->in, to->plane, to->values, to->plane);
}

static void add(const net_layer *layer, const tensor *from, const tensor *half, tensor *to) {
    const int width = to->size.width;
    for (int c = 0; c < layer->out; ++c) {
        for (int y = 0; y < to->size.height; ++y) {
            const float *a = from->values + (size_t)c * (size_t)from->plane + y * width;
            const float *b = half->values + (size_t)c * (size_t)half->plane + y / 2 * half->size.width;
            float *pixels = to->values + (size_t)c * (size_t)to->plane + y * width;
            for (int x = 0; x < width; ++x) {
                const float sum = a[x] + b[x / 2];
                pixels[x] = layer->relu && sum < 0 ? 0 : sum;
            }
        }
    }
}

static void mean(const net_layer *layer, const tensor *from, tensor *to) {
    const int count = from->size.height * from->size.width;
    for (int c = 0; c < layer->out; ++c) {
        float sum = 0;
        for (int i = 0; i < count; ++i) sum += from->values[(size_t)c * (size_t)from->plane + i];
        const float value = sum / (float)count;
        to->values[(size_t)c * (size_t)to->plane] = layer->relu && value < 0 ? 0 : value;
    }
}

static void dense(const net_layer *layer, const tensor *from, tensor *to) {
    const int count = from->size.height * from->size.width, taps = count * layer->in;
    for (int o = 0; o < layer->out; o += GROUP) {
        v4 sum = v4_load(layer->biases + o);
        const float *weights = layer->weights + (size_t)o * (size_t)taps;
        for (int t = 0; t < taps; ++t) {
            const float value = from->values[(size_t)(t / count) * (size_t)from->plane + (size_t)(t % count)];
            sum = v4_multiply_add(sum, v4_splat(value), v4_load(weights + (size_t)t * GROUP));
        }
        float cut[GROUP];
        v4_store(cut, finished(sum, layer->relu));
        for (int i = 0; i < GROUP && o + i < layer->out; ++i)
            to->values[(size_t)(o + i) * (size_t)to->plane] = cut[i];
    }
}

int layer_run(const net_layer *layer, const tensor *from, const tensor *half, tensor *to, arena *memory) {
    switch (layer->op) {
    case CONVOLUTION: return convolution(layer, from, to, memory);
    case DEPTHWISE: return depthwise(layer, from, to, memory);
    case POINTWISE: pointwise(layer, from, to); return 1;
    case ADD: add(layer, from, half, to); return 1;
    case MEAN: mean(layer, from, to); return 1;
    default: dense(layer, from, to); return 1;
    }
}
