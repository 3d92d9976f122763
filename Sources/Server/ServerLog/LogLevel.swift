/// The importance of a log line.
package enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    case debug
    case info
    case warning
    case error

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }

    /// Orders by importance.
    package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

/// The format of log lines, and the lowest level that is written.
package struct LogSettings: Sendable, Hashable {
    /// Text for people, JSON for programs.
    package enum Format: String, Sendable, Hashable {
        case text
        case json
    }

    var format: Format
    /// The lowest level that is written.
    var level: LogLevel

    /// Makes settings.
    package init(format: Format, level: LogLevel) {
        self.format = format
        self.level = level
    }
}
