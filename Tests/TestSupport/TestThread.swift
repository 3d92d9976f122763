import Foundation

/// A thread of a test that can be waited for.
package final class TestThread: Sendable {
    private let ended = Signal()

    /// Starts the thread, which ends with its body.
    package init(_ body: @escaping @Sendable () -> Void) {
        let ended = ended
        Thread.detachNewThread {
            body()
            ended.send()
        }
    }

    /// Waits for the end, on a thread that may block; call it once.
    ///
    /// - Returns: false if the thread did not end within the limit.
    @discardableResult
    package func join() -> Bool { ended.wait() }
}
