/* Reports to ThreadSanitizer how Swift's Synchronization.Mutex locks and unlocks when a thread waits; preloaded by
   `sanitize`.

   A free Mutex is locked by an atomic operation that is inlined into our instrumented code. A locked Mutex is locked
   and passed to a waiting thread by two functions of libswiftSynchronization.so (swift/stdlib/public/Synchronization/
   Mutex/LinuxImpl.swift), which is not instrumented: ThreadSanitizer does not detect the order of these
   operations, and reports every later access as a race. The functions here call the original ones and report the order
   for the address of that lock only.
   No report is suppressed. */
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
