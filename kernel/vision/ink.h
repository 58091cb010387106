// Measures the ink on a tile: its colour relative to the tile, as a second opinion, and its edges.
#ifndef TILERUMMY_VISION_INK_H
#define TILERUMMY_VISION_INK_H

#include "vision/photo.h"

typedef struct {
    int colour;       // 0 to 3 for k r b o, or -1 if it is not certain
    float ratio[3];   // the ink's red, green and blue as shares of the tile's
    float edges[3];   // the steepness of edges: xx, xy and yy, with x to the right and y downwards
    float brightness; // of the tile, 0 to 1
} ink;

// Measure a crop of a tile whose height is *aspect* widths.
ink ink_of(const float crop[3 * CROP_PIXELS], float aspect);

#endif
