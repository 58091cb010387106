// The few functions of numbers that are needed, with the same results on every platform.
#ifndef TILERUMMY_VISION_NUMBERS_H
#define TILERUMMY_VISION_NUMBERS_H

static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float between(float low, float a, float high) { return larger(low, smaller(a, high)); }
static inline float magnitude(float a) { return a < 0 ? -a : a; }

// Return the next lower integer; *a* must fit an int.
static inline int floor_of(float a) {
    const int whole = (int)a;
    return whole > a ? whole - 1 : whole;
}

// Return the square root, or 0 for a number that is not positive.
float root(float a);

// Return e to the power of *a*, with a relative error below 1e-6.
float exponential(float a);

// Return the logistic function of *logit*.
float sigmoid(float logit);

#endif
