#include "vision/rows.h"

#include "vision/numbers.h"

enum { NONE = -1 };

#define NEAREST 0.6f         // the distance of neighbours, in widths
#define FARTHEST 1.25f       // a wider gap separates two rows
#define COS_PARALLEL 0.883f  // of 28°
#define COS_LINE 0.94f       // of 20°
#define ASIDE 0.5f           // how far a neighbour may be off the line, in heights
#define WIDTHS_ALIKE 1.67f

typedef struct {
    float x, y;
} vector;

static vector right_of(const box *tile) {
    const vector right = {-tile->up_y, tile->up_x};
    return right;
}

// Return the vector towards *to* along and across a direction.
static vector towards(const box *from, const box *to, vector along) {
    const float dx = to->x - from->x, dy = to->y - from->y;
    const vector both = {dx * along.x + dy * along.y, dx * along.y - dy * along.x};
    return both;
}

static float product(vector a, vector b) { return a.x * b.x + a.y * b.y; }

// Return whether *to* may be the right neighbour of *from* in this direction.
static int adjoins(const box *from, const box *to, vector along) {
    const float width = (from->width + to->width) / 2, height = (from->height + to->height) / 2;
    const vector distance = towards(from, to, along);
    return distance.x > NEAREST * width && distance.x < FARTHEST * width && magnitude(distance.y) < ASIDE * height &&
           magnitude(product(right_of(from), right_of(to))) > COS_PARALLEL &&
           larger(from->width, to->width) < WIDTHS_ALIKE * smaller(from->width, to->width);
}

// Return the nearest neighbour of a tile on its own left (0) or right (1).
static int nearest(const box *tiles, int count, int tile, int side) {
    int best = NONE;
    float shortest = 0;
    vector along = right_of(&tiles[tile]);
    if (!side) along.x = -along.x, along.y = -along.y;
    for (int i = 0; i < count; ++i) {
        if (i == tile || !adjoins(&tiles[tile], &tiles[i], along)) continue;
        const vector way = towards(&tiles[tile], &tiles[i], along);
        const float length = way.x + 2 * magnitude(way.y);
        if (best == NONE || length < shortest) best = i, shortest = length;
    }
    return best;
}

// A row, in reading order.
typedef struct {
    int size;
    const box *first, *last;
    vector along; // its direction
    float top;    // the mean of y
    float aspect; // the mean of heights divided by widths
} row;

