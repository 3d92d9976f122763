/* Reports to ThreadSanitizer what two parts of Swift's runtime, which are not instrumented, do between threads; preloaded
   by `sanitize`. No report is suppressed.

   Synchronization.Mutex: a free one is locked by an atomic operation that is inlined into our instrumented code. A locked
   one is locked and passed to a waiting thread by two functions of libswiftSynchronization.so (swift/stdlib/public/
   Synchronization/Mutex/LinuxImpl.swift): ThreadSanitizer does not detect the order of these operations, and reports
   every later access as a race. The functions here report the order for the address of that lock only.

   Continuations: `swift_continuation_resume` reports a release of the task, and `swift_continuation_await` no acquire if
   the answer is there already (swift/stdlib/public/Concurrency/Task.cpp). `swift_task_dealloc` is the first call of our
   code after each `await`: it reports the acquire. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
/* Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> () and ._unlockSlow() -> (). */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/* Absent from programs that are not built for ThreadSanitizer, such as a shell that a test starts. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*LockSlow)(uint32_t thread, SELF);
typedef SWIFT void (*UnlockSlow)(SELF);

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
    ((LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW))(self);
}

SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

SWIFT void swift_task_dealloc(void *context) {
    static SWIFT void (*original)(void *);
    if (!original) original = (SWIFT void (*)(void *))dlsym(RTLD_NEXT, "swift_task_dealloc");
    original(context);
    if (__tsan_acquire && swift_task_getCurrent) __tsan_acquire(swift_task_getCurrent());
}
