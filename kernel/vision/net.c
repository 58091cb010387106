#include "vision/net.h"

#include "vision/vectors.h"

enum { CONVOLUTION, DEPTHWISE, POINTWISE, ADD, MEAN, DENSE, OPS };
enum { GROUP = 4, PIXELS = 8, MOST_TAPS = 1152, MOST_CHANNELS = 512, RECORD = 10, INPUT = -1 };

// ---- the file

static int32_t integer_at(const uint8_t *at) {
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

static float float_at(const uint8_t *at) {
    union {
        int32_t bits;
        float value;
    } both;
    both.bits = integer_at(at);
    return both.value;
}

static int groups(int channels) { return (channels + GROUP - 1) / GROUP; }

// The dimensions of a layer's output.
typedef struct {
    int channels, height, width;
} shape;

// Return the number of weights per output channel; *from* is the layer's input.
static int taps_of(const net_layer *layer, shape from) {
    switch (layer->op) {
    case CONVOLUTION: return layer->in * 9;
    case DEPTHWISE: return 9;
    case POINTWISE: return layer->in;
    case DENSE: return layer->in * from.height * from.width;
    default: return 0;
    }
}

static shape shape_after(const net_layer *layer, shape from) {
    shape to = {layer->out, from.height, from.width};
    if (layer->op == CONVOLUTION || layer->op == DEPTHWISE) {
        to.height = (from.height - 1) / layer->stride + 1;
        to.width = (from.width - 1) / layer->stride + 1;
    } else if (layer->op == MEAN || layer->op == DENSE) {
        to.height = to.width = 1;
    }
    return to;
}

// Compute the shapes of all outputs. Returns 0 if layers do not fit each other.
static int shapes_of(const net *network, int height, int width, shape *to) {
    const shape input = {3, height, width};
    if (height < 1 || width < 1 || height > NET_SIDE || width > NET_SIDE) return 0;
    for (int i = 0; i < network->layers; ++i) {
        const net_layer *layer = &network->layer[i];
        const shape from = layer->from_a == INPUT ? input : to[layer->from_a];
        if (from.channels != layer->in) return 0;
        to[i] = shape_after(layer, from);
        if (layer->op == DENSE && from.height * from.width > 64 * 64) return 0;
        if (layer->op != ADD) continue;
        const shape half = to[layer->from_b];
        if (half.channels != layer->in || half.height * 2 != from.height || half.width * 2 != from.width) return 0;
    }
    return 1;
}

static int is_sound(const net_layer *layer, int index) {
    const int same = layer->op == DEPTHWISE || layer->op == ADD || layer->op == MEAN;
    return layer->op >= 0 && layer->op < OPS && layer->from_a >= INPUT && layer->from_a < index &&
           layer->from_b >= INPUT && layer->from_b < index && (layer->op != ADD || layer->from_b != INPUT) &&
           layer->in > 0 && layer->in <= MOST_CHANNELS && layer->out > 0 && layer->out <= MOST_CHANNELS &&
           (!same || layer->in == layer->out) && (layer->stride == 1 || layer->stride == 2) &&
           (layer->op != CONVOLUTION || layer->in * 9 <= MOST_TAPS);
}

// Return the *count* values of *size* bytes at an offset of the file, or null if they are not inside.
static const uint8_t *inside(const uint8_t *file, size_t bytes, int32_t offset, size_t count, size_t size) {
    const size_t needed = count * size;
    return offset > 0 && needed <= bytes && (size_t)offset <= bytes - needed ? file + offset : NULL;
}

// Convert a layer's weights to floats, with the weights of four output channels side by side.
static int unpack(const uint8_t *file, size_t bytes, const int32_t *record, int taps, arena *memory, net_layer *layer) {
    const size_t channels = (size_t)layer->out;
    const uint8_t *weights = inside(file, bytes, record[7], channels * (size_t)taps, 1);
    const uint8_t *scales = inside(file, bytes, record[8], channels, 4);
    const uint8_t *biases = record[9] ? inside(file, bytes, record[9], channels, 4) : file;
    const size_t padded = (size_t)groups(layer->out) * GROUP;
    float *floats = arena_floats(memory, padded * (size_t)taps), *added = arena_floats(memory, padded);
    if (!weights || !scales || !biases || !floats || !added) return 0;
    for (size_t o = 0; o < padded; ++o) {
        added[o] = o < channels && record[9] ? float_at(biases + 4 * o) : 0;
        const float scale = o < channels ? float_at(scales + 4 * o) : 0;
        for (size_t t = 0; t < (size_t)taps; ++t) {
            const float weight = o < channels ? (float)(int8_t)weights[o * (size_t)taps + t] * scale : 0;
            const size_t group = o / GROUP * GROUP * (size_t)taps;
            floats[layer->op == DEPTHWISE ? o * 9 + t : group + t * GROUP + o % GROUP] = weight;
        }
    }
    layer->weights = floats;
    layer->biases = added;
    return 1;
}

static int load(const uint8_t *file, size_t bytes, const uint8_t *records, int size, arena *memory, net *to) {
    shape shapes[NET_LAYERS];
    for (int i = 0; i < to->layers; ++i) {
        int32_t record[RECORD];
        for (int j = 0; j < RECORD; ++j) record[j] = integer_at(records + 4 * (i * RECORD + j));
        net_layer *layer = &to->layer[i];
        layer->op = record[0], layer->from_a = record[1], layer->from_b = record[2];
        layer->in = record[3], layer->out = record[4], layer->stride = record[5], layer->relu = record[6];
        if (!is_sound(layer, i)) return 0;
    }
    if (!shapes_of(to, size, size, shapes)) return 0;
    const shape input = {3, size, size};
    for (int i = 0; i < to->layers; ++i) {
        int32_t record[RECORD];
        for (int j = 0; j < RECORD; ++j) record[j] = integer_at(records + 4 * (i * RECORD + j));
        net_layer *layer = &to->layer[i];
        const int taps = taps_of(layer, layer->from_a == INPUT ? input : shapes[layer->from_a]);
        if (taps && !unpack(file, bytes, record, taps, memory, layer)) return 0;
    }
    return 1;
}

int net_load(const uint8_t *file, size_t bytes, arena *memory, net_pair *to) {
    const size_t head = 12 + 4 * NET_CONSTANTS;
    if (bytes < head || file[0] != 'T' || file[1] != 'R' || file[2] != 'V' || file[3] != '1') return 0;
    to->detector.layers = integer_at(file + 4);
    to->reader.layers = integer_at(file + 8);
    if (to->detector.layers < 1 || to->detector.layers > NET_LAYERS) return 0;
    if (to->reader.layers < 1 || to->reader.layers > NET_LAYERS) return 0;
    const size_t first = (size_t)to->detector.layers * RECORD * 4, second = (size_t)to->reader.layers * RECORD * 4;
    if (bytes < head + first + second) return 0;
    for (int i = 0; i < NET_CONSTANTS; ++i) to->constant[i] = float_at(file + 12 + 4 * i);
    for (int i = 0; i < 3; ++i)
        if (!(to->constant[NET_DEVIATION + i] > 0)) return 0;
    if (!load(file, bytes, file + head, 64, memory, &to->detector)) return 0;
    if (!load(file, bytes, file + head + first, 48, memory, &to->reader)) return 0;
    return to->detector.layer[to->detector.layers - 1].out == 7 && to->reader.layer[to->reader.layers - 1].out == 20;
}

// ---- running

// Where a layer reads or writes.
typedef struct {
    float *values;
    shape size;
    int plane;
} tensor;

static void finish(float *to, v4 sum, int relu) {
    float lanes[4];
    v4_store(lanes, sum);
    for (int i = 0; i < 4; ++i) to[i] = relu && lanes[i] < 0 ? 0 : lanes[i];
}

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

// Compute *count* pixels of all output channels; the last group of pixels may be cut.
static void all_channels(const net_layer *layer, const float *const *from, int taps, int count, float *to, int plane) {
    for (int at = 0; at < count; at += PIXELS) {
        const int last = count - at < PIXELS;
        for (int o = 0; o < layer->out; o += GROUP) {
            v4 sum[2 * GROUP];
            four_channels(layer->weights + (size_t)o * (size_t)taps, layer->biases + o, from, taps, at, sum);
            for (int i = 0; i < GROUP && o + i < layer->out; ++i) {
                float *pixels = to + (size_t)(o + i) * (size_t)plane + at;
                if (!last) {
                    finish(pixels, sum[2 * i], layer->relu);
                    finish(pixels + 4, sum[2 * i + 1], layer->relu);
                    continue;
                }
                float cut[PIXELS];
                finish(cut, sum[2 * i], layer->relu);
                finish(cut + 4, sum[2 * i + 1], layer->relu);
                for (int p = 0; p < count - at; ++p) pixels[p] = cut[p];
            }
        }
    }
}

// Return the number of floats for a row with its margins.
static int row_floats(int width) { return (width + 31) & ~7; }

// Copy row *y* of a plane with zeros around it. With stride 2, the pixels of even columns come first, then those of odd
// columns, so that vectors can be loaded from either.
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
                if (x + 4 <= to->size.width) {
                    finish(pixels + x, sum, layer->relu);
                    continue;
                }
                float cut[4];
                finish(cut, sum, layer->relu);
                for (int i = 0; x + i < to->size.width; ++i) pixels[x + i] = cut[i];
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
        float cut[4];
        finish(cut, sum, layer->relu);
        for (int i = 0; i < GROUP && o + i < layer->out; ++i)
            to->values[(size_t)(o + i) * (size_t)to->plane] = cut[i];
    }
}

