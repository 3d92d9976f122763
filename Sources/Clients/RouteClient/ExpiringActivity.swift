import Dispatch

#if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
import Foundation
#endif

/// Runs work that writes while the system does not suspend the app, as long as it grants.
struct ExpiringActivity: Sendable {
    /// Asks the system for time, as `ProcessInfo.performExpiringActivity(withReason:using:)` does.
    ///
    /// It calls the closure on another thread: with false if there is time, which lasts until that call returns, and again
    /// with true, on one more thread, if the time is up before. If there is no time it calls the closure with true only.
    let request: @Sendable (_ block: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void

    /// Runs the work once, whatever the system says.
    ///
    /// If the system wants to suspend the app, or grants no time, the work is ended: it does not begin its next step. Without
    /// time it runs on a thread of Dispatch, because the system waits for the return of its call.
    /// - Parameters:
    ///   - work: what is ended.
    ///   - body: the work, which asks `work` before each step.
    /// - Returns: what `body` returned.
    func perform<Answer: Sendable>(_ work: DiskWork, _ body: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            let hasBegun = Lock(false)
            request { isExpired in
                if isExpired { work.end() }
                let isFirst = hasBegun.withLock { hasBegun in
                    defer { hasBegun = true }
                    return !hasBegun
                }
                guard isFirst else { return }
                if isExpired {
                    CacheFiles.queue.async { continuation.resume(returning: body()) }
                } else {
                    continuation.resume(returning: body())
                }
            }
        }
    }

    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
    /// The system's.
    static let system = ExpiringActivity {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Waymark stores routing rules", using: $0)
    }
    #else
    /// A thread of Dispatch: this system does not suspend programs.
    static let system = ExpiringActivity { block in CacheFiles.queue.async { block(false) } }
    #endif
}
