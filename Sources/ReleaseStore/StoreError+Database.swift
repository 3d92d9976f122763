package import SQLiteKit
package import StoreRecords

extension StoreError {
    /// There is no such record.
    static func notFound(_ what: String, hint: String) -> StoreError {
        StoreError(.notFound, "There is no \(what).", hint: hint)
    }
}

extension StoreError {
    /// A failure of the database library.
    package init(_ error: DatabaseError) {
        let (code, hint): (Code, String) =
            switch error.code {
            case .busy: (.busy, "Another program is writing to the database; try again.")
            case .interrupted: (.closed, "The server is stopping; try again later.")
            case .readOnly: (.readOnly, "Let the server's account write the database file and its directory.")
            case .full: (.diskFull, "Free space on the database's disk; reads still work.")
            case .corrupt, .notADatabase: (.corrupt, "Restore the latest backup; keep the damaged file for analysis.")
            case .cannotOpen: (.storage, "Check that the database's directory exists and is writable.")
            default: (.storage, "See the server's log; if it happens again, check the disk and restore a backup.")
            }
        self.init(code, "The database failed: \(error).", hint: hint, sqliteCode: error.extended)
    }

    /// An error that the body of a read or a write threw; bodies throw store errors only.
    package init(thrown error: any Error) {
        self =
            error as? StoreError
            ?? StoreError(.storage, "The operation failed: \(error).", hint: "See the server's log.")
    }

    /// Whether a row with that key exists already: SQLITE_CONSTRAINT_PRIMARYKEY or SQLITE_CONSTRAINT_UNIQUE
    /// (https://www.sqlite.org/rescode.html#constraint_primarykey).
    var isDuplicate: Bool { sqliteCode == 1555 || sqliteCode == 2067 }
}
