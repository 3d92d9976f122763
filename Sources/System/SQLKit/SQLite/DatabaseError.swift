import CSQLite

/// A failure of the database library.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The primary result code such as `SQLITE_CONSTRAINT` (https://www.sqlite.org/rescode.html).
    package var code: ResultCode
    /// The extended result code such as `SQLITE_CONSTRAINT_UNIQUE`; its low byte is `code`.
    package var extended: Int32
    /// SQLite's own message.
    package var message: String
    /// The statement that failed, if one did.
    ///
    /// It never has the bound values, which may be secret.
    package var sql: String?

    /// Makes an error from an extended result code.
    package init(extended: Int32, message: String, sql: String? = nil) {
        self.code = ResultCode(rawValue: extended & 0xFF)
        self.extended = extended
        self.message = message
        self.sql = sql
    }

    /// A stored value that cannot be decoded, reported like other damage.
    static func unreadable(_ message: String) -> DatabaseError {
        DatabaseError(extended: SQLITE_CORRUPT, message: message)
    }

    /// Work that was cancelled.
    package static let interrupted = DatabaseError(extended: SQLITE_INTERRUPT, message: "interrupted")

    /// Code, message and statement.
    package var description: String {
        "SQLite \(extended): \(message)" + (sql.map { " in: \($0)" } ?? "")
    }
}

extension DatabaseError {
    /// The last failure of a connection.
    static func last(of database: OpaquePointer?, sql: String? = nil) -> DatabaseError {
        // Unsafe: the message is valid until the next call on this connection, and it is copied here.
        let message = unsafe String(cString: sqlite3_errmsg(database))
        return unsafe DatabaseError(extended: sqlite3_extended_errcode(database), message: message, sql: sql)
    }
}

extension SQLError {
    /// A failure of SQLite.
    package init(_ error: DatabaseError) {
        let kind: Kind =
            switch error.code {
            case .busy: .busy
            case .interrupted: .interrupted
            case .readOnly: .readOnly
            case .full: .full
            case .corrupt, .notADatabase: .corrupt
            case .cannotOpen: .cannotOpen
            // SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE
            // (https://www.sqlite.org/rescode.html#constraint_primarykey).
            case .constraint where error.extended == 1555 || error.extended == 2067: .duplicate
            default: .other
            }
        self.init(kind, error.description, sqliteCode: error.extended)
    }
}

/// A primary result code of SQLite (https://www.sqlite.org/rescode.html).
package struct ResultCode: RawRepresentable, Sendable, Hashable {
    /// The code as a number.
    package var rawValue: Int32

    /// Makes a code from its number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Another connection holds a lock.
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// The file may not be written.
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The work was cancelled.
    static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The file's structure is damaged.
    static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file cannot be opened.
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A constraint of the schema does not hold.
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// The file is not a database.
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}
