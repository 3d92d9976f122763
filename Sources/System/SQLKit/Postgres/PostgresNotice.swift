import CPostgres

/// A report of the server that is not an error.
package struct PostgresNotice: Sendable, Hashable {
    /// `WARNING`, `NOTICE`, `INFO`, `LOG` or `DEBUG`, in English whatever the server's language.
    let severity: String
    /// The code; `00000` for most.
    package let state: SQLState
    /// The primary message.
    package let message: String

    /// Whether the server warns.
    package var isWarning: Bool { severity == "WARNING" }
}

/// The notices of a connection that were not taken yet; used by the connection's thread alone.
final class NoticeLog {
    private(set) var notices: [PostgresNotice] = []
    /// How many notices were dropped because too many were kept.
    private(set) var droppedCount = 0
    /// The warnings since the connection was opened; the last one is kept for the text of an error.
    private(set) var warningCount = 0
    private(set) var lastWarning: PostgresNotice?

    /// The function that libpq calls with each notice; its first argument is the log.
    static let receiver: PQnoticeReceiver = { log, result in
        guard let log = unsafe log else { return }
        // Unsafe: the connection holds the log as long as libpq may call.
        unsafe Unmanaged<NoticeLog>.fromOpaque(log).takeUnretainedValue().add(DiagnosticFields(result))
    }

    func take() -> [PostgresNotice] {
        defer { notices = [] }
        return notices
    }

    private func add(_ fields: consuming DiagnosticFields) {
        let notice = PostgresNotice(
            severity: fields.text(.severity) ?? "", state: SQLState(rawValue: fields.text(.state) ?? ""),
            message: String((fields.text(.message) ?? "").prefix(PostgresLimits.messageCharactersMax)))
        if notice.isWarning {
            warningCount += 1
            lastWarning = notice
        }
        if notices.count >= PostgresLimits.noticesMax {
            notices.removeFirst()
            droppedCount += 1
        }
        notices.append(notice)
    }
}
