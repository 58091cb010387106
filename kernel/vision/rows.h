// Finds the rows that tiles lie in.
#ifndef TILERUMMY_VISION_ROWS_H
#define TILERUMMY_VISION_ROWS_H

#include "vision/photo.h"

// Tiles in reading order, row by row.
typedef struct {
    int rows;
    int size[VISION_TILES];  // the number of tiles per row
    int rack[VISION_TILES];  // 1 for rows that seem to be a rack
    int order[VISION_TILES]; // indices of tiles
} row_list;

// Group *count* tiles into rows, from the top of the photo to its bottom.
void find_rows(const box *tiles, int count, row_list *to);

#endif
