import Foundation

/// A thread that a test can wait for.
package final class TestThread: Sendable {
    private let ended = Signal()

    /// Starts a thread that runs the closure.
    package init(_ body: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread.detachNewThread {
            body()
            ended.send()
        }
    }

    /// Waits for the end of the thread, on a thread that may block; call it once.
    ///
    /// - Returns: false if the thread did not end within the limit.
    @discardableResult
    package func join() -> Bool { ended.wait() }
}
