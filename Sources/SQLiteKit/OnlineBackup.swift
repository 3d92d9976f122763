import CSQLite

/// A copy of a database under way (https://www.sqlite.org/backup.html): begun, stepped until done, closed once.
///
/// When the source connection is inside a read transaction, every step copies from that one snapshot, however much
/// others write meanwhile; without one, a write of another connection would begin the copy anew.
/// `@safe`: the handle is private, made in `init` and finished once in ``close()``.
@safe
package struct OnlineBackup: ~Copyable {
    private var handle: OpaquePointer?
    private let destination: OpaquePointer

    /// Begins to copy the main database of one connection over that of another.
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

    /// Copies that many pages more (all for a negative count); returns whether the copy is complete.
    package func step(pages: Int32) throws(DatabaseError) -> Bool {
        switch unsafe sqlite3_backup_step(handle, pages) {
        case SQLITE_DONE: return true
        case SQLITE_OK: return false
        case let code: throw unsafe DatabaseError(extended: code, message: String(cString: sqlite3_errstr(code)))
        }
    }

    /// Pages still to be copied, as of the last step.
    package var remainingPageCount: Int { unsafe Int(sqlite3_backup_remaining(handle)) }

    /// Pages of the source, as of the last step.
    package var pageCount: Int { unsafe Int(sqlite3_backup_pagecount(handle)) }

    /// Ends the backup; an unfinished copy is undone.
    package mutating func close() {
        // Its result repeats what a step has thrown already.
        unsafe sqlite3_backup_finish(handle)
        unsafe handle = nil
    }
}
