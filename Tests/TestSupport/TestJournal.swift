import Foundation
import Glibc
import Synchronization

/// Which test cases run, and how long each took: one line for a beginning, one for an end.
///
/// Swift Testing's own lines cannot say this, as it starts all tests at once. `Config/scripts/run-tests` names the file
/// in `WAYMARK_TEST_JOURNAL`, and reads it to say which test stands still and which are slow. Without the variable
/// nothing is written.
enum TestJournal {
    private static let descriptor: Int32 = {
        guard let path = ProcessInfo.processInfo.environment["WAYMARK_TEST_JOURNAL"] else { return -1 }
        return unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }()

    private static let count = Mutex(0)

    /// Notes that a test case begins.
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

    /// Notes that a test case has ended.
    static func end(_ number: Int, after duration: Duration) {
        write("end\t\(number)\t\(duration / .milliseconds(1))\n")
    }

    private static func write(_ line: String) {
        guard descriptor >= 0 else { return }
        // One call with the array's own memory: O_APPEND makes lines of several threads follow each other whole.
        _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
