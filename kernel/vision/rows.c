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

// Return whether *to* may be the right neighbour of *from* in this direction, within an angle of this cosine.
static int adjoins(const box *from, const box *to, vector along, float cosine) {
    const float width = (from->width + to->width) / 2, height = (from->height + to->height) / 2;
    const vector distance = towards(from, to, along);
    return distance.x > NEAREST * width && distance.x < FARTHEST * width && magnitude(distance.y) < ASIDE * height &&
           magnitude(product(right_of(from), right_of(to))) > cosine &&
           larger(from->width, to->width) < WIDTHS_ALIKE * smaller(from->width, to->width);
}

// The chains that rows are made of: each tile's neighbour on its own left (0) and right (1).
typedef struct {
    int beside[VISION_TILES][2];
} links;

// Return the nearest neighbour of a tile on one of its sides.
static int nearest(const box *tiles, int count, int tile, int side) {
    int best = NONE;
    float shortest = 0;
    vector along = right_of(&tiles[tile]);
    if (!side) along.x = -along.x, along.y = -along.y;
    for (int i = 0; i < count; ++i) {
        if (i == tile || !adjoins(&tiles[tile], &tiles[i], along, COS_PARALLEL)) continue;
        const vector way = towards(&tiles[tile], &tiles[i], along);
        const float length = way.x + 2 * magnitude(way.y);
        if (best == NONE || length < shortest) best = i, shortest = length;
    }
    return best;
}

// Return the side of *tile* on which *other* is its nearest neighbour, or NONE.
static int side_of(int best[VISION_TILES][2], int tile, int other) {
    return best[tile][0] == other ? 0 : best[tile][1] == other ? 1 : NONE;
}

static void link_mutual(const box *tiles, int count, links *to) {
    int best[VISION_TILES][2];
    for (int i = 0; i < count; ++i)
        for (int side = 0; side < 2; ++side) {
            best[i][side] = nearest(tiles, count, i, side);
            to->beside[i][side] = NONE;
        }
    for (int i = 0; i < count; ++i)
        for (int side = 0; side < 2; ++side) {
            const int other = best[i][side];
            const int back = other == NONE ? NONE : side_of(best, other, i);
            if (back != NONE) to->beside[i][side] = other;
        }
}

// A row while rows are put together.
typedef struct {
    int first, size; // in row_list.order
    vector along;    // its direction, in reading order
    vector from, until;
} chain;

// Write the tiles of a chain in order, beginning at an end; mark them as *taken*.
static int follow(const links *all, int tile, int *taken, int *to) {
    int size = 0, before = NONE;
    while (tile != NONE && !taken[tile]) {
        taken[tile] = 1;
        to[size++] = tile;
        const int left = all->beside[tile][0], right = all->beside[tile][1];
        const int next = left == before ? right : left;
        before = tile, tile = next;
    }
    return size;
}

// Fit a line to a row; its direction is that of most of its tiles. Turn the row round if it is written backwards.
static void fit(const box *tiles, int *order, chain *row) {
    float x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    const int *all = order + row->first;
    for (int i = 0; i < row->size; ++i) x += tiles[all[i]].x, y += tiles[all[i]].y;
    x /= (float)row->size, y /= (float)row->size;
    for (int i = 0; i < row->size; ++i) {
        const float dx = tiles[all[i]].x - x, dy = tiles[all[i]].y - y;
        xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    row->along = right_of(&tiles[all[0]]);
    if (row->size > 1) { // the axis of the larger variance
        const float half = (xx - yy) / 2, length = root(half * half + xy * xy);
        vector axis = {half + length, xy};
        if (half < 0) axis.x = xy, axis.y = length - half;
        const float size = root(product(axis, axis));
        if (size > 0) row->along.x = axis.x / size, row->along.y = axis.y / size;
    }
    float sense = 0;
    for (int i = 0; i < row->size; ++i) sense += product(right_of(&tiles[all[i]]), row->along) > 0 ? 1 : -1;
    if (sense == 0) sense = row->along.x; // as many one way as the other: from the left
    if (sense < 0) row->along.x = -row->along.x, row->along.y = -row->along.y;
    for (int i = 1; i < row->size; ++i) // sort along the line
        for (int j = i; j > 0; --j) {
            int *pair = order + row->first + j - 1;
            if (towards(&tiles[pair[0]], &tiles[pair[1]], row->along).x >= 0) break;
            const int swapped = pair[0];
            pair[0] = pair[1], pair[1] = swapped;
        }
}

static void make_chains(const box *tiles, int count, int *order, chain *rows, int *row_count) {
    links all;
    int taken[VISION_TILES] = {0}, used = 0;
    link_mutual(tiles, count, &all);
    *row_count = 0;
    for (int ends = 0; ends < 2; ++ends) // chains with ends first, then what remains
        for (int i = 0; i < count; ++i) {
            const int is_end = all.beside[i][0] == NONE || all.beside[i][1] == NONE;
            if (taken[i] || (!ends && !is_end)) continue;
            chain *row = &rows[(*row_count)++];
            row->first = used;
            row->size = follow(&all, i, taken, order + used);
            used += row->size;
            fit(tiles, order, row);
        }
}

// Return whether row *b* continues row *a*, by the direction of the longer one.
static int continues(const box *tiles, const int *order, const chain *a, const chain *b) {
    const vector along = a->size >= b->size ? a->along : b->along;
    const box *end = &tiles[order[a->first + a->size - 1]], *start = &tiles[order[b->first]];
    if (product(a->along, b->along) < COS_LINE && a->size > 1 && b->size > 1) return 0;
    return adjoins(end, start, along, COS_PARALLEL);
}

// Append row *b* to row *a* in a new order.
static void append(const box *tiles, int *order, chain *rows, int *row_count, int a, int b) {
    int copy[VISION_TILES], at = 0;
    for (int i = 0; i < *row_count; ++i) {
        if (i == b) continue;
        const int first = at;
        for (int j = 0; j < rows[i].size; ++j) copy[at++] = order[rows[i].first + j];
        if (i == a)
            for (int j = 0; j < rows[b].size; ++j) copy[at++] = order[rows[b].first + j];
        rows[i].first = first;
        rows[i].size = at - first;
    }
    for (int i = 0; i < at; ++i) order[i] = copy[i];
    const int joined = a < b ? a : a - 1;
    for (int i = b; i + 1 < *row_count; ++i) rows[i] = rows[i + 1];
    --*row_count;
    fit(tiles, order, &rows[joined]);
}

// Join rows that continue each other, which the directions of single tiles may have parted.
static void join(const box *tiles, int *order, chain *rows, int *row_count) {
    for (int a = 0; a < *row_count; ++a)
        for (int b = 0; b < *row_count; ++b) {
            if (a == b || !continues(tiles, order, &rows[a], &rows[b])) continue;
            append(tiles, order, rows, row_count, a, b);
            a = NONE;
            break;
        }
}

static float top_of(const box *tiles, const int *order, const chain *row) {
    float sum = 0;
    for (int i = 0; i < row->size; ++i) sum += tiles[order[row->first + i]].y;
    return sum / (float)row->size;
}

// Sort rows from the top of the photo to its bottom; those at the same height from left to right.
static void sort_rows(const box *tiles, const int *order, chain *rows, int count) {
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0; --j) {
            const box *above = &tiles[order[rows[j - 1].first]], *below = &tiles[order[rows[j].first]];
            const float lower = top_of(tiles, order, &rows[j]) - top_of(tiles, order, &rows[j - 1]);
            const int same = magnitude(lower) < (above->height + below->height) / 4;
            if (same ? below->x >= above->x : lower >= 0) break;
            const chain swapped = rows[j];
            rows[j] = rows[j - 1], rows[j - 1] = swapped;
        }
}

