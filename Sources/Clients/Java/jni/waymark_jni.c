/*
 * The engine of waymark.h for Java: the native methods of waymark.client.Native.
 *
 * Texts are byte[] of UTF-8, because the "UTF" of JNI writes U+0000 and characters above U+FFFF in another way. Arrays
 * are copied: a critical section would stop the garbage collector while the engine compiles. After a failed allocation
 * or JNI call an exception is pending, and the result is 0 or NULL.
 */
#include <jni.h>
#include <stdlib.h>

#include "waymark.h"

/* A copy of an array; the caller frees the bytes. */
typedef struct {
    uint8_t *bytes;
    size_t length;
} text;

static void throw_memory(JNIEnv *env) {
    jclass error = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (error != NULL) (*env)->ThrowNew(env, error, "no memory for a text that is passed to libwaymark");
}

/* Copies an array; false with a pending exception. */
static int copy(JNIEnv *env, jbyteArray array, text *result) {
    jsize length = (*env)->GetArrayLength(env, array);
    result->length = (size_t)length;
    result->bytes = malloc(length > 0 ? (size_t)length : 1);
    if (result->bytes == NULL) {
        throw_memory(env);
        return 0;
    }
    (*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *)result->bytes);
    if (!(*env)->ExceptionCheck(env)) return 1;
    free(result->bytes);
    return 0;
}

/* Makes an array of a text of the library, and frees the text. */
static jbyteArray take(JNIEnv *env, uint8_t *bytes, size_t length) {
    if (bytes == NULL) return NULL;
    jbyteArray array = NULL;
    if (length > INT32_MAX) {
        throw_memory(env);
    } else {
        array = (*env)->NewByteArray(env, (jsize)length);
        if (array != NULL) (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, (const jbyte *)bytes);
    }
    wm_free(bytes);
    return array;
}

/* Stores a problem in the first element of an array, and frees it. */
static void report(JNIEnv *env, jobjectArray problems, uint8_t *problem, size_t length) {
    jbyteArray array = take(env, problem, length);
    if (array != NULL) (*env)->SetObjectArrayElement(env, problems, 0, array);
}

static jlong handle_of(const void *pointer) { return (jlong)(intptr_t)pointer; }

static void *pointer_of(jlong handle) { return (void *)(intptr_t)handle; }

JNIEXPORT jbyteArray JNICALL Java_waymark_client_Native_version(JNIEnv *env, jclass type) {
    (void)type;
    size_t length = 0;
    uint8_t *version = wm_version(&length);
    return take(env, version, length);
}

JNIEXPORT jlong JNICALL Java_waymark_client_Native_openIndex(
    JNIEnv *env, jclass type, jbyteArray file, jobjectArray problems) {
    (void)type;
    text given;
    if (!copy(env, file, &given)) return 0;
    uint8_t *problem = NULL;
    size_t problem_length = 0;
    wm_engine *release = wm_open_index(given.bytes, given.length, &problem, &problem_length);
    free(given.bytes);
    if (release == NULL) report(env, problems, problem, problem_length);
    return handle_of(release);
}

JNIEXPORT jlong JNICALL Java_waymark_client_Native_open(
    JNIEnv *env, jclass type, jbyteArray body, jobjectArray problems) {
    (void)type;
    text given;
    if (!copy(env, body, &given)) return 0;
    uint8_t *problem = NULL;
    size_t problem_length = 0;
    wm_engine *release = wm_open(given.bytes, given.length, &problem, &problem_length);
    free(given.bytes);
    if (release == NULL) report(env, problems, problem, problem_length);
    return handle_of(release);
}

JNIEXPORT jbyteArray JNICALL Java_waymark_client_Native_compile(
    JNIEnv *env, jclass type, jbyteArray body, jobjectArray problems) {
    (void)type;
    text given;
    if (!copy(env, body, &given)) return NULL;
    uint8_t *problem = NULL;
    /* On failure the length is that of the problem. */
    size_t length = 0;
    uint8_t *index = wm_compile(given.bytes, given.length, &problem, &length);
    free(given.bytes);
    if (index == NULL) {
        report(env, problems, problem, length);
        return NULL;
    }
    return take(env, index, length);
}

JNIEXPORT void JNICALL Java_waymark_client_Native_close(JNIEnv *env, jclass type, jlong release) {
    (void)env;
    (void)type;
    wm_close(pointer_of(release));
}

JNIEXPORT jbyteArray JNICALL Java_waymark_client_Native_describe(JNIEnv *env, jclass type, jlong release) {
    (void)type;
    size_t length = 0;
    uint8_t *description = wm_describe(pointer_of(release), &length);
    return take(env, description, length);
}

JNIEXPORT jlong JNICALL Java_waymark_client_Native_newContext(
    JNIEnv *env, jclass type, jbyteArray json, jobjectArray problems) {
    (void)type;
    text given;
    if (!copy(env, json, &given)) return 0;
    uint8_t *problem = NULL;
    size_t problem_length = 0;
    wm_context *context = wm_context_new(given.bytes, given.length, &problem, &problem_length);
    free(given.bytes);
    if (context == NULL) report(env, problems, problem, problem_length);
    return handle_of(context);
}

JNIEXPORT void JNICALL Java_waymark_client_Native_freeContext(JNIEnv *env, jclass type, jlong context) {
    (void)env;
    (void)type;
    wm_context_free(pointer_of(context));
}

JNIEXPORT jbyteArray JNICALL Java_waymark_client_Native_resolve(
    JNIEnv *env, jclass type, jlong release, jlong context, jbyteArray address, jlong now, jint flags) {
    (void)type;
    text given;
    if (!copy(env, address, &given)) return NULL;
    size_t length = 0;
    uint8_t *resolution = wm_resolve(
        pointer_of(release), pointer_of(context), given.bytes, given.length, now, (uint32_t)flags, &length);
    free(given.bytes);
    return take(env, resolution, length);
}
