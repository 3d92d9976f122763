import Foundation
import Testing

/// Waits until a condition holds, and returns as soon as it does.
///
/// The condition is looked at on the calling thread, which sleeps in between: only for tests with the trait
/// ``ScheduledTrait``, which run on threads of their own.
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

/// Lets some time pass on the calling thread: for peers that are slow on purpose, not to wait for an event.
package func pause(milliseconds: Int) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1000) }

/// Waits suspended until a condition holds, and records an issue if it does not hold within the limit.
///
/// The condition is looked at where the caller runs, on its actor: the first times after giving way to other tasks, later
/// after a pause.
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
