import CSQLite

/// The columns of the current row; only after ``step()`` returned true, and until the next step or reset.
extension Statement {
    func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
    }

    /// The column as an integer; 0 for NULL.
    package func integer(_ column: Int) -> Int {
        Int(unsafe sqlite3_column_int64(pointer, Int32(column)))
    }

    /// The column as text; empty for NULL.
    func text(_ column: Int) -> String {
        unsafe withBytes(column) { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
    }

    /// Appends the bytes of a BLOB or TEXT column to a buffer, without another copy; none for NULL.
    func append(_ column: Int, to buffer: inout [UInt8]) {
        unsafe withBytes(column) { bytes in unsafe buffer.append(contentsOf: bytes) }
    }

    private func withBytes<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // > The pointers returned are valid until a type conversion occurs, or until sqlite3_step() or
        // > sqlite3_reset() or sqlite3_finalize() is called. (https://www.sqlite.org/c3ref/column_blob.html)
        // None of these happens while `body` runs: the two functions above copy and do not call SQLite.
        // The bytes of a TEXT column are its UTF-8, because the database's encoding is UTF-8. The blob is read
        // before its length, the order that the manual calls safest.
        let pointer = unsafe pointer
        let start = unsafe sqlite3_column_blob(pointer, Int32(column))
        let count = Int(unsafe sqlite3_column_bytes(pointer, Int32(column)))
        let bytes = unsafe start?.assumingMemoryBound(to: UInt8.self)
        return unsafe body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
