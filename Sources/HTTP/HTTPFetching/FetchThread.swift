import Glibc
import Synchronization

/// Threads for exchanges that block: Swift's executor has about one thread for each core, so no task may block one.
///
/// SystemIO has a similar type for the server; this target is part of the client library, which must not depend on it.
enum FetchThread {
    private static let running = Mutex(0)

    /// A closure as an object, so that its reference can be passed to a thread.
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a closure on a new thread.
    /// - Returns: false if ``Limits/threadsMax`` threads run, or the system has no more.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let isAllowed = running.withLock { count in
            guard count < Limits.threadsMax else { return false }
            count += 1
            return true
        }
        guard isAllowed else { return false }
        var thread = pthread_t()
        // The raw pointer has one reference, which the new thread releases at its start.
        let work = unsafe Unmanaged.passRetained(Work(run))
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                FetchThread.running.withLock { $0 -= 1 }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            unsafe work.release()
            running.withLock { $0 -= 1 }
            return false
        }
        pthread_detach(thread)
        return true
    }
}
