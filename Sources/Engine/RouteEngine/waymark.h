/*
 * Waymark's engine for programs in C and for every language that calls C.
 *
 * Texts are UTF-8 with a length in bytes; they need no zero byte at the end. Texts that the library returns have a zero
 * byte behind them, which the length does not count. Ill-formed UTF-8 is read with U+FFFD in its place. A pointer to a
 * text may be NULL if its length is 0.
 *
 * Ownership: the library copies what it is given, and keeps no pointer of the caller after a call returns. The caller
 * owns every text and file that is returned, and frees it with wm_free; it closes releases and contexts with wm_close
 * and wm_context_free.
 *
 * Errors: a function that fails returns NULL and a problem: one JSON object with "code" (stable), "detail" and "hint"
 * (for people), and a place where there is one: "offset" in bytes, or "pointer", "line" and "column". A pointer for a
 * problem or a length may be NULL if the caller does not want it. Without memory the process is ended.
 *
 * Threads: every function may be called by several threads at the same time, also with the same release and context.
 * A release or context must not be closed while another call uses it. WebAssembly has one thread per instance.
 */
#ifndef WAYMARK_H
#define WAYMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A release that is open. */
typedef struct wm_engine wm_engine;

/* What the rules may know about a client. */
typedef struct wm_context wm_context;

/* The version of these functions. It changes if a function changes or is removed; new functions do not change it. */
#define WM_ABI 1

/* A flag of wm_resolve: the resolution has a member "explanation". */
#define WM_EXPLAIN 1

/* Memory for a text that is passed to this library; only WebAssembly needs it. Freed with wm_free. */
uint8_t *wm_alloc(size_t length);

/* Frees what this library returned; NULL is allowed. */
void wm_free(uint8_t *memory);

/* The versions as JSON: "abi", and the highest "bodyFormat" and the "indexFormat" that can be opened. */
uint8_t *wm_version(size_t *length);

/* The SHA-256 (FIPS 180-4) of bytes: 32 bytes at digest. */
void wm_sha256(const uint8_t *bytes, size_t length, uint8_t *digest);

/* Opens a compiled index: checks all of it, and decodes nothing. */
wm_engine *wm_open_index(const uint8_t *file, size_t file_length, uint8_t **problem, size_t *problem_length);

/* Closes a release; NULL is allowed. */
void wm_close(wm_engine *release);

/* The release as JSON: "app", "digest" (the SHA-256 of its body), "rules" (their number) and "version". */
uint8_t *wm_describe(const wm_engine *release, size_t *length);

/* Reads a context as JSON, as in the guide to rules: {"platform": "ios", "attributes": {"group": "B"}}. */
wm_context *wm_context_new(const uint8_t *json, size_t json_length, uint8_t **problem, size_t *problem_length);

/* Frees a context; NULL is allowed. */
void wm_context_free(wm_context *context);

/*
 * The resolution of an address as JSON, as the server's resolve answers it.
 *
 * A context of NULL knows nothing. now is in milliseconds since 1970-01-01 in UTC. flags is 0 or WM_EXPLAIN. An address
 * that cannot be resolved is a resolution whose "outcome" is "failed"; the result is NULL only if release is NULL.
 */
uint8_t *wm_resolve(
    const wm_engine *release, const wm_context *context, const uint8_t *address, size_t address_length, int64_t now,
    uint32_t flags, size_t *length);

/* The functions below are not in waymark-resolver.wasm. */

/* Opens a release body, as a server has it at /v1/apps/{app}/bodies/{digest}. Compare its SHA-256 first. */
wm_engine *wm_open(const uint8_t *body, size_t body_length, uint8_t **problem, size_t *problem_length);

/* Compiles a release body to an index, which is the same for the same body everywhere. */
uint8_t *wm_compile(
    const uint8_t *body, size_t body_length, uint8_t **problem, size_t *length);

/* Checks a draft. The result is {"findings": […]}, as the server's check has them; "severity": "error" blocks. */
uint8_t *wm_check(const uint8_t *draft, size_t draft_length, size_t *length);

/*
 * Freezes a draft to a release body. A draft with errors gives NULL and a problem of code "invalid-draft" with
 * "findings". version is at least 1; published is in milliseconds since 1970-01-01 in UTC.
 */
uint8_t *wm_freeze(
    const uint8_t *draft, size_t draft_length, const uint8_t *app, size_t app_length, uint32_t version,
    int64_t published, uint8_t **problem, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
