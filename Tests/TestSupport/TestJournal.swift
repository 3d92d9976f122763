import Foundation
import Glibc
import Synchronization

/// Writes a line for the beginning and for the end of each test case, with its duration.
///
/// The output of Swift Testing does not show this, because it starts all tests at once. `Config/scripts/run-tests`
/// names the file in `WAYMARK_TEST_JOURNAL` and reads it to report stalled and slow tests. Without the variable nothing
/// is written.
enum TestJournal {
    private static let descriptor: Int32 = {
        guard let path = ProcessInfo.processInfo.environment["WAYMARK_TEST_JOURNAL"] else { return -1 }
        return unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }()

    private static let count = Mutex(0)

    /// Records the beginning of a test case.
    ///
    /// - Returns: its number, for ``end(_:after:)``.
    static func begin(_ name: String, at place: String) -> Int {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let line = name.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        write("begin\t\(number)\t\(line)\t\(place)\n")
        return number
    }

    /// Records the end of a test case.
    static func end(_ number: Int, after duration: Duration) {
        write("end\t\(number)\t\(duration / .milliseconds(1))\n")
    }

    private static func write(_ line: String) {
        guard descriptor >= 0 else { return }
        // One call for the whole line: with O_APPEND the lines of several threads do not mix.
        _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
