// Reads a tile from its crop.
#ifndef TILERUMMY_VISION_READ_H
#define TILERUMMY_VISION_READ_H

#include "vision/net.h"
#include "vision/photo.h"

enum { COLOURS = 4, NUMBERS = 13, FACES = VISION_JOKER + 1 };

// What is known of a tile after reading it.
typedef struct {
    int is_tile;
    int upside_down;  // 1 if the box's direction has to be turned round
    float edges[3];   // of the ink, as in ink.h, in the box's direction
    float brightness; // of the tile without its ink
    float probability[FACES];
    float features[2][VISION_FEATURES]; // the inputs of the last layer, as the box lies and turned round
    int other_colour; // 1 if the ink's colour is surely another than the one read
} face_reading;

// Turn, move and scale a box, which is coarse, to fit the tile seen there. *crop* has room for 3 * CROP_PIXELS floats.
// Returns 0 if the memory is too small.
int place_box(const net_pair *nets, const vision_photo *photo, box *tile, arena *memory, float *crop);

// Read the tile at a box of the photo. *crop* is as above. Returns 0 if the memory is too small.
int read_face(const net_pair *nets, const vision_photo *photo, const box *tile, arena *memory, float *crop,
              face_reading *to);

#endif
