// Functions for newer processors beside those for all.
#pragma once

// Where the compiler can, it makes the function for newer processors too; which one is used is found
// when the program starts.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define TILERUMMY_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TILERUMMY_TARGET_CLONES
#endif
