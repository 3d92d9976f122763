import Glibc

/// A thread of the system that runs one closure and can be waited for.
package final class WorkerThread: Sendable {
    private let thread: pthread_t

    /// Starts the thread; throws errno's number when the system gives none.
    package init(_ body: @escaping @Sendable () -> Void) throws(ThreadFailure) {
        var thread = pthread_t()
        // Unsafe: the box is retained here and released by the thread, exactly once; on failure it is released here.
        let box = unsafe Unmanaged.passRetained(Box(body))
        let status = unsafe pthread_create(&thread, nil, runBox, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            throw ThreadFailure(errno: status)
        }
        self.thread = thread
    }

    /// Waits for the closure to end.
    ///
    /// Call it once.
    package func join() {
        let status = pthread_join(thread, nil)
        precondition(status == 0, "a thread was joined twice or by itself")
    }

    fileprivate final class Box: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// The system gave no thread.
package struct ThreadFailure: Error, Sendable, Hashable {
    /// The system's error number.
    package var errno: Int32
}

private func runBox(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument {
        // Unsafe: the pointer is the box that `init` retained for this thread.
        unsafe Unmanaged<WorkerThread.Box>.fromOpaque(argument).takeRetainedValue().body()
    }
    return nil
}
