import Foundation

/// An event on one thread that another thread or task waits for, within a limit.
package final class Signal: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var count = 0  // Only between lock and unlock of `condition`.

    /// Makes one that has not come.
    package init() {}

    /// Ends one wait, now or later.
    package func send() {
        condition.withLock {
            unsafe count += 1
            condition.signal()
        }
    }

    /// Whether a signal was sent that no wait has had.
    package var isSent: Bool { condition.withLock { unsafe count > 0 } }

    /// Waits on the calling thread, which must not be one of Swift's pool, for a signal of its own.
    ///
    /// - Returns: false if none came within the limit.
    @discardableResult
    package func wait(withinSeconds seconds: Int = TestLimits.waitSeconds) -> Bool {
        let end = Date(timeIntervalSinceNow: Double(seconds))
        return condition.withLock {
            while unsafe count == 0 { guard condition.wait(until: end) else { return false } }
            unsafe count -= 1
            return true
        }
    }

    /// Waits suspended for a signal of its own.
    ///
    /// - Returns: false if none came within the limit.
    @discardableResult
    package func received(withinSeconds seconds: Int = TestLimits.waitSeconds) async -> Bool {
        await onOwnThread { self.wait(withinSeconds: seconds) }
    }
}

/// Runs a closure that blocks on a new thread, and waits suspended for its answer.
package func onOwnThread<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
