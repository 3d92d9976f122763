#include "CServerFiles.h"

/* #embed is C23, and a compiler without it has no files. The loader is of no use without both modules. */
#if defined(__has_embed)
#if __has_embed("../../../.build/wasm/waymark-resolver.wasm") && __has_embed("../../../.build/wasm/waymark-engine.wasm") \
    && __has_embed("../../../.build/wasm/waymark.mjs")
#define HAS_ENGINE_FILES
#endif
#endif

#ifdef HAS_ENGINE_FILES

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

NO_DEBUG_INFORMATION static const unsigned char resolver[] = {
#embed "../../../.build/wasm/waymark-resolver.wasm"
};
NO_DEBUG_INFORMATION static const unsigned char engine[] = {
#embed "../../../.build/wasm/waymark-engine.wasm"
};
NO_DEBUG_INFORMATION static const unsigned char loader[] = {
#embed "../../../.build/wasm/waymark.mjs"
};

/* Arrays, because the attribute cannot stand at the text of a pointer. */
NO_DEBUG_INFORMATION static const char resolver_name[] = "waymark-resolver.wasm";
NO_DEBUG_INFORMATION static const char engine_name[] = "waymark-engine.wasm";
NO_DEBUG_INFORMATION static const char loader_name[] = "waymark.mjs";

NO_DEBUG_INFORMATION static const struct server_file files[] = {
    {engine_name, engine, sizeof engine},
    {resolver_name, resolver, sizeof resolver},
    {loader_name, loader, sizeof loader},
};

NO_DEBUG_INFORMATION size_t engine_file_count(void) { return sizeof files / sizeof *files; }

NO_DEBUG_INFORMATION struct server_file engine_file(size_t number) { return files[number]; }

#else

NO_DEBUG_INFORMATION static const char no_name[] = "";
NO_DEBUG_INFORMATION static const unsigned char no_bytes[] = {0};

NO_DEBUG_INFORMATION size_t engine_file_count(void) { return 0; }

NO_DEBUG_INFORMATION struct server_file engine_file(size_t number) {
    (void)number;
    return (struct server_file){no_name, no_bytes, 0};
}

#endif
