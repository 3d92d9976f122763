/* The console's files, inside the program: those of Sources/Console when this was compiled. */
#ifndef CCONSOLEFILES_H
#define CCONSOLEFILES_H

#include <stddef.h>

/* A file: its name and its bytes, which live as long as the program. */
struct console_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* How many files there are; 0 where the compiler has no #embed. */
size_t console_file_count(void);

/* The file of a number below console_file_count(). */
struct console_file console_file(size_t number);

#endif
