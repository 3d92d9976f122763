// Repeats a file of cases (see EngineCases.swift) with libwaymark: each release as a body and as a compiled index. Before
// that, several threads use the library for the first time at the same moment.
// usage: cases FILE

#include "waymark.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { linesShownMax = 5, threads = 8, callsOfThread = 300 };

static long count, different;

static uint8_t *bytes(const char *text) { return (uint8_t *)(uintptr_t)text; }

static void fail(const char *what, const char *text) {
    if (different++ < linesShownMax) fprintf(stderr, "%s: %.600s\n", what, text);
}

// Ends the program with the problem that the library reported.
static _Noreturn void stop(const char *what, uint8_t *problem) {
    fprintf(stderr, "%s: %s\n", what, problem == NULL ? "no problem reported" : (char *)problem);
    exit(1);
}

static void resolve(const wm_engine *release, const wm_context *context, char *fields[5]) {
    size_t length;
    uint8_t *json = wm_resolve(
        release, context, bytes(fields[3]), strlen(fields[3]), strtoll(fields[1], NULL, 10),
        fields[2][0] == '1' ? WM_EXPLAIN : 0, &length);
    count++;
    if (json == NULL || length != strlen(fields[4]) || memcmp(json, fields[4], length + 1) != 0)
        fail(fields[3], json == NULL ? "no answer" : (char *)json);
    wm_free(json);
}

static void checkOwnership(void) {
    size_t length;
    uint8_t *problem, digest[32];
    if (wm_open(bytes("{}"), 2, &problem, &length) != NULL) fail("wm_open", "opened {}");
    if (strstr((char *)problem, "\"code\":\"invalid-body\"") == NULL) fail("wm_open", (char *)problem);
    wm_free(problem);
    if (wm_open_index(NULL, 0, NULL, NULL) != NULL) fail("wm_open_index", "opened nothing");
    wm_sha256(bytes("abc"), 3, digest);
    if (memcmp(digest, "\xba\x78\x16\xbf\x8f\x01\xcf\xea", 8) != 0) fail("wm_sha256", "another digest");
    uint8_t *text = wm_version(&length);
    if (strlen((char *)text) != length) fail("wm_version", (char *)text);
    wm_free(text);
    const char *draft = "{\"rules\":[{\"id\":\"a\",\"match\":[\"https://h.com/\"],\"to\":{\"screen\":\"A\"}}]}";
    uint8_t *findings = wm_check(bytes(draft), strlen(draft), &length);
    if (strcmp((char *)findings, "{\"findings\":[]}") != 0) fail("wm_check", (char *)findings);
    wm_free(findings);
    uint8_t *body = wm_freeze(bytes(draft), strlen(draft), bytes("a"), 1, 1, 0, &problem, &length);
    if (body == NULL) stop("wm_freeze", problem);
    wm_free(body);
}

static const char *const draftOfThreads =
    "{\"settings\":{\"destinations\":[\"https://b\xC3\xBC" "cher.example\"]},\"rules\":["
    "{\"id\":\"a\",\"match\":[\"https://b\xC3\xBC" "cher.example/:x\"],\"to\":{\"screen\":\"A\"}}]}";

// What the threads share. They freeze and open a draft each, at the same moment and as the first calls of the process; then
// all resolve with the release and the context of the first one.
typedef struct {
    pthread_barrier_t barrier;
    wm_engine *releases[threads];
    wm_context *context;
    int next;
} Shared;

static wm_engine *freezeAndOpen(void) {
    size_t length, bodyLength;
    uint8_t *problem = NULL;
    uint8_t *body = wm_freeze(
        bytes(draftOfThreads), strlen(draftOfThreads), bytes("a"), 1, 1, 0, &problem, &bodyLength);
    if (body == NULL) stop("wm_freeze", problem);
    wm_engine *release = wm_open(body, bodyLength, &problem, &length);
    if (release == NULL) stop("wm_open", problem);
    wm_free(body);
    return release;
}

// Resolves an address whose host needs the tables of internationalised domains; returns the number of wrong answers.
static void *resolveOften(void *argument) {
    Shared *shared = argument;
    const char *address = "HTTPS://B\xC3\x9C" "CHER.example/7";
    intptr_t wrong = 0;
    int thread = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED);
    pthread_barrier_wait(&shared->barrier);
    shared->releases[thread] = freezeAndOpen();
    pthread_barrier_wait(&shared->barrier);
    for (int call = 0; call < callsOfThread; call++) {
        size_t length;
        uint8_t *json = wm_resolve(
            shared->releases[0], shared->context, bytes(address), strlen(address), 0, WM_EXPLAIN, &length);
        if (json == NULL || strstr((char *)json, "\"screen\":\"A\"") == NULL) wrong++;
        wm_free(json);
    }
    return (void *)wrong;
}

static void checkThreads(void) {
    size_t length;
    uint8_t *problem = NULL;
    Shared shared = {.next = 0};
    shared.context = wm_context_new(bytes("{\"platform\":\"ios\"}"), 18, &problem, &length);
    if (shared.context == NULL) stop("wm_context_new", problem);
    pthread_t all[threads];
    pthread_barrier_init(&shared.barrier, NULL, threads);
    for (int thread = 0; thread < threads; thread++)
        if (pthread_create(&all[thread], NULL, resolveOften, &shared) != 0) stop("pthread_create", NULL);
    for (int thread = 0; thread < threads; thread++) {
        void *wrong = NULL;
        pthread_join(all[thread], &wrong);
        if (wrong != NULL) fail("threads", "wrong answers");
    }
    for (int thread = 0; thread < threads; thread++) wm_close(shared.releases[thread]);
    pthread_barrier_destroy(&shared.barrier);
    wm_context_free(shared.context);
}

int main(int argc, char *argv[]) {
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: cases FILE\n");
        return 2;
    }
    checkThreads();
    checkOwnership();
    wm_engine *opened = NULL, *compiled = NULL;
    wm_context *context = NULL;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t read;
    while ((read = getline(&line, &capacity, file)) > 0) {
        if (line[read - 1] == '\n') line[read - 1] = 0;
        char *fields[5] = {line};
        for (int at = 1; at < 5 && fields[at - 1] != NULL; at++) {
            fields[at] = strchr(fields[at - 1], '\t');
            if (fields[at] != NULL) *fields[at]++ = 0;
        }
        uint8_t *problem = NULL;
        size_t length;
        if (line[0] == 'B') {
            wm_close(opened);
            wm_close(compiled);
            opened = wm_open(bytes(fields[1]), strlen(fields[1]), &problem, &length);
            if (opened == NULL) stop("wm_open", problem);
            uint8_t *index = wm_compile(bytes(fields[1]), strlen(fields[1]), &problem, &length);
            if (index == NULL) stop("wm_compile", problem);
            compiled = wm_open_index(index, length, &problem, &length);
            if (compiled == NULL) stop("wm_open_index", problem);
            wm_free(index);
        } else if (line[0] == 'C') {
            wm_context_free(context);
            context = wm_context_new(bytes(fields[1]), strlen(fields[1]), &problem, &length);
            if (context == NULL) stop("wm_context_new", problem);
        } else {
            resolve(opened, context, fields);
            resolve(compiled, context, fields);
        }
    }
    wm_close(opened);
    wm_close(compiled);
    wm_context_free(context);
    free(line);
    fclose(file);
    printf("C: %ld resolutions, %ld differences\n", count, different);
    return count > 0 && different == 0 ? 0 : 1;
}
