#if os(Linux)
import CLinux
import Glibc
import Synchronization

/// Threads of the system (pthreads(7)): loops and workers block, which Swift's executors must not do.
package enum Threads {
    /// Starts a thread, which ends when `body` returns.
    ///
    /// - Parameters:
    ///   - name: its name for tools of the system, at most 15 bytes (PR_SET_NAME, prctl(2)).
    ///   - body: runs on the thread.
    /// - Returns: the thread.
    /// - Throws: the system's error.
    package static func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) -> Running {
        try start {
            unsafe clinux_name_thread(name)
            body()
        }
    }

    /// Starts a thread, which ends when `body` returns.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) -> Running {
        #if DEBUG
        let faults = SystemCallHooks.faults
        let (code, thread) = create(Box { SystemCallHooks.$faults.withValue(faults, operation: body) })
        #else
        let (code, thread) = create(Box(body))
        #endif
        guard code == 0 else { throw Errno(code) }
        return Running(thread: thread)
    }

    private static func create(_ box: Box) -> (code: Int32, thread: pthread_t) {
        var thread = pthread_t()
        // The box is passed with one reference, which the new thread releases exactly once.
        let handle = unsafe Unmanaged.passRetained(box)
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, handle.toOpaque())
        if code != 0 { unsafe handle.release() }
        return (code, thread)
    }

    /// A started thread.
    package struct Running: Sendable {
        fileprivate let thread: pthread_t

        /// Waits until it has ended; must be called at most once.
        package func join() { _ = pthread_join(thread, nil) }

        /// Instead of `join`: frees the thread's resources when it ends (pthread_detach(3)).
        package func detach() { _ = pthread_detach(thread) }
    }

    /// Number of processors.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Suspends the calling thread; for tests and benchmarks, never for event loops.
    package static func sleep(milliseconds: Int) { _ = usleep(useconds_t(clamping: milliseconds * 1000)) }

    /// Work on a thread of its own, beside the thread that started it: computations, and writes of a store.
    package final class Beside<Value: Sendable>: Sendable {
        private let body: @Sendable () -> Value
        private let state = Mutex<(thread: Running?, value: Value?)>((nil, nil))

        /// Starts the work; without a thread it is done when its value is asked for.
        ///
        /// - Parameters:
        ///   - isWorth: Whether the work takes longer than the start of a thread, some 50 µs; without that, no thread is started.
        ///   - body: The work.
        package init(if isWorth: Bool = true, _ body: @escaping @Sendable () -> Value) {
            self.body = body
            guard isWorth else { return }
            let thread = try? Threads.start(named: "waymark-beside") { [self] in
                let value = body()
                state.withLock { $0.value = value }
            }
            state.withLock { $0.thread = thread }
        }

        /// The value; the first call waits as long as the work takes, and a write of a store waits for its disk or database.
        package func value() -> Value {
            let thread = state.withLock { state in
                let thread = state.thread
                state.thread = nil
                return thread
            }
            thread?.join()
            if let value = state.withLock({ $0.value }) { return value }
            let value = body()
            state.withLock { $0.value = value }
            return value
        }

        deinit {
            // The value was not asked for: the thread, which has ended, is not joined.
            state.withLock { $0.thread }?.detach()
        }
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
#endif
