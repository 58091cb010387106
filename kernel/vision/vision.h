// Reads the tiles in a photo: from pixels to faces with probabilities, and the rows they lie in.
//
// It needs no library and allocates nothing: callers provide the memory. All results are the same on every platform,
// because all vectors have four lanes and no operations are fused.
#ifndef TILERUMMY_VISION_H
#define TILERUMMY_VISION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    VISION_TILES = 200,      // the maximum number of tiles in a reading
    VISION_CANDIDATES = 6,   // the maximum number of readings per tile
    VISION_FEATURES = 1440,  // the maximum number of inputs of the reader's last layer that are returned
    VISION_JOKER = 52,       // a face; the other faces are 13 × colour (k r b o) + number - 1
    VISION_PIXELS = 13000000, // the maximum size of a photo; larger ones must be decoded smaller
    VISION_LONGEST = 16384,     // the maximum length of a side of a photo
    VISION_MEMORY = 64 << 20    // the number of bytes that reading takes, besides the photo
};

enum { VISION_OK, VISION_BAD_WEIGHTS, VISION_BAD_PHOTO, VISION_NO_MEMORY };

enum { VISION_FINE, VISION_DARK, VISION_SHAKEN, VISION_FAR };

// All fields are 32 bits wide, so that other languages can read them as an array.
typedef struct {
    float corners[8];   // x, y in pixels: the tile's own upper left corner, then clockwise
    int32_t doubtful;   // 1 if a person should check the tile
    int32_t candidates; // the number of possible readings, at least 2
    int32_t face[VISION_CANDIDATES];
    float probability[VISION_CANDIDATES]; // descending
} vision_tile;

typedef struct {
    int32_t advice;
    int32_t rows;
    int32_t tiles;
    int32_t row_tiles[VISION_TILES]; // the number of tiles per row
    int32_t row_rack[VISION_TILES];  // 1 for the rows that seem to be a rack
    vision_tile tile[VISION_TILES];  // in reading order, row by row
    float features[VISION_TILES][VISION_FEATURES]; // per tile the inputs of the reader's last layer, from which it learns
} vision_reading;

typedef struct {
    const uint8_t *rgb; // three bytes per pixel, row by row
    int32_t width, height;
} vision_photo;

typedef struct {
    void (*report)(void *context, float share); // called with the share of the work done; may be null
    void *context;
} vision_progress;

// Read a photo into *reading*. *memory* has VISION_MEMORY bytes and is aligned to 16. Returns VISION_OK or the reason why
// the photo cannot be read; VISION_NO_MEMORY means that the networks are too large.
int vision_read(const vision_photo *photo, const uint8_t *weights, size_t bytes, void *memory,
                const vision_progress *progress, vision_reading *reading);

// Run one of the networks, for tests: 0 is the detector, 1 the reader. *input* contains three planes of normalised
// floats. Returns the number of floats written to *output*, or 0 if they exceed *room* or an argument is wrong.
size_t vision_run(int which, const float *input, int height, int width, const uint8_t *weights, size_t bytes,
                  void *memory, float *output, size_t room);

#ifdef __cplusplus
}
#endif
#endif
