// The functions for browsers: prepare memory, copy the weights and the photo there, read, and copy the reading.
#if defined(__wasm__)

#include "vision/vision.h"

enum { PAGE = 65536, LARGEST_WEIGHTS = 4 << 20 };

#define EXPORT(name) __attribute__((export_name(#name))) name

__attribute__((import_module("host"), import_name("report"))) extern void host_report(float share);

extern uint8_t __heap_base; // set by the linker

#if !defined(__wasm_bulk_memory__)
// The compiler calls this for arrays of zeros.
void *memset(void *to, int value, size_t bytes) {
    volatile uint8_t *at = (volatile uint8_t *)to;
    while (bytes--) *at++ = (uint8_t)value;
    return to;
}
#endif

// Each part begins after the one before it.
static struct {
    uint8_t *weights, *photo, *memory;
    int32_t bytes, width, height;
} prepared;

static vision_reading reading;

static uint8_t *aligned(uint8_t *at) { return (uint8_t *)(((uintptr_t)at + 15) & ~(uintptr_t)15); }

// Reserve memory for weights of this many bytes and a photo. Returns 0 if that is too much.
int32_t EXPORT(prepare)(int32_t bytes, int32_t width, int32_t height) {
    if (bytes < 0 || bytes > LARGEST_WEIGHTS || width < 1 || height < 1 || width > VISION_LONGEST ||
        height > VISION_LONGEST || width * height > VISION_PIXELS)
        return 0;
    prepared.bytes = bytes, prepared.width = width, prepared.height = height;
    prepared.weights = aligned(&__heap_base);
    prepared.photo = aligned(prepared.weights + bytes);
    prepared.memory = aligned(prepared.photo + width * height * 3);
    const uintptr_t needed = ((uintptr_t)prepared.memory + VISION_MEMORY + PAGE - 1) / PAGE;
    const uintptr_t present = __builtin_wasm_memory_size(0);
    return needed <= present || __builtin_wasm_memory_grow(0, needed - present) != (uintptr_t)-1;
}

uint8_t *EXPORT(weights)(void) { return prepared.weights; }

uint8_t *EXPORT(photo)(void) { return prepared.photo; }

static void report(void *context, float share) {
    (void)context;
    host_report(share);
}

// Read the photo. Returns the address of the reading, or null if that is impossible.
const vision_reading *EXPORT(read)(void) {
    const vision_photo photo = {prepared.photo, prepared.width, prepared.height};
    const vision_progress progress = {report, NULL};
    const int refused = vision_read(&photo, prepared.weights, (size_t)prepared.bytes, prepared.memory, &progress, &reading);
    return refused == VISION_OK ? &reading : NULL;
}

#endif
