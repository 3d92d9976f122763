import SQLiteKit

extension StoreError {
    /// Tells a failure of the database library in the store's words.
    init(_ error: DatabaseError) {
        let (code, hint): (Code, String) =
            switch error.code {
            case .busy: (.busy, "Something else is writing to the database; try again.")
            case .interrupted: (.closed, "The server is stopping; ask again later.")
            case .readOnly: (.readOnly, "Make the database file and its folder writable for the server's user.")
            case .full: (.diskFull, "Free space on the database's disk; reading goes on meanwhile.")
            case .corrupt, .notADatabase: (.corrupt, "Restore the latest backup; keep the damaged file for analysis.")
            case .cannotOpen: (.storage, "Check that the database's folder exists and may be entered and written.")
            default: (.storage, "See the server's log; if it stays, check the disk and restore the latest backup.")
            }
        self.init(code, "The database failed: \(error).", hint: hint, sqliteCode: error.extended)
    }

    /// Whether the file itself failed, so that what a connection remembers of it may be wrong.
    var isOfTheFile: Bool { code == .corrupt || code == .storage }

    /// Whether a row with that key is there already: SQLITE_CONSTRAINT_PRIMARYKEY or SQLITE_CONSTRAINT_UNIQUE
    /// (https://www.sqlite.org/rescode.html#constraint_primarykey).
    var isDuplicate: Bool { sqliteCode == 1555 || sqliteCode == 2067 }

    static let closed = StoreError(.closed, "The store is closed.", hint: "The server is stopping; ask again later.")

    static func busy(_ what: String) -> StoreError {
        StoreError(.busy, "Too many \(what) are waiting.", hint: "Try again in a moment.")
    }
}
