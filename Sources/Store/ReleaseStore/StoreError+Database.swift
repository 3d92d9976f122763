package import SQLKit
package import StoreRecords

extension StoreError {
    /// There is no such record.
    static func notFound(_ missing: Missing, _ what: String, hint: String) -> StoreError {
        var error = StoreError(.notFound, "There is no \(what).", hint: hint)
        error.missing = missing
        return error
    }
}

extension StoreError {
    /// A failure of the database.
    package init(_ error: SQLError) {
        let (code, hint): (Code, String) =
            switch error.kind {
            case .busy: (.busy, "Another program is writing to the database; try again.")
            case .interrupted: (.closed, "The server is stopping; try again later.")
            case .readOnly: (.readOnly, "Let the server's account write the database file and its directory.")
            case .full: (.diskFull, "Free space on the database's disk; reads still work.")
            case .corrupt: (.corrupt, "Restore the latest backup; keep the damaged file for analysis.")
            case .cannotOpen where error.sqliteCode == nil:
                (.away, "Check that the database server runs and can be reached from here; try again then.")
            case .cannotOpen: (.storage, "Check that the database's directory exists and is writable.")
            case .outcomeUnknown:
                (.outcomeUnknown, "Send the same request with the same Idempotency-Key again, or read what is stored.")
            case .duplicate, .other:
                (.storage, "See the server's log; if it happens again, check the disk and restore a backup.")
            }
        // Messages of databases end in a period, or not.
        var reason = "\(error)"
        while reason.hasSuffix(".") { reason.removeLast() }
        let what = code == .away ? "The database server cannot be reached" : "The database failed"
        self.init(code, "\(what): \(reason).", hint: error.hint ?? hint, sqliteCode: error.sqliteCode)
        isDuplicate = error.kind == .duplicate
    }

    /// An error that the body of a read or a write threw; bodies throw store errors only.
    package init(thrown error: any Error) {
        self =
            error as? StoreError
            ?? StoreError(.storage, "The operation failed: \(error).", hint: "See the server's log.")
    }

    /// A stored value that cannot be decoded, or a row that must be there, reported like other damage.
    package static func unreadable(_ message: String) -> StoreError { StoreError(SQLError(.corrupt, message)) }
}
