import CSQLite

/// A prepared SQL statement, which can be run many times.
///
/// `@safe`: the handle is private, made in `init`, finalized once in ``close()``, and not visible outside.
@safe
package struct Statement: ~Copyable {
    let sql: String
    private var handle: OpaquePointer?

    init(_ database: OpaquePointer, _ sql: String, isPersistent: Bool) throws(DatabaseError) {
        var prepared: OpaquePointer?
        var hasMore = false
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        // Unsafe: SQLite reads the text only during the call, and `tail` points into it while it is alive.
        let status = unsafe sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let status = unsafe sqlite3_prepare_v3(database, text, -1, flags, &prepared, &tail)
            hasMore = unsafe tail.map { unsafe $0.pointee != 0 } ?? false
            return status
        }
        guard status == SQLITE_OK else { throw unsafe .last(of: database, sql: sql) }
        guard let prepared = unsafe prepared, !hasMore else {
            unsafe sqlite3_finalize(prepared)
            throw DatabaseError(extended: SQLITE_MISUSE, message: "not exactly one SQL statement", sql: sql)
        }
        self.sql = sql
        unsafe handle = prepared
    }

    deinit {
        assert(unsafe handle == nil, "a statement was not closed: \(sql)")
        // Unsafe: only this value has the handle; finalizing nil does nothing.
        unsafe sqlite3_finalize(handle)
    }

    /// Finalizes the statement; using it afterwards traps.
    package mutating func close() {
        unsafe sqlite3_finalize(handle)
        unsafe handle = nil
    }

    /// Binds the values to `?1`, `?2` …; there must be as many as parameters.
    package func bind(_ values: [SQLValue]) throws(DatabaseError) {
        let expected = unsafe Int(sqlite3_bind_parameter_count(pointer))
        precondition(values.count == expected, "\(values.count) values for \(expected) parameters in: \(sql)")
        var index: Int32 = 1
        for value in values {
            guard bind(value, at: index) == SQLITE_OK else { throw failure() }
            index += 1
        }
    }

    /// Advances to the next row; false at the end.
    package func step() throws(DatabaseError) -> Bool {
        switch unsafe sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure()
        }
    }

    /// Prepares the next run, and clears the bound values.
    package func reset() {
        // > If the most recent call to sqlite3_step(S) … indicated an error, then sqlite3_reset(S) returns an
        // > appropriate error code. (https://www.sqlite.org/c3ref/reset.html) That error was thrown already.
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    /// The C handle, for this module's files only.
    var pointer: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("a closed statement was used: \(sql)") }
        return unsafe handle
    }

    private func failure() -> DatabaseError {
        unsafe .last(of: sqlite3_db_handle(pointer), sql: sql)
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .integer(let integer): unsafe sqlite3_bind_int64(pointer, index, Int64(integer))
        case .real(let real): unsafe sqlite3_bind_double(pointer, index, real)
        case .null: unsafe sqlite3_bind_null(pointer, index)
        case .text(let text): bind(text: text, at: index)
        case .utf8(let bytes): bind(utf8: bytes, at: index)
        case .blob(let bytes): bind(blob: bytes, at: index)
        }
    }

    // SQLITE_TRANSIENT: SQLite copies the value. The C macro is a cast of −1 that Swift does not import.
    private var copied: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func bind(text: String, at index: Int32) -> Int32 {
        var text = text
        // Unsafe: the pointer is read during the call only, because SQLite copies.
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe bind(characters, at: index)
            }
        }
    }

    private func bind(utf8 bytes: [UInt8], at index: Int32) -> Int32 {
        // Unsafe: the pointer is read during the call only, because SQLite copies.
        unsafe bytes.withUnsafeBytes { region in
            unsafe bind(region.assumingMemoryBound(to: CChar.self), at: index)
        }
    }

    private func bind(_ characters: UnsafeBufferPointer<CChar>, at index: Int32) -> Int32 {
        // A null pointer would bind NULL, so that an empty text needs a pointer.
        guard let start = characters.baseAddress, characters.count > 0 else {
            return unsafe sqlite3_bind_text64(pointer, index, "", 0, copied, UInt8(SQLITE_UTF8))
        }
        return unsafe sqlite3_bind_text64(
            pointer, index, start, UInt64(characters.count), copied, UInt8(SQLITE_UTF8))
    }

    private func bind(blob bytes: [UInt8], at index: Int32) -> Int32 {
        // A null pointer would bind NULL, so an empty blob is a zero blob of length 0.
        guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(pointer, index, 0) }
        // Unsafe: the pointer is read during the call only, because SQLite copies.
        return unsafe bytes.withUnsafeBytes { region in
            unsafe sqlite3_bind_blob64(pointer, index, region.baseAddress, UInt64(region.count), copied)
        }
    }
}
