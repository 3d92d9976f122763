import CSQLite

/// The current row of a statement, valid for the length of a closure.
///
/// `@safe`: the handle is private, the row cannot be copied or stored, and the statement does not step while the
/// closure runs.
@safe
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    /// Whether the column is NULL.
    package func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    /// The column as an integer; 0 for NULL.
    package func integer(_ column: Int) -> Int {
        Int(unsafe sqlite3_column_int64(statement, Int32(column)))
    }

    /// The column as an integer; nil for NULL.
    package func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    /// Whether the column is an integer other than 0.
    package func flag(_ column: Int) -> Bool { integer(column) != 0 }

    /// The column as text; empty for NULL.
    package func text(_ column: Int) -> String {
        unsafe withBytes(column) { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
    }

    /// The column as text; nil for NULL.
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// A copy of the bytes of a BLOB or TEXT column; empty for NULL.
    package func bytes(_ column: Int) -> [UInt8] {
        unsafe withBytes(column) { bytes in unsafe Array(bytes) }
    }

    /// A copy of the bytes of a BLOB or TEXT column; nil for NULL.
    package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

    /// Appends the bytes of a BLOB or TEXT column to a buffer, without another copy.
    package func append(_ column: Int, to buffer: inout [UInt8]) {
        unsafe withBytes(column) { bytes in unsafe buffer.append(contentsOf: bytes) }
    }

    private func withBytes<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // > The pointers returned are valid until a type conversion occurs, or until sqlite3_step() or
        // > sqlite3_reset() or sqlite3_finalize() is called. (https://www.sqlite.org/c3ref/column_blob.html)
        // None of these happens while `body` runs: only this value reaches the statement, and it is borrowed.
        // The bytes of a TEXT column are its UTF-8, because the database's encoding is UTF-8. The blob is read
        // before its length, the order that the manual calls safest.
        let start = unsafe sqlite3_column_blob(statement, Int32(column))
        let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
        let bytes = unsafe start?.assumingMemoryBound(to: UInt8.self)
        return unsafe body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
