// Vectors of four floats. Results do not depend on how the compiler implements them.
#ifndef TILERUMMY_VISION_VECTORS_H
#define TILERUMMY_VISION_VECTORS_H

#if defined(__GNUC__)

typedef float v4 __attribute__((vector_size(16)));
typedef float v4_unaligned __attribute__((vector_size(16), aligned(4), may_alias));

static inline v4 v4_load(const float *from) { return *(const v4_unaligned *)from; }
static inline void v4_store(float *to, v4 a) { *(v4_unaligned *)to = a; }
static inline v4 v4_splat(float a) {
    v4 all = {a, a, a, a};
    return all;
}
static inline v4 v4_multiply_add(v4 sum, v4 a, v4 b) { return sum + a * b; }
// Return the numbers with 0 for those that are not positive.
static inline v4 v4_positive(v4 a) {
    typedef int v4_mask __attribute__((vector_size(16)));
    return (v4)((v4_mask)a & (v4_mask)(a > v4_splat(0)));
}

#else // a compiler without vector extensions

typedef struct {
    float lane[4];
} v4;

static inline v4 v4_load(const float *from) {
    v4 a;
    for (int i = 0; i < 4; ++i) a.lane[i] = from[i];
    return a;
}
static inline void v4_store(float *to, v4 a) {
    for (int i = 0; i < 4; ++i) to[i] = a.lane[i];
}
static inline v4 v4_splat(float value) {
    v4 a;
    for (int i = 0; i < 4; ++i) a.lane[i] = value;
    return a;
}
static inline v4 v4_multiply_add(v4 sum, v4 a, v4 b) {
    for (int i = 0; i < 4; ++i) sum.lane[i] += a.lane[i] * b.lane[i];
    return sum;
}
static inline v4 v4_positive(v4 a) {
    for (int i = 0; i < 4; ++i) a.lane[i] = a.lane[i] > 0 ? a.lane[i] : 0;
    return a;
}

#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#endif
