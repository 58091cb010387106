// Resampling: a photo or a part of it at the size of a network's input, and tiles turned upright.
#ifndef TILERUMMY_VISION_PHOTO_H
#define TILERUMMY_VISION_PHOTO_H

#include "vision/arena.h"
#include "vision/vision.h"

enum { CROP = 48, CROP_PIXELS = CROP * CROP };

#define CROP_WIDTHS 1.6f // the width of a crop, in tile widths

// A tile as a rectangle in the photo.
typedef struct {
    float x, y;           // the centre, in pixels
    float up_x, up_y;     // a vector of length 1
    float width, height;  // in pixels
} box;

// Turn a tile clockwise by half the angle that a network returned, unless that is so short that it is unknown. Networks
// return twice the angle, because the ends of many tiles look alike to them.
void turn_box(box *tile, float cosine, float sine);

// Return whether the centre of *other* is within half a width of *tile*'s.
int is_same_place(const box *tile, const box *other);

// An image with three planes of floats between 0 and 1.
typedef struct {
    float *values;
    int width, height;
} image;

// Return the photo scaled to this size, the mean of the pixels beneath each new one. Its values are null if memory is
// too small.
image photo_scaled(const vision_photo *photo, int width, int height, arena *memory);

// Copy the square around a tile, turned upright, as three planes of values between 0 and 1.
void photo_crop(const vision_photo *photo, const box *tile, float to[3 * CROP_PIXELS]);

#endif
