// What Embedded Swift needs beyond the C library, for a library on Linux or Android that several threads use.

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

// Initialises a static variable once. The function of Embedded Swift, which this one replaces, is for one thread only: a
// second thread could read a variable that the first one is still initialising.
void swift_once(intptr_t *predicate, void (*initialise)(void *), void *context) {
    enum { isNew = 0, isRunning = 1, isDone = -1 };
    if (__atomic_load_n(predicate, __ATOMIC_ACQUIRE) == isDone) return;
    intptr_t expected = isNew;
    if (__atomic_compare_exchange_n(predicate, &expected, isRunning, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        initialise(context);
        __atomic_store_n(predicate, isDone, __ATOMIC_RELEASE);
        return;
    }
    // Another thread is initialising, which takes at most some milliseconds: tables for internationalised domains.
    while (__atomic_load_n(predicate, __ATOMIC_ACQUIRE) != isDone) sched_yield();
}

// Seeds of hash tables; glibc before 2.36 has no arc4random_buf(3). Seeds that stay as they are if the kernel has no
// random numbers are not wrong, they are only the same in every process.
__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t read = getrandom((char *)buffer + done, count - done, 0);
        if (read <= 0) return;
        done += (size_t)read;
    }
}
