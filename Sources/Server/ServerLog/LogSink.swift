import Synchronization
import SystemIO

/// The destination of the server log: standard error, or a file that SIGHUP opens again.
///
/// Each line is written before the call returns: nothing waits in memory here.
package final class LogSink: Sendable {
    private let file: Mutex<AppendedFile?>
    private let standardError: @Sendable (String) -> Void

    /// Opens the file, if there is one.
    package init(_ path: String?, standardError: @escaping @Sendable (String) -> Void) throws(LogFileError) {
        self.standardError = standardError
        do throws(Errno) { file = Mutex(try path.map { (path) throws(Errno) in try Self.open(path) }) } catch {
            throw LogFileError(
                "the log file \(path ?? "") cannot be opened: \(error)",
                hint: "create its directory, and give the server's account the right to write there")
        }
    }

    /// Writes one line and a newline; to standard error if writing to the file fails.
    package func write(_ line: String) {
        let isWritten = file.withLock { (file: inout AppendedFile?) -> Bool in
            guard let file else { return false }
            var rest = Array("\(line)\n".utf8)[...]
            do throws(Errno) {
                while !rest.isEmpty { rest = rest.dropFirst(try file.append(rest)) }
                return true
            } catch {
                return false
            }
        }
        if !isWritten { standardError(line + "\n") }
    }

    /// Opens the file of reloaded settings; if that fails, it returns the reason and keeps the old file.
    package func use(_ path: String?) -> String? {
        do throws(Errno) {
            let fresh = try path.map { (path) throws(Errno) in try Self.open(path) }
            file.withLock { $0 = fresh }
            return nil
        } catch {
            return "the log file \(path ?? "") cannot be opened: \(error)"
        }
    }

    private static func open(_ path: String) throws(Errno) -> AppendedFile { try AppendedFile(path, mode: 0o640) }
}

/// A log file that cannot be opened.
package struct LogFileError: Error, Sendable {
    /// What is wrong.
    package let detail: String
    /// What to do.
    package let hint: String?

    init(_ detail: String, hint: String? = nil) {
        self.detail = detail
        self.hint = hint
    }
}
