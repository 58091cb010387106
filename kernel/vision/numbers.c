#include "vision/numbers.h"

#include <stdint.h>

// Newton's method, from a first guess by the bits.
float root(float a) {
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

// A power of two times a series.
float exponential(float a) {
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

float sigmoid(float logit) { return 1 / (1 + exponential(-logit)); }
