#include "vision/read.h"

#include "vision/ink.h"
#include "vision/numbers.h"

// The reader's outputs.
enum { NUMBER_LOGITS = 0, COLOUR_LOGITS = 14, UPSIDE_DOWN_LOGIT = 18, NO_TILE_LOGIT = 19, COSINE, SINE, ACROSS, DOWN, WIDER };

#define FURTHEST 0.5f // the limit of a box's move in widths, and of the change in the logarithm of its width

static void softmax(const float *logits, int count, float temperature, float *to) {
    float most = logits[0], sum = 0;
    for (int i = 1; i < count; ++i) most = larger(most, logits[i]);
    for (int i = 0; i < count; ++i) sum += to[i] = exponential((logits[i] - most) / temperature);
    for (int i = 0; i < count; ++i) to[i] /= sum;
}

// Run the reader on a crop, upside down if *turned*. *features* may be null.
static int run(const net_pair *nets, const float *crop, int turned, arena *memory, float logits[READER_OUTPUTS], float *features) {
    const size_t used = memory->used;
    const int plane = net_plane(CROP, CROP);
    float *input = arena_floats(memory, 3 * (size_t)plane);
    net_output output;
    if (!input) return 0;
    for (int c = 0; c < 3; ++c) {
        const float mean = nets->constant[NET_MEAN + c], scale = 1 / nets->constant[NET_DEVIATION + c];
        const float *from = crop + c * CROP_PIXELS;
        for (int i = 0; i < CROP_PIXELS; ++i)
            input[c * plane + i] = (from[turned ? CROP_PIXELS - 1 - i : i] - mean) * scale;
    }
    if (!net_run(&nets->reader, input, CROP, CROP, memory, &output)) return 0;
    for (int i = 0; i < READER_OUTPUTS; ++i) logits[i] = output.values[(size_t)i * (size_t)output.plane];
    const tensor *before = &output.before;
    const int cells = before->size.height * before->size.width, count = before->size.channels * cells;
    for (int i = 0; features && i < count && i < VISION_FEATURES; ++i)
        features[i] = before->values[i / cells * before->plane + i % cells];
    memory->used = used;
    return 1;
}

static void faces_of(const float *logits, float temperature, float *to) {
    float numbers[NUMBERS + 1], colours[COLOURS];
    softmax(logits + NUMBER_LOGITS, NUMBERS + 1, temperature, numbers);
    softmax(logits + COLOUR_LOGITS, COLOURS, temperature, colours);
    for (int c = 0; c < COLOURS; ++c)
        for (int n = 0; n < NUMBERS; ++n) to[c * NUMBERS + n] = numbers[n] * colours[c];
    to[VISION_JOKER] = numbers[NUMBERS];
}

static float limited(float value) { return between(-FURTHEST, value, FURTHEST); }

int place_box(const net_pair *nets, const vision_photo *photo, box *tile, arena *memory, float *crop) {
    float outputs[READER_OUTPUTS];
    photo_crop(photo, tile, crop);
    if (!run(nets, crop, 0, memory, outputs, NULL)) return 0;
    const float x = tile->up_x, y = tile->up_y;
    const float across = limited(outputs[ACROSS]) * tile->width, down = limited(outputs[DOWN]) * tile->width;
    const float wider = exponential(limited(outputs[WIDER]));
    tile->x -= across * y + down * x, tile->y += across * x - down * y;
    tile->width *= wider, tile->height *= wider;
    turn_box(tile, outputs[COSINE], outputs[SINE]);
    return 1;
}

int read_face(const net_pair *nets, const vision_photo *photo, const box *tile, arena *memory, float *crop,
              face_reading *to) {
    float ways[2][READER_OUTPUTS], faces[2][FACES];
    photo_crop(photo, tile, crop);
    for (int way = 0; way < 2; ++way) {
        if (!run(nets, crop, way, memory, ways[way], to->features[way])) return 0;
        faces_of(ways[way], nets->constant[NET_TEMPERATURE], faces[way]);
    }
    to->upside_down = ways[0][UPSIDE_DOWN_LOGIT] > ways[1][UPSIDE_DOWN_LOGIT];
    const float *kept = ways[to->upside_down];
    to->is_tile = sigmoid((ways[0][NO_TILE_LOGIT] + ways[1][NO_TILE_LOGIT]) / 2) < nets->constant[NET_NO_TILE];
    // if both ways seem upright, both count: 6 and 9 differ in nothing else
    const float turned = sigmoid((ways[0][UPSIDE_DOWN_LOGIT] - ways[1][UPSIDE_DOWN_LOGIT]) / nets->constant[NET_TEMPERATURE]);
    for (int i = 0; i < FACES; ++i) to->probability[i] = faces[0][i] * (1 - turned) + faces[1][i] * turned;
    const ink found = ink_of(crop, tile->height / tile->width);
    int colour = 0;
    for (int c = 1; c < COLOURS; ++c)
        if (kept[COLOUR_LOGITS + c] > kept[COLOUR_LOGITS + colour]) colour = c;
    for (int i = 0; i < 3; ++i) to->edges[i] = found.edges[i];
    to->brightness = found.brightness;
    to->other_colour = found.colour >= 0 && found.colour != colour;
    return 1;
}
