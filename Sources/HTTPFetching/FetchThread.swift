import Glibc
import Synchronization

/// Threads for exchanges: waiting for a server must not hold one of Swift's few executor threads.
enum FetchThread {
    private static let running = Mutex(0)

    /// What a thread is given to do.
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs work on a new thread.
    /// - Returns: false when there are too many already, or the system gives none.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let isAllowed = running.withLock { count in
            guard count < Limits.threadsMax else { return false }
            count += 1
            return true
        }
        guard isAllowed else { return false }
        var thread = pthread_t()
        // The thread takes over the one reference that is passed as a raw pointer, and gives it back at its start.
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
