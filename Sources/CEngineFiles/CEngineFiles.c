#include "CEngineFiles.h"

/* #embed is C23, and a compiler without it has no files. The loader is of no use without both modules. */
#if defined(__has_embed)
#if __has_embed("../../.build/wasm/waymark-resolver.wasm") && __has_embed("../../.build/wasm/waymark-engine.wasm") \
    && __has_embed("../../.build/wasm/waymark.mjs")
#define HAS_ENGINE_FILES
#endif
#endif

#ifdef HAS_ENGINE_FILES

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char resolver[] = {
#embed "../../.build/wasm/waymark-resolver.wasm"
};
static const unsigned char engine[] = {
#embed "../../.build/wasm/waymark-engine.wasm"
};
static const unsigned char loader[] = {
#embed "../../.build/wasm/waymark.mjs"
};

static const struct engine_file files[] = {
    {"waymark-engine.wasm", engine, sizeof engine},
    {"waymark-resolver.wasm", resolver, sizeof resolver},
    {"waymark.mjs", loader, sizeof loader},
};

size_t engine_file_count(void) { return sizeof files / sizeof *files; }

struct engine_file engine_file(size_t number) { return files[number]; }

#else

size_t engine_file_count(void) { return 0; }

struct engine_file engine_file(size_t number) {
    (void)number;
    return (struct engine_file){"", (const unsigned char *)"", 0};
}

#endif
