package import CanonicalJSON
package import RouteModel
import Synchronization

/// Writes structured lines of the server log.
package final class ServerLogger: Sendable {
    private let settings: Mutex<LogSettings>
    private let clock: @Sendable () -> Instant
    private let write: @Sendable (String) -> Void

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - settings: format and level.
    ///   - clock: the wall clock.
    ///   - write: takes one whole line without its newline; called under a lock, so that lines are never mixed.
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

    /// Writes a line that operators wait for, at any level of the settings.
    package func announce(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        settings.withLock { settings in
            write(LogLine(at: clock(), level: .info, event: event, values: values).text(settings.format))
        }
    }

    /// Writes a line at `error`.
    package func error(_ event: String, _ values: KeyValuePairs<String, JSONValue> = [:]) {
        log(.error, event, values)
    }

    private func log(_ level: LogLevel, _ event: String, _ values: KeyValuePairs<String, JSONValue>) {
        let settings = settings.withLock { $0 }
        guard level >= settings.level else { return }
        // Made before the lock is taken, so that threads wait for each other only during the write.
        let line = LogLine(at: clock(), level: level, event: event, values: values).text(settings.format)
        self.settings.withLock { _ in write(line) }
    }
}
