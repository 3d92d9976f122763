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
        self.init(kind, error.description, hint: Self.hint(error))
    }

    /// What an operator does about a failure; nil where its kind says it.
    ///
    /// Failures of a connection have no code in libpq 15: the server's words are looked for.
    private static func hint(_ error: PostgresError) -> String? {
        let standby = "If it is a standby, name the primary, or all servers and target_session_attrs=read-write."
        let access = "Check the role, its password (passfile, service file), the name of the database, and pg_hba.conf."
        guard let state = error.state?.rawValue else {
            guard error.kind == .connection else { return nil }
            let words = ["password", "role \"", "pg_hba", "database \"", "authentication"]
            if words.contains(where: error.message.contains) { return access }
            return ["certificate", "SSL", "sslmode"].contains(where: error.message.contains)
                ? "Check sslmode, sslrootcert and the certificate of the server." : nil
        }
        switch state {
        case "25006", "0A000": return standby
        case "42501":
            return "Grant the role what it lacks; after an update, run waymark store migrate as the tables' owner."
        case "42P05", "26000", "08P01":
            return "If the address is a pooler's, set databasePooled, and databaseListen to the server itself."
        case "28P01", "28000", "3D000": return access
        case "3F000", "42P01", "42703": return "Check search_path: the tables are in its first schema."
        case "53300": return "Raise max_connections, or put a pooler in front; try again."
        case "53100": return "Free space on the disk of the database server; reads still work."
        default:
            let says = error.state.map { Self.kind($0) != .other } ?? true
            return says || state.hasPrefix("XX") ? nil : "See the log of the database server."
        }
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
