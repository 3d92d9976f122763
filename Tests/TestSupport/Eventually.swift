import Foundation
import Testing

/// Waits until a condition holds, and returns as soon as it does.
///
/// The condition is tested on the calling thread, which sleeps in between. Only for tests with the trait
/// ``ScheduledTrait``, which do not run on Swift's threads.
///
/// - Returns: false if the condition did not hold within the limit.
package func eventually(withinSeconds seconds: Int = TestLimits.waitSeconds, _ holds: () throws -> Bool) rethrows
    -> Bool
{
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
        if try holds() { return true }
        if ContinuousClock.now >= end { return false }
        pause(milliseconds: TestLimits.lookAgainMilliseconds)
    }
}

/// Blocks the calling thread for some time: only for peers that are slow on purpose, not to wait for an event.
package func pause(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

/// Suspends until a condition holds, and records an issue if it does not hold within the limit.
///
/// The condition is tested on the caller's actor: at first after each `Task.yield()`, later after a pause.
package func waitUntil(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ holds: () throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + .seconds(TestLimits.waitSeconds)
    var looks = 0
    while true {
        if try holds() { return }
        looks += 1
        if looks < TestLimits.looksWithoutPause {
            await Task.yield()
        } else {
            try? await Task.sleep(for: .milliseconds(TestLimits.lookAgainMilliseconds))
        }
        if Task.isCancelled || ContinuousClock.now >= end {
            let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1)
            Issue.record("The condition did not hold within \(TestLimits.waitSeconds) seconds.", sourceLocation: place)
            return
        }
    }
}
