// The few functions of numbers that are needed, with the same results on every platform.
#ifndef TILERUMMY_VISION_NUMBERS_H
#define TILERUMMY_VISION_NUMBERS_H

#include <stdint.h>

static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float between(float low, float a, float high) { return larger(low, smaller(a, high)); }
static inline float magnitude(float a) { return a < 0 ? -a : a; }

// Return the next lower integer; *a* must fit an int.
static inline int floor_of(float a) {
    const int whole = (int)a;
    return whole > a ? whole - 1 : whole;
}

// Return the square root, by Newton's method from a first guess of its bits.
static inline float root(float a) {
    union {
        float value;
        int32_t bits;
    } guess;
    if (!(a > 0)) return 0;
    guess.value = a;
    guess.bits = (guess.bits >> 1) + 0x1fc00000;
    for (int i = 0; i < 4; ++i) guess.value = 0.5f * (guess.value + a / guess.value);
    return guess.value;
}

// Return e to the power of *a*, with a relative error below 1e-6.
static inline float exponential(float a) {
    union {
        float value;
        int32_t bits;
    } power;
    a = between(-80, a, 80);
    const int twos = floor_of(a * 1.44269504f + 0.5f);
    const float rest = a - (float)twos * 0.69314718f;
    power.bits = (twos + 127) << 23;
    float sum = 1;
    for (int i = 7; i > 0; --i) sum = 1 + sum * rest / (float)i;
    return sum * power.value;
}

static inline float sigmoid(float logit) { return 1 / (1 + exponential(-logit)); }

#endif
