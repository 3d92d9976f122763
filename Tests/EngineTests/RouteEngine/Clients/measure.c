// Measures resolutions with the functions of waymark.h, of the library or of the native engine.
// usage: measure NAME FOLDER, a folder that measure.mjs has written

#include "waymark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { rounds = 41, addressesMax = 1000, addressBytesMax = 200, pathBytesMax = 1000 };

// The processor's time of this process, without waiting for other processes.
static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static FILE *openFile(const char *folder, const char *name) {
    char path[pathBytesMax];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void measure(const char *name, const wm_engine *release, const wm_context *context, FILE *file) {
    static char addresses[addressesMax][addressBytesMax];
    int count = 0;
    while (count < addressesMax && fgets(addresses[count], addressBytesMax, file) != NULL) {
        addresses[count][strcspn(addresses[count], "\n")] = 0;
        count++;
    }
    fclose(file);
    double times[rounds];
    for (int round = 0; round < rounds; round++) {
        double start = microseconds();
        for (int at = 0; at < count; at++) {
            size_t length;
            wm_free(wm_resolve(
                release, context, (const uint8_t *)addresses[at], strlen(addresses[at]), 0, 0, &length));
        }
        times[round] = (microseconds() - start) / count;
    }
    qsort(times, rounds, sizeof *times, compare);
    printf("%s: %.2f µs (median), %.2f µs (least)\n", name, times[rounds / 2], times[0]);
}

int main(int argc, char *argv[]) {
    if (argc != 3) {
        fprintf(stderr, "usage: measure NAME FOLDER\n");
        return 2;
    }
    FILE *file = openFile(argv[2], "body.json");
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file), read;
    rewind(file);
    uint8_t *body = malloc(length), *problem = NULL;
    if (body == NULL || (read = fread(body, 1, length, file)) != length) return 1;
    fclose(file);
    double start = microseconds();
    wm_engine *release = wm_open(body, length, &problem, NULL);
    if (release == NULL) {
        fprintf(stderr, "%s\n", (char *)problem);
        return 1;
    }
    printf("%s, open the body: %.2f ms\n", argv[1], (microseconds() - start) / 1000);
    const char *text = "{\"platform\":\"web\",\"appVersion\":\"7.2\",\"locale\":\"zh-CN\"}";
    wm_context *context = wm_context_new((const uint8_t *)text, strlen(text), &problem, NULL);
    if (context == NULL) return 1;
    char name[pathBytesMax];
    for (int kind = 0; kind < 2; kind++) {
        const char *words[] = {"hits", "misses"};
        snprintf(name, sizeof name, "%s, %s as JSON text", argv[1], words[kind]);
        measure(name, release, context, openFile(argv[2], words[kind]));
    }
    wm_context_free(context);
    wm_close(release);
    free(body);
    return 0;
}
