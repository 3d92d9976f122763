import CSQLite

/// A running copy of a database (https://www.sqlite.org/backup.html): step it until it is complete, then close it.
///
/// If the source connection is in a read transaction, every step copies from that snapshot, independent of writes of
/// other connections; without one, a write of another connection restarts the copy. `@safe`: the handle is private,
/// made in `init` and finished once in ``close()``.
@safe
package struct OnlineBackup: ~Copyable {
    private var handle: OpaquePointer?
    private let destination: OpaquePointer

    /// Begins to copy the main database of one connection over the main database of another.
    ///
    /// Both must outlive the backup.
    package init(from source: borrowing Connection, to destination: borrowing Connection) throws(DatabaseError) {
        guard let handle = unsafe sqlite3_backup_init(destination.pointer, "main", source.pointer, "main") else {
            throw destination.failure()
        }
        unsafe self.handle = handle
        unsafe self.destination = destination.pointer
    }

    deinit {
        assert(unsafe handle == nil, "a backup was not closed")
    }

    /// Copies at most that many pages, or all for a negative count; returns whether the copy is complete.
    package func step(pages: Int32) throws(DatabaseError) -> Bool {
        switch unsafe sqlite3_backup_step(handle, pages) {
        case SQLITE_DONE: return true
        case SQLITE_OK: return false
        case let code: throw unsafe DatabaseError(extended: code, message: String(cString: sqlite3_errstr(code)))
        }
    }

    /// Ends the backup; an incomplete copy is rolled back.
    package mutating func close() {
        // Its result is an error that a step has already thrown.
        unsafe sqlite3_backup_finish(handle)
        unsafe handle = nil
    }
}
