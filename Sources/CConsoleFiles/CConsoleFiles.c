#include "CConsoleFiles.h"

#include <string.h>

/* No debug information: clang writes version 5 of DWARF, and Debian's valgrind, which counts instructions, stops at it. */
#ifdef __clang__
#define NO_DEBUG_INFORMATION __attribute__((nodebug))
#else
#define NO_DEBUG_INFORMATION
#endif

/* #embed is C23, and a compiler without it has no files. */
#ifdef __has_embed

#ifdef __clang__
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/* Each file's name and text; the text ends with a zero byte, which no file has inside. A file of Sources/Console has one row
   here, which a test compares. */
struct text_file {
    const char *name;
    const unsigned char *text;
};

#define TEXT (const unsigned char[])

NO_DEBUG_INFORMATION static const struct text_file files[] = {
    {"console.css", TEXT {
#embed "../Console/console.css" suffix(, 0)
    }},
    {"index.html", TEXT {
#embed "../Console/index.html" suffix(, 0)
    }},
    {"main.mjs", TEXT {
#embed "../Console/main.mjs" suffix(, 0)
    }},
};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return sizeof files / sizeof *files; }

NO_DEBUG_INFORMATION struct console_file console_file(size_t number) {
    const struct text_file file = files[number];
    return (struct console_file){file.name, file.text, strlen((const char *)file.text)};
}

#else

NO_DEBUG_INFORMATION static const char no_name[] = "";
NO_DEBUG_INFORMATION static const unsigned char no_bytes[] = {0};

NO_DEBUG_INFORMATION size_t console_file_count(void) { return 0; }

NO_DEBUG_INFORMATION struct console_file console_file(size_t number) {
    (void)number;
    return (struct console_file){no_name, no_bytes, 0};
}

#endif
