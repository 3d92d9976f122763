/* The engine for browsers and Node, inside the program: the files that `make wasm` wrote before this was compiled. */
#ifndef CENGINEFILES_H
#define CENGINEFILES_H

#include <stddef.h>

/* A file: its name and its bytes, which live as long as the program. */
struct engine_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* How many files there are: all that engine_file() has, or 0 if the program was compiled without them. */
size_t engine_file_count(void);

/* The file of a number below engine_file_count(). */
struct engine_file engine_file(size_t number);

#endif
