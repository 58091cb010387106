#include "vision/net.h"

enum { RECORD = 10, INPUT = -1 };

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
    const int windowed = layer->op == CONVOLUTION || layer->op == DEPTHWISE;
    const int same = layer->op == DEPTHWISE || layer->op == ADD || layer->op == MEAN;
    return layer->op >= 0 && layer->op < OPS && layer->from_a >= INPUT && layer->from_a < index &&
           layer->from_b >= INPUT && layer->from_b < index && (layer->op != ADD || layer->from_b != INPUT) &&
           layer->in > 0 && layer->in <= MOST_CHANNELS && layer->out > 0 && layer->out <= MOST_CHANNELS &&
           (!same || layer->in == layer->out) && (layer->stride == 1 || (windowed && layer->stride == 2)) &&
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
    return to->detector.layer[to->detector.layers - 1].out == DETECTOR_OUTPUTS &&
           to->reader.layer[to->reader.layers - 1].out == READER_OUTPUTS;
}

// Which outputs share memory: an output's slot is free after the last layer that reads it.
typedef struct {
    int slots, slot[NET_LAYERS];
    size_t floats[NET_LAYERS]; // per slot
} plan;

static size_t floats_of(shape of) { return (size_t)of.channels * (size_t)net_plane(of.height, of.width) + SLACK; }

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
        if (!layer_run(layer, from, layer->op == ADD ? &outputs[layer->from_b] : NULL, &outputs[i], memory)) return 0;
        memory->used = used;
    }
    const tensor *last = &outputs[network->layers - 1];
    const int before = network->layer[network->layers - 1].from_a;
    to->before = before == INPUT ? first : outputs[before];
    to->values = last->values;
    to->channels = last->size.channels, to->height = last->size.height, to->width = last->size.width;
    to->plane = last->plane;
    return 1;
}
