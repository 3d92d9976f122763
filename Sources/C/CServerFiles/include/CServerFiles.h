/* Files inside the program: the engine for browsers and Node, which `make wasm` wrote before this was compiled, and the
   pages of the console, those of Sources/Server/Console when this was compiled. */
#ifndef CSERVERFILES_H
#define CSERVERFILES_H

#include <stddef.h>

/* A file: its name and its bytes, which live as long as the program. */
struct server_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* How many files the engine has: all that engine_file() has, or 0 if the program was compiled without them. */
size_t engine_file_count(void);

/* The file of a number below engine_file_count(). */
struct server_file engine_file(size_t number);

/* The files of the console, and the number of their bytes: each file's name, a zero byte, its text, which has none, and a zero
   byte. Without bytes where the compiler has no #embed. */
const unsigned char *console_files(size_t *count);

/* No debug information: clang writes version 5 of DWARF, and Debian's valgrind, which counts instructions, stops at it. */
#ifdef __clang__
#define NO_DEBUG_INFORMATION __attribute__((nodebug))
#else
#define NO_DEBUG_INFORMATION
#endif

#endif