// Which outputs share memory: an output's slot is free after the last layer that reads it.
typedef struct {
    int slots, slot[NET_LAYERS];
    size_t floats[NET_LAYERS]; // per slot
} plan;

static size_t floats_of(shape of) { return (size_t)of.channels * (size_t)net_plane(of.height, of.width) + PIXELS; }

static void make_plan(const net *network, const shape *shapes, plan *to) {
    int until[NET_LAYERS], taken[NET_LAYERS];
    for (int i = 0; i < network->layers; ++i) {
        const net_layer *layer = &network->layer[i];
        until[i] = i == network->layers - 1 ? NET_LAYERS : i;
        if (layer->from_a >= 0 && until[layer->from_a] < i) until[layer->from_a] = i;
        if (layer->op == ADD && until[layer->from_b] < i) until[layer->from_b] = i;
    }
    to->slots = 0;
    for (int i = 0; i < network->layers; ++i) {
        int slot = 0;
        while (slot < to->slots && taken[slot] >= i) ++slot;
        if (slot == to->slots) to->floats[to->slots++] = 0;
        to->slot[i] = slot;
        taken[slot] = until[i];
        const size_t needed = floats_of(shapes[i]);
        if (to->floats[slot] < needed) to->floats[slot] = needed;
    }
}

int net_run(const net *network, const float *input, int height, int width, arena *memory, net_output *to) {
    shape shapes[NET_LAYERS];
    float *slot[NET_LAYERS];
    tensor outputs[NET_LAYERS];
    plan slots;
    if (!shapes_of(network, height, width, shapes)) return 0;
    make_plan(network, shapes, &slots);
    for (int i = 0; i < slots.slots; ++i)
        if (!(slot[i] = arena_floats(memory, slots.floats[i]))) return 0;
    const shape whole = {3, height, width};
    const tensor first = {(float *)input, whole, net_plane(height, width)};
    const size_t used = memory->used;
    for (int i = 0; i < network->layers; ++i) {
        const net_layer *layer = &network->layer[i];
        const tensor *from = layer->from_a == INPUT ? &first : &outputs[layer->from_a];
        const tensor into = {slot[slots.slot[i]], shapes[i], net_plane(shapes[i].height, shapes[i].width)};
        outputs[i] = into;
        switch (layer->op) {
        case CONVOLUTION:
            if (!convolution(layer, from, &outputs[i], memory)) return 0;
            break;
        case DEPTHWISE:
            if (!depthwise(layer, from, &outputs[i], memory)) return 0;
            break;
        case POINTWISE: pointwise(layer, from, &outputs[i]); break;
        case ADD: add(layer, from, &outputs[layer->from_b], &outputs[i]); break;
        case MEAN: mean(layer, from, &outputs[i]); break;
        default: dense(layer, from, &outputs[i]);
        }
        memory->used = used;
    }
    const tensor *last = &outputs[network->layers - 1];
    to->values = last->values;
    to->channels = last->size.channels, to->height = last->size.height, to->width = last->size.width;
    to->plane = last->plane;
    return 1;
}
