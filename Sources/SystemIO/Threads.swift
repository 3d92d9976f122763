import Glibc
import Synchronization

/// Threads of the system's own (pthreads(7)): loops and workers block, which Swift's executors must never do.
package enum Threads {
    /// Starts a thread, which ends with its body.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) -> Running {
        #if DEBUG
        let faults = Faults.current
        let (code, thread) = create(Box { Faults.inherited(faults, body) })
        #else
        let (code, thread) = create(Box(body))
        #endif
        guard code == 0 else { throw Errno(code) }
        return Running(thread: thread)
    }

    private static func create(_ box: Box) -> (code: Int32, thread: pthread_t) {
        var thread = pthread_t()
        // The box is handed over with one reference, which the new thread takes back exactly once.
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

    /// A thread that was started.
    package struct Running: Sendable {
        fileprivate let thread: pthread_t

        /// Waits until it has ended; once only.
        package func join() { _ = pthread_join(thread, nil) }

        /// Lets it end by itself, instead of waiting for it (pthread_detach(3)).
        package func detach() { _ = pthread_detach(thread) }
    }

    /// How many processors there are.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Lets the calling thread sleep: for programs that watch others, never for loops of a server.
    package static func sleep(milliseconds: Int) { _ = usleep(useconds_t(clamping: milliseconds * 1000)) }

    private final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
