package import Foundation
import Testing

extension Process {
    /// Waits for the end of the program.
    ///
    /// A program that does not end within the limit is killed, and an issue is recorded. `waitUntilExit` is not used,
    /// because its run loop checks only every 50 ms.
    ///
    /// - Returns: the exit status, or the number of the signal that ended the program.
    @discardableResult
    package func ended(withinSeconds seconds: Int = TestLimits.waitSeconds) -> Int32 {
        if !eventually(withinSeconds: seconds, { !isRunning }) {
            Issue.record("\(executableURL?.lastPathComponent ?? "") did not end within \(seconds) seconds")
            kill(processIdentifier, SIGKILL)
            waitUntilExit()
        }
        return terminationStatus
    }
}