static float mean_aspect(const box *tiles, const int *order, const chain *row) {
    float sum = 0;
    for (int i = 0; i < row->size; ++i) sum += tiles[order[row->first + i]].height / tiles[order[row->first + i]].width;
    return sum / (float)row->size;
}

// Return whether *lower* hides the feet of *upper*, like the front row of a rack: it is parallel, one height below and
// beneath most of it, and the tiles of the upper one seem shorter.
static int covers(const box *tiles, const int *order, const chain *upper, const chain *lower) {
    if (upper->size < 2 || lower->size < 2 || product(upper->along, lower->along) < 0.97f) return 0;
    const box *first = &tiles[order[upper->first]], *last = &tiles[order[upper->first + upper->size - 1]];
    const box *other_first = &tiles[order[lower->first]], *other_last = &tiles[order[lower->first + lower->size - 1]];
    const vector start = towards(other_first, first, lower->along), end = towards(other_first, last, lower->along);
    const float length = towards(other_first, other_last, lower->along).x;
    const float overlap = smaller(end.x, length) - larger(start.x, 0), width = first->width;
    const float above = (start.y + end.y) / 2, height = other_first->height;
    return overlap + width > 0.6f * (smaller(end.x - start.x, length) + width) && above > 0.6f * height &&
           above < 1.3f * height && mean_aspect(tiles, order, upper) < 1.32f &&
           mean_aspect(tiles, order, upper) < mean_aspect(tiles, order, lower) - 0.06f;
}

void find_rows(const box *tiles, int count, row_list *to) {
    chain rows[VISION_TILES];
    int row_count, order[VISION_TILES], used = 0;
    make_chains(tiles, count, order, rows, &row_count);
    join(tiles, order, rows, &row_count);
    sort_rows(tiles, order, rows, row_count);
    to->rows = row_count;
    for (int i = 0; i < row_count; ++i) to->rack[i] = 0;
    for (int i = 0; i < row_count; ++i) {
        to->size[i] = rows[i].size;
        for (int j = 0; j < rows[i].size; ++j) to->order[used++] = order[rows[i].first + j];
        for (int j = 0; j < row_count; ++j)
            if (i != j && covers(tiles, order, &rows[i], &rows[j])) to->rack[i] = to->rack[j] = 1;
    }
}

void straighten(box *tiles, const row_list *rows) {
    const int *order = rows->order;
    for (int i = 0; i < rows->rows; order += rows->size[i++]) {
        chain row = {0, rows->size[i], {0, 0}, {0, 0}, {0, 0}};
        int all[VISION_TILES];
        if (row.size < 3) continue;
        for (int j = 0; j < row.size; ++j) all[j] = order[j];
        fit(tiles, all, &row);
        for (int j = 0; j < row.size; ++j) {
            box *tile = &tiles[all[j]];
            const float along = product(right_of(tile), row.along);
            if (magnitude(along) < COS_PARALLEL) continue;
            tile->up_x = along > 0 ? row.along.y : -row.along.y;
            tile->up_y = along > 0 ? -row.along.x : row.along.x;
        }
    }
}
