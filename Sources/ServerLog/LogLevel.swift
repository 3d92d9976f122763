/// How important a log line is.
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

    /// Pending by importance.
    package static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

/// How log lines look and which are written.
package struct LogSettings: Sendable, Hashable {
    /// For whom the lines are.
    package enum Format: String, Sendable, Hashable {
        case text
        case json
    }

    /// For whom.
    package var format: Format
    /// The least important lines that are written.
    package var level: LogLevel

    /// Makes settings.
    package init(format: Format, level: LogLevel) {
        self.format = format
        self.level = level
    }
}
