extension SQLError {
    /// A failure of PostgreSQL.
    package init(_ error: PostgresError) {
        let kind: Kind =
            switch error.kind {
            case .outcomeUnknown: .outcomeUnknown
            case .address, .connection, .timedOut: .cannotOpen
            case .server: error.state.map(Self.kind) ?? .other
            case .rolledBack, .mismatch: .other
            }
        self.init(kind, error.description)
    }

    /// What a code of the server means (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    private static func kind(_ state: SQLState) -> Kind {
        switch state.rawValue {
        // unique_violation.
        case "23505": .duplicate
        // lock_not_available, serialization_failure, deadlock_detected, query_canceled (a limit of the session or an
        // operator: this process cancels nothing), too_many_connections, idle_in_transaction_session_timeout.
        case "55P03", "40001", "40P01", "57014", "53300", "25P03": .busy
        // read_only_sql_transaction, such as on a standby; insufficient_privilege.
        case "25006", "42501": .readOnly
        case "53100": .full
        case "XX001", "XX002": .corrupt
        // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped; classes 08 (connection) and 28
        // (authorization).
        case "57P01", "57P02", "57P03", "57P04": .cannotOpen
        default: state.rawValue.hasPrefix("08") || state.rawValue.hasPrefix("28") ? .cannotOpen : .other
        }
    }
}
