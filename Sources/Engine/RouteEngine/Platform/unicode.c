// Stands in for the Unicode tables of Embedded Swift, which would be a tenth of the engine: every
// scalar is a character of its own, is normalised, and only ASCII has lower and upper case. The rules of the language
// compare texts by their bytes, and WebAddress has its own tables for domain names; see `Config/guides/engine.md`.

#include <stddef.h>
#include <stdint.h>

uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return (void)scalar, 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return (void)scalar, UINT32_MAX; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return (void)first, (void)second, UINT32_MAX; }
const uint8_t _swift_stdlib_nfd_decompositions[1] = {0};
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return (void)scalar, UINT8_MAX; }
_Bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return (void)scalar, 0; }
_Bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return (void)scalar, 0; }
uint64_t _swift_stdlib_getBinaryProperties(uint32_t scalar) { return (void)scalar, 0; }

const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t scalar, uint8_t mapping, ptrdiff_t *length) {
    (void)scalar, (void)mapping;
    *length = 0;
    return NULL;
}

// The distance from a scalar to the one it is mapped to: 0 is upper case, 1 lower case, 2 title case.
int32_t _swift_stdlib_getMapping(uint32_t scalar, uint8_t mapping) {
    enum { lowerCase = 1 };
    if (mapping == lowerCase) return scalar >= 'A' && scalar <= 'Z' ? 'a' - 'A' : 0;
    return scalar >= 'a' && scalar <= 'z' ? 'A' - 'a' : 0;
}
