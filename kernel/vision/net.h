// Runs small convolutional networks. kernel/vision/README.md describes the file with their weights.
#ifndef TILERUMMY_VISION_NET_H
#define TILERUMMY_VISION_NET_H

#include "vision/layers.h"

enum { NET_LAYERS = 64, NET_CONSTANTS = 16, NET_SIDE = 768 };

// The numbers of outputs.
enum { DETECTOR_OUTPUTS = 7, READER_OUTPUTS = 25 };

// The constants at the beginning of the file, in order.
enum { NET_HEAT, NET_DOUBT, NET_TEMPERATURE, NET_NO_TILE, NET_MEAN, NET_DEVIATION = NET_MEAN + 3 };

typedef struct {
    int layers;
    net_layer layer[NET_LAYERS];
} net;

typedef struct {
    const float *values; // planes of *plane* floats, the first height × width of which are used
    int channels, height, width, plane;
    tensor before; // the input of the last layer
} net_output;

typedef struct {
    float constant[NET_CONSTANTS];
    net detector, reader;
} net_pair;

// Read both networks; their weights become floats in *memory*. Returns 0 if the file is damaged or memory is too small.
int net_load(const uint8_t *file, size_t bytes, arena *memory, net_pair *to);

// Run a network on three planes. The output is in *memory*. Returns 0 if the memory is too small or the image does not
// suit the network.
int net_run(const net *network, const float *input, int height, int width, arena *memory, net_output *to);

#endif
