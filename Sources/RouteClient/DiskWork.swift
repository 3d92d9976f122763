import Dispatch

#if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
import Foundation
#endif

/// Writing to the disk that another thread may end between two steps, because the app goes to the background.
final class DiskWork: Sendable {
    private let isOver = Lock(false)

    /// Ends the work before its next step.
    func end() { isOver.withLock { $0 = true } }

    /// Whether ``end()`` was called.
    var hasEnded: Bool { isOver.withLock { $0 } }

    /// Called before each step.
    /// - Throws: `cancelled` after ``end()``.
    func check() throws(RouteClientError) {
        guard isOver.withLock({ $0 }) else { return }
        throw RouteClientError(
            .cancelled, "a release was not stored, because the app went to the background",
            hint: "it is used from memory; the next refresh or launch stores it")
    }
}

extension CacheFiles {
    /// Runs work that writes on a thread of Dispatch; on a device the system does not suspend the app meanwhile.
    ///
    /// If the system wants to suspend it nevertheless, or grants no time, the work ends before its next step.
    static func write<Answer: Sendable>(
        _ work: DiskWork, _ body: @escaping @Sendable () -> Answer
    ) async -> Answer {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        await withCheckedContinuation { continuation in
            let hasBegun = Lock(false)
            // Called once, and again with true, on another thread, if the time is up before the first call has returned.
            ProcessInfo.processInfo.performExpiringActivity(withReason: "Waymark stores routing rules") { isExpired in
                if isExpired { work.end() }
                let isFirst = hasBegun.withLock { hasBegun in
                    defer { hasBegun = true }
                    return !hasBegun
                }
                if isFirst { continuation.resume(returning: body()) }
            }
        }
        #else
        await run(body)
        #endif
    }
}
