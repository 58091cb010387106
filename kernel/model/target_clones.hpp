// Compiles a function for newer processors too.
#pragma once

// Where the compiler supports it, the function is compiled twice; the version for the processor is
// chosen when the program starts.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__)
#define TILERUMMY_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TILERUMMY_TARGET_CLONES
#endif
