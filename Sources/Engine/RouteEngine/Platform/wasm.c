// What Embedded Swift needs from its platform, for WebAssembly without imports: memory, comparison of bytes, seeds of
// hash tables, rounding, and one routine of the compiler.

#include <stddef.h>
#include <stdint.h>

// MARK: Memory

// Blocks have sizes of classes, four classes per power of two, and each class has a list of free blocks. Blocks are never
// joined or divided: a module that repeats the same work reaches a fixed size.

enum {
    pageBytes = 65536,
    headerBytes = 16,        // keeps blocks aligned to 16 bytes
    smallestShift = 4,       // the smallest block has 16 bytes
    classCount = 4 * 28,
    requestBytesMax = 1 << 30,
    pagesPerGrowth = 16      // 1 MiB, so that memory.grow is rare
};

// Before each block.
typedef struct {
    uint32_t class;
    uint32_t offset;         // bytes from the block's start, for a block with a larger alignment; else 0
    uint32_t unused[2];
} Header;

extern unsigned char __heap_base;

static uintptr_t unusedStart, unusedEnd;
static void *freeBlocks[classCount];

// The bytes of the blocks of a class: 16, 20, 24, 28, 32, 40, …, rounded up to a multiple of 16.
static size_t bytesOfClass(uint32_t class) {
    size_t power = (size_t)1 << (smallestShift + class / 4);
    size_t bytes = power + power / 4 * (class % 4);
    return (bytes + 15) & ~(size_t)15;
}

// The smallest class whose blocks have at least so many bytes.
static uint32_t classOfBytes(size_t bytes) {
    if (bytes <= 16) return 0;
    uint32_t shift = 31 - (uint32_t)__builtin_clz((uint32_t)(bytes - 1));
    uint32_t quarter = (uint32_t)((bytes - 1) >> (shift - 2)) & 3;
    return (shift - smallestShift) * 4 + quarter + 1;
}

// Memory that no block has used; 0 if the module may not grow further.
static uintptr_t takeUnused(size_t bytes) {
    if (unusedEnd == 0) {
        unusedStart = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        unusedEnd = (uintptr_t)__builtin_wasm_memory_size(0) * pageBytes;
    }
    if (unusedEnd - unusedStart < bytes) {
        size_t pages = (bytes - (unusedEnd - unusedStart) + pageBytes - 1) / pageBytes;
        if (pages < pagesPerGrowth) pages = pagesPerGrowth;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
        unusedEnd += pages * pageBytes;
    }
    uintptr_t start = unusedStart;
    unusedStart += bytes;
    return start;
}

void *malloc(size_t bytes) {
    if (bytes > requestBytesMax) return NULL;
    uint32_t class = classOfBytes(bytes);
    void *block = freeBlocks[class];
    if (block != NULL) {
        freeBlocks[class] = *(void **)block;
        return block;
    }
    uintptr_t start = takeUnused(bytesOfClass(class) + headerBytes);
    if (start == 0) return NULL;
    *(Header *)start = (Header){.class = class};
    return (void *)(start + headerBytes);
}

void free(void *pointer) {
    if (pointer == NULL) return;
    unsigned char *block = (unsigned char *)pointer - ((Header *)pointer)[-1].offset;
    uint32_t class = ((Header *)block)[-1].class;
    *(void **)block = freeBlocks[class];
    freeBlocks[class] = block;
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
    enum { outOfMemory = 12 };
    if (alignment <= 16) {
        *result = malloc(bytes);
        return *result == NULL ? outOfMemory : 0;
    }
    unsigned char *block = malloc(bytes + alignment);
    if (block == NULL) return outOfMemory;
    uintptr_t aligned = ((uintptr_t)block + alignment - 1) & ~(uintptr_t)(alignment - 1);
    // An aligned address inside the block is at least 16 bytes behind its start, or the start itself.
    ((Header *)aligned)[-1].offset = (uint32_t)(aligned - (uintptr_t)block);
    *result = (void *)aligned;
    return 0;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (size_t at = 0; at < count; at++)
        if (a[at] != b[at]) return a[at] - b[at];
    return 0;
}

// MARK: Seeds

// Seeds of hash tables, by xorshift32 (Marsaglia, 2003). A module has no source of randomness without an import, and who
// can choose the rules of a page can only slow down that page.
void arc4random_buf(void *buffer, size_t count) {
    static uint32_t state = 0x2545F491;
    unsigned char *bytes = buffer;
    for (size_t at = 0; at < count; at++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        bytes[at] = (unsigned char)(state >> 24);
    }
}

// MARK: Arithmetic

// The nearest integer, halves away from zero (C17 section 7.12.9.6). WebAssembly has an instruction for trunc only.
double round(double number) {
    double whole = __builtin_trunc(number);
    return __builtin_fabs(number - whole) >= 0.5 ? whole + __builtin_copysign(1, number) : whole;
}

// The product of two 128-bit integers, which compiled code calls by this name (compiler-rt).
__int128 __multi3(__int128 left, __int128 right) {
    uint64_t a = (uint64_t)left, b = (uint64_t)right;
    uint64_t aLow = (uint32_t)a, aHigh = a >> 32, bLow = (uint32_t)b, bHigh = b >> 32;
    uint64_t low = aLow * bLow;
    uint64_t middle = aHigh * bLow + (low >> 32);
    uint64_t other = aLow * bHigh + (uint32_t)middle;
    uint64_t high = aHigh * bHigh + (middle >> 32) + (other >> 32);
    high += (uint64_t)(left >> 64) * b + a * (uint64_t)(right >> 64);
    return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}
