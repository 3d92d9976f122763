import CSQLite

/// A connection to one database file, used by one thread at a time.
///
/// It is opened without SQLite's mutexes. It cannot be copied and is not Sendable, so that it has one owner.
/// `@safe`: the handle is private to the module, made in `init`, closed once in ``close()``.
@safe
package struct Connection: ~Copyable {
    let cache: StatementCache
    private var handle: OpaquePointer?

    /// Opens a file.
    package init(
        _ path: String, _ access: Access, lockWaitMilliseconds: Int32 = 0,
        statementsMax: Int = SQLiteLimits.statementsMax
    ) throws(DatabaseError) {
        var opened: OpaquePointer?
        // > In all cases … a database connection handle is usually returned in *ppDb, even if an error occurs …
        // > should be released by passing it to sqlite3_close(). (https://www.sqlite.org/c3ref/open.html)
        let status = unsafe sqlite3_open_v2(access.name(of: path), &opened, access.flags, nil)
        guard status == SQLITE_OK, let opened = unsafe opened else {
            let failure =
                unsafe opened == nil
                ? DatabaseError(extended: SQLITE_NOMEM, message: "no memory for a connection")
                : unsafe DatabaseError.last(of: opened)
            unsafe sqlite3_close(opened)
            throw failure
        }
        unsafe sqlite3_extended_result_codes(opened, 1)
        unsafe sqlite3_busy_timeout(opened, lockWaitMilliseconds)
        cache = StatementCache(countMax: statementsMax)
        unsafe handle = opened
    }

    deinit {
        assert(unsafe handle == nil, "a database connection was not closed")
    }

    /// Closes the file and all cached statements; using the connection afterwards traps.
    package mutating func close() {
        guard let open = unsafe handle else { return }
        cache.closeIdle()
        let status = unsafe sqlite3_close(open)
        precondition(status == SQLITE_OK, "a connection was closed while its statements or backups were in use")
        unsafe handle = nil
    }

    /// Whether no transaction is open (https://www.sqlite.org/c3ref/get_autocommit.html).
    ///
    /// A full disk, a failed write or a lack of memory makes SQLite end a transaction on its own.
    package var isOutsideTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) != 0 }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    package var changedRowCount: Int { Int(unsafe sqlite3_changes64(pointer)) }

    /// The C handle, for this module's files only.
    var pointer: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("a closed database connection was used") }
        return unsafe handle
    }

    func failure(_ sql: String? = nil) -> DatabaseError {
        unsafe .last(of: pointer, sql: sql)
    }
}

extension Connection {
    /// What a connection may do with its file.
    package enum Access: Sendable, Hashable {
        /// Read an existing file.
        case readOnly
        /// Read an existing file that no process changes; makes no other file, and ignores the log of a killed process
        /// (https://www.sqlite.org/uri.html, "immutable").
        case immutable
        /// Read and write an existing file.
        case readWrite
        /// Read and write a file, and make it if there is none.
        case create

        /// The name of a file for sqlite3_open_v2.
        func name(of path: String) -> String {
            guard self == .immutable else { return path }
            let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
            return "file:\(escaped)?immutable=1"
        }

        /// The flags for sqlite3_open_v2.
        ///
        /// Without SQLite's mutexes, because one thread at a time uses a connection.
        var flags: Int32 {
            let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
            return switch self {
            case .readOnly: common | SQLITE_OPEN_READONLY
            case .immutable: common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWrite: common | SQLITE_OPEN_READWRITE
            case .create: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }
}
