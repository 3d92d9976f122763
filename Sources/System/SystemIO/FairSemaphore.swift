#if os(Linux)
import Glibc
import Synchronization

/// Limits how many threads run a piece of code at the same time; the others wait and continue in order of arrival.
///
/// The number of waiting threads is bounded by the number of threads that call it.
package final class FairSemaphore: Sendable {
    private struct State {
        var free: Int
        /// Waiting threads in order of arrival.
        var waiters: [ThreadSignal] = []
    }

    private let state: Mutex<State>

    /// Allows `count` threads, at least one, at the same time.
    package init(count: Int) {
        precondition(count > 0, "a semaphore without permits")
        state = Mutex(State(free: count))
    }

    /// Runs `body` as soon as fewer than `count` threads run theirs and all earlier callers had their turn.
    package func withPermit<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        acquire()
        defer { release() }
        return try body()
    }

    /// Number of threads that wait.
    var waitingCount: Int { state.withLock { $0.waiters.count } }

    private func acquire() {
        let signal = state.withLock { state -> ThreadSignal? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let signal = ThreadSignal()
            state.waiters.append(signal)
            return signal
        }
        signal?.wait()
    }

    private func release() {
        let next = state.withLock { state -> ThreadSignal? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.free += 1
            return nil
        }
        // The permit goes to the next thread directly: a thread that comes now cannot overtake it.
        next?.send()
    }
}

/// One signal from one thread to another (sem_init(3)): a wait before the signal blocks until it is sent, a later wait
/// returns at once.
@safe package final class ThreadSignal: @unchecked Sendable {
    // @unchecked: sem_t is made for several threads. It stays at one address, because other threads post to it; freed in
    // deinit.
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// Not sent yet.
    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        _ = unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        _ = unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Sends the signal; once.
    package func send() { _ = unsafe sem_post(semaphore) }

    /// Waits for the signal; once.
    package func wait() {
        // Interrupted by a signal handler it returns -1 (sem_wait(3)).
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
#endif
