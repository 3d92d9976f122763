import Foundation

/// An event on one thread that another thread or task waits for, within a limit.
package final class Signal: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var count = 0  // Only between lock and unlock of `condition`.

    /// Makes a signal that was not sent.
    package init() {}

    /// Ends one current or later wait.
    package func send() {
        condition.withLock {
            unsafe count += 1
            condition.signal()
        }
    }

    /// Whether a sent signal has not ended a wait yet.
    package var isSent: Bool { condition.withLock { unsafe count > 0 } }

    /// Blocks the calling thread, which must not be one of Swift's pool, until a signal is sent for this wait.
    ///
    /// - Returns: false if none was sent within the limit.
    @discardableResult
    package func wait(withinSeconds seconds: Int = TestLimits.waitSeconds) -> Bool {
        let end = Date(timeIntervalSinceNow: Double(seconds))
        return condition.withLock {
            while unsafe count == 0 { guard condition.wait(until: end) else { return false } }
            unsafe count -= 1
            return true
        }
    }

    /// Suspends until a signal is sent for this wait.
    ///
    /// - Returns: false if none was sent within the limit.
    @discardableResult
    package func received(withinSeconds seconds: Int = TestLimits.waitSeconds) async -> Bool {
        await onOwnThread { self.wait(withinSeconds: seconds) }
    }
}

/// Runs a closure that may block on a new thread, and suspends until it returns.
package func onOwnThread<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
