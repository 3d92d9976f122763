#if os(Linux)
import Glibc

/// A value that threads share under one lock, and a condition that they can wait for.
///
/// `Synchronization.Mutex` has no condition variable, so this one is made from POSIX's. `@unchecked Sendable`: `state`
/// is reached only between lock and unlock of `mutex`; a value that a closure removes from it (a session of a pool) is
/// used by that thread alone until it is put back. `@safe`: both C objects are allocated once, never move, and are
/// freed with the last reference.
@safe
package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Makes a monitor of a value that nothing else refers to.
    package init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // CLOCK_MONOTONIC is not affected by changes of the wall clock.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let made = unsafe pthread_mutex_init(mutex, nil) | pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
        precondition(made == 0, "the system cannot make a mutex")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` under the lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Waits until `body` returns a value.
    ///
    /// `body` is called under the lock, first at once and then after each wake-up.
    package func wait<Result>(until body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits until `body` returns a value, at most for `limit`; nil after that.
    package func wait<Result>(atMost limit: Duration, until body: (inout State) -> Result?) -> Result? {
        var deadline = Self.now(plus: limit)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&state) }
        }
    }

    /// Wakes one waiting thread.
    package func wakeOne() { unsafe pthread_cond_signal(condition) }

    /// Wakes all waiting threads.
    package func wakeAll() { unsafe pthread_cond_broadcast(condition) }

    private static func now(plus limit: Duration) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = Int(attoseconds / 1_000_000_000) + time.tv_nsec
        time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}
#endif
