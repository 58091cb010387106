// The operations of networks.
#ifndef TILERUMMY_VISION_LAYERS_H
#define TILERUMMY_VISION_LAYERS_H

#include "vision/arena.h"

enum { CONVOLUTION, DEPTHWISE, POINTWISE, ADD, MEAN, DENSE, OPS };

enum { GROUP = 4, MOST_TAPS = 1152, MOST_CHANNELS = 512, SLACK = 8 };

typedef struct {
    int32_t op, from_a, from_b, in, out, stride, relu;
    const float *weights; // in groups of four output channels
    const float *biases;
} net_layer;

// Return the number of floats per plane of an image. Rows follow each other without gaps; at least eight floats follow
// the last one, because vectors are stored whole.
static inline int net_plane(int height, int width) { return (height * width + 15) & ~7; }

// The dimensions of an image or an output.
typedef struct {
    int channels, height, width;
} shape;

// The input or output of a layer: planes of *plane* floats, and SLACK floats after the last one.
typedef struct {
    float *values;
    shape size;
    int plane;
} tensor;

// Compute the output of a layer. ADD reads *half* too. Returns 0 if the memory is too small.
int layer_run(const net_layer *layer, const tensor *from, const tensor *half, tensor *to, arena *memory);

#endif
