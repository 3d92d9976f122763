package import CanonicalJSON
package import RouteModel
import Synchronization

/// Writes structured lines of the server log.
///
/// One thread at a time writes. Others leave lines below `warning` to it and go on, so that requests do not queue for the
/// file; a call at `warning` and above returns when its line was written.
package final class ServerLogger: Sendable {
    private let settings: Mutex<LogSettings>
    /// Lines that no thread has taken to write, the oldest first.
    private let waiting = Mutex<[String]>([])
    /// Held by the thread that writes.
    private let writing = Mutex(())
    private let clock: @Sendable () -> Instant
    private let write: @Sendable (String) -> Void

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - settings: format and level.
    ///   - clock: the wall clock.
    ///   - write: takes one whole line without its newline; called by one thread at a time, so that lines are never mixed.
    package init(
        _ settings: LogSettings, clock: @escaping @Sendable () -> Instant, write: @escaping @Sendable (String) -> Void
    ) {
        self.settings = Mutex(settings)
        self.clock = clock
        self.write = write
    }

    /// Applies reloaded settings.
    package func use(_ settings: LogSettings) { self.settings.withLock { $0 = settings } }

    /// Writes a line at `debug`.
    package func debug(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        log(.debug, event, values)
    }

    /// Writes a line at `info`.
    package func info(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) { log(.info, event, values) }

    /// Writes a line at `warning`.
    package func warning(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        log(.warning, event, values)
    }

    /// Writes a line that operators wait for, at any level of the settings; returns when it was written.
    package func announce(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        let format = settings.withLock { $0.format }
        add(LogLine(at: clock(), level: .info, event: event, values: values).text(format), isAwaited: true)
    }

    /// Writes a line at `error`.
    package func error(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        log(.error, event, values)
    }

    /// Whether lines of a level are written.
    package func writes(_ level: LogLevel) -> Bool { level >= settings.withLock { $0.level } }

    /// Writes a line at a level.
    package func log(_ level: LogLevel, _ event: String, _ values: KeyValuePairs<String, JSONValue>) {
        let settings = settings.withLock { $0 }
        guard level >= settings.level else { return }
        // Made before a lock is taken, so that threads wait for each other only during the write.
        add(
            LogLine(at: clock(), level: level, event: event, values: values).text(settings.format),
            isAwaited: level >= .warning)
    }

    /// Writes a line, or leaves it to the thread that writes now, unless it is awaited or too many lines wait.
    private func add(_ line: String, isAwaited: Bool) {
        let count = waiting.withLock { lines in
            lines.append(line)
            return lines.count
        }
        if isAwaited || count > LogLimits.linesWaitingMax {
            writing.withLock { _ in writeAll() }
        }
        // A line that came after the last look of the writing thread is written by the thread that brought it.
        while !waiting.withLock({ $0.isEmpty }) {
            guard writing.withLockIfAvailable({ _ in writeAll() }) != nil else { return }
        }
    }

    private func writeAll() {
        while true {
            let lines = waiting.withLock { lines in
                defer { lines = [] }
                return lines
            }
            guard !lines.isEmpty else { return }
            for line in lines { write(line) }
        }
    }
}
