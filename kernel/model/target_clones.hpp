// Defines a macro that compiles a second version of a function for newer processors.
#pragma once

// If supported, the function is compiled twice, and the version to use is chosen when the program
// starts.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__)
#define TILERUMMY_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TILERUMMY_TARGET_CLONES
#endif