// Fit a line to a row's tiles, in the reading direction of most tiles, and sort them along it.
static row fit(const box *tiles, int *order, int size) {
    float x = 0, y = 0, xx = 0, xy = 0, yy = 0, aspect = 0, sense = 0;
    for (int i = 0; i < size; ++i) {
        const box *tile = &tiles[order[i]];
        x += tile->x / (float)size, y += tile->y / (float)size, aspect += tile->height / tile->width / (float)size;
    }
    row to = {size, NULL, NULL, right_of(&tiles[order[0]]), y, aspect};
    for (int i = 0; i < size; ++i) {
        const float dx = tiles[order[i]].x - x, dy = tiles[order[i]].y - y;
        xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    if (size > 1) { // the axis of the larger variance
        const float half = (xx - yy) / 2, length = root(half * half + xy * xy);
        vector axis = {half + length, xy};
        if (half < 0) axis.x = xy, axis.y = length - half;
        const float norm = root(product(axis, axis));
        if (norm > 0) to.along.x = axis.x / norm, to.along.y = axis.y / norm;
    }
    for (int i = 0; i < size; ++i) sense += product(right_of(&tiles[order[i]]), to.along) > 0 ? 1 : -1;
    if (sense == 0) sense = to.along.x; // as many one way as the other: from the left
    if (sense < 0) to.along.x = -to.along.x, to.along.y = -to.along.y;
    for (int i = 1; i < size; ++i)
        for (int j = i; j > 0 && towards(&tiles[order[j - 1]], &tiles[order[j]], to.along).x < 0; --j) {
            const int swapped = order[j];
            order[j] = order[j - 1], order[j - 1] = swapped;
        }
    to.first = &tiles[order[0]], to.last = &tiles[order[size - 1]];
    return to;
}

// Combine all tiles with this label into a row; write them to *order*.
static row collect(const box *tiles, int count, const int *labels, int label, int *order) {
    row none = {0, NULL, NULL, {0, 0}, 0, 0};
    int size = 0;
    for (int i = 0; i < count; ++i)
        if (labels[i] == label) order[size++] = i;
    return size ? fit(tiles, order, size) : none;
}

static void relabel(int count, int *labels, int from, int to) {
    for (int i = 0; i < count; ++i)
        if (labels[i] == from) labels[i] = to;
}

// Return whether row *b* continues row *a*, in the direction of the longer one.
static int continues(const row *a, const row *b) {
    if (!a->size || !b->size || (product(a->along, b->along) < COS_LINE && a->size > 1 && b->size > 1)) return 0;
    return adjoins(a->last, b->first, a->size >= b->size ? a->along : b->along);
}

// Return whether *lower* hides the feet of *upper*, like the front row of a rack: it is parallel, one height below and
// beneath most of the upper row, whose tiles seem shorter.
static int covers(const row *upper, const row *lower) {
    if (upper->size < 2 || lower->size < 2 || product(upper->along, lower->along) < 0.97f) return 0;
    const float width = lower->first->width, height = lower->first->height;
    const vector start = towards(lower->first, upper->first, lower->along);
    const vector end = towards(lower->first, upper->last, lower->along);
    const float length = towards(lower->first, lower->last, lower->along).x;
    const float overlap = smaller(end.x, length) - larger(start.x, 0) + width, above = (start.y + end.y) / 2;
    return overlap > 0.6f * (smaller(end.x - start.x, length) + width) && above > 0.6f * height &&
           above < 1.3f * height && upper->aspect < 1.32f && upper->aspect < lower->aspect - 0.06f;
}

// Return whether row *a* comes after row *b*: rows are read from the top, and from the left at the same height.
static int comes_after(const row *a, const row *b) {
    const float lower = a->top - b->top;
    if (magnitude(lower) < (a->first->height + b->first->height) / 4) return a->first->x > b->first->x;
    return lower > 0;
}

// Join tiles that are each other's nearest neighbours, then rows that continue each other, which the directions of
// single tiles may have parted. Rows are at the index of their label.
static void join(const box *tiles, int count, int *labels, row *rows) {
    int order[VISION_TILES];
    for (int i = 0; i < count; ++i) labels[i] = i;
    for (int i = 0; i < 2 * count; ++i) {
        const int other = nearest(tiles, count, i / 2, i % 2);
        if (other != NONE && (nearest(tiles, count, other, 0) == i / 2 || nearest(tiles, count, other, 1) == i / 2))
            relabel(count, labels, labels[other], labels[i / 2]);
    }
    for (int i = 0; i < count; ++i) rows[i] = collect(tiles, count, labels, i, order);
    for (int i = 0; i < count * count; ++i) {
        const int a = i / count, b = i % count;
        if (a == b || !continues(&rows[a], &rows[b])) continue;
        relabel(count, labels, b, a);
        rows[b].size = 0;
        rows[a] = collect(tiles, count, labels, a, order);
        i = -1;
    }
}

void find_rows(const box *tiles, int count, row_list *to) {
    row rows[VISION_TILES];
    int labels[VISION_TILES], sorted[VISION_TILES], used = 0;
    join(tiles, count, labels, rows);
    to->rows = 0;
    for (int i = 0; i < count; ++i) {
        if (!rows[i].size) continue;
        int at = to->rows++;
        for (; at > 0 && comes_after(&rows[sorted[at - 1]], &rows[i]); --at) sorted[at] = sorted[at - 1];
        sorted[at] = i;
    }
    for (int i = 0; i < to->rows; ++i) {
        to->size[i] = rows[sorted[i]].size;
        to->rack[i] = 0;
        for (int j = 0; j < to->rows; ++j)
            to->rack[i] |= covers(&rows[sorted[i]], &rows[sorted[j]]) || covers(&rows[sorted[j]], &rows[sorted[i]]);
        collect(tiles, count, labels, sorted[i], to->order + used);
        used += to->size[i];
    }
}
