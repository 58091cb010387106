// Finds the tiles in a photo.
#ifndef TILERUMMY_VISION_DETECT_H
#define TILERUMMY_VISION_DETECT_H

#include "vision/net.h"
#include "vision/photo.h"

enum { DETECT_SIDE = 640, DETECT_STRIDE = 4 };

// The result of a detection. *tiles* are sorted by heat, the surest first.
typedef struct {
    int count;
    box tile[VISION_TILES];
} detection;

// Find the tiles in a photo whose longer side is scaled to *side* pixels; a large one is read in overlapping parts.
// Returns 0 if the memory is too small.
int detect(const net_pair *nets, const vision_photo *photo, int side, arena *memory, const vision_progress *progress,
           float from, float until, detection *to);

#endif
