#if canImport(Darwin)
import os
#else
import Glibc
#endif

/// A value that one thread at a time can access.
///
/// The standard library's `Mutex` needs iOS 18, and this library supports iOS 16. Critical sections are a few
/// assignments long and never wait, so resolving an address never waits, either.
@safe
final class Lock<State: Sendable>: @unchecked Sendable {
    // Sendable because `state` is accessed only between lock and unlock, in `withLock`.
    #if canImport(Darwin)
    private let guarded: OSAllocatedUnfairLock<State>

    init(_ state: State) { guarded = OSAllocatedUnfairLock(initialState: state) }

    /// Runs a short piece of work while no other thread accesses the value.
    func withLock<Answer: Sendable, Failure: Error>(
        _ work: @Sendable (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let result: Result<Answer, Failure> = guarded.withLock { state in
            do throws(Failure) { return .success(try work(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }
    #else
    private var state: State
    /// On the heap, because pthread_mutex_t must not move (POSIX: copies of a mutex are undefined).
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ state: State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        let status = unsafe pthread_mutex_init(mutex, nil)
        precondition(status == 0, "pthread_mutex_init fails only without memory")
    }

    deinit {
        // The lock is free: a thread that has it has a reference to this object, too.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
    }

    /// Runs a short piece of work while no other thread accesses the value.
    func withLock<Answer: Sendable, Failure: Error>(
        _ work: @Sendable (inout State) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        // The pointer is valid until deinit.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try work(&state)
    }
    #endif
}
