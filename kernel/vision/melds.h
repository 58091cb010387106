// Melds that touch each other look like one row; where the row is no meld, but its parts are, it is split.
#ifndef TILERUMMY_VISION_MELDS_H
#define TILERUMMY_VISION_MELDS_H

// Split a row of *count* faces into as few melds as possible. Writes the number of tiles in each to *parts*, and returns
// how many there are; a row that is no sequence of melds is one part.
int split_melds(const int *faces, int count, int *parts);

#endif
