package import Foundation
import Testing

extension Process {
    /// Starts the program: `run()`, which crashes at times while this process has about 1,400 descriptors.
    ///
    /// Foundation lists /proc/self/fd and copies 280 bytes of each entry, also of the last, short one in the buffer of
    /// 32 KiB (readdir(3)); the memory behind the buffer may not be mapped. Memory that was just freed is behind it then.
    ///
    /// - Throws: the system's error if the program cannot be started.
    package func begin() throws {
        var room = [UInt8](repeating: 0, count: TestLimits.roomBehindDirectoryBytes)
        room[0] = 1
        withExtendedLifetime(room) {}
        room = []
        try run()
    }

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
