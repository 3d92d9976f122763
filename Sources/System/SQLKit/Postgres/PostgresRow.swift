import CPostgres

/// A row of an answer, valid for the length of a closure.
///
/// A column that is read as another type than it has gives 0 or nothing, and the query throws `mismatch` after the
/// closure, so that no wrong value gets out. `@safe`: the row cannot be copied or stored, and the answer is not freed
/// while the closure runs.
@safe
package struct PostgresRow: ~Copyable {
    private let result: OpaquePointer
    private let row: Int32
    private let misread: MisreadColumn

    init(_ result: OpaquePointer, _ row: Int32, _ misread: MisreadColumn) {
        unsafe self.result = result
        self.row = row
        self.misread = misread
    }

    /// Whether the column is NULL.
    package func isNull(_ column: Int) -> Bool {
        unsafe PQgetisnull(result, row, Int32(column)) != 0
    }

    /// A column of whole numbers or of `boolean`, as 0 and 1; 0 for NULL.
    package func integer(_ column: Int) -> Int {
        guard !isNull(column) else { return 0 }
        let type = type(column)
        guard type.isInteger else { return misread(column, 0) }
        let bits = bits(column)
        return switch type {
        case .int8: Int(Int64(bitPattern: bits))
        case .int4: Int(Int32(truncatingIfNeeded: bits))
        case .int2: Int(Int16(truncatingIfNeeded: bits))
        default: Int(bits)
        }
    }

    /// A column of whole numbers; nil for NULL.
    package func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    /// Whether the column is true, or a whole number other than 0.
    package func flag(_ column: Int) -> Bool { integer(column) != 0 }

    /// A column of `double precision` or `real`; 0 for NULL.
    package func real(_ column: Int) -> Double {
        guard !isNull(column) else { return 0 }
        return switch type(column) {
        case .float8: Double(bitPattern: bits(column))
        case .float4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(column))))
        default: misread(column, 0)
        }
    }

    /// A column of text; empty for NULL.
    package func text(_ column: Int) -> String {
        guard isNull(column) || type(column).isText else { return misread(column, "") }
        return unsafe String(decoding: bytes(in: column), as: UTF8.self)
    }

    /// A column of text; nil for NULL.
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// A copy of the bytes of a column of `bytea` or of text; empty for NULL.
    package func bytes(_ column: Int) -> [UInt8] {
        var copy: [UInt8] = []
        append(column, to: &copy)
        return copy
    }

    /// A copy of the bytes of a column of `bytea` or of text; nil for NULL.
    package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

    /// Appends the bytes of a column of `bytea` or of text to a buffer, without another copy.
    func append(_ column: Int, to buffer: inout [UInt8]) {
        guard !isNull(column) else { return }
        guard type(column).isText || type(column) == .bytea else {
            misread.column = misread.column ?? column
            return
        }
        unsafe buffer.append(contentsOf: bytes(in: column))
    }

    /// Whether the column is one of text.
    func isText(_ column: Int) -> Bool { type(column).isText }

    private func type(_ column: Int) -> TypeNumber {
        TypeNumber(rawValue: unsafe PQftype(result, Int32(column)))
    }

    private func misread<Value>(_ column: Int, _ value: Value) -> Value {
        misread.column = misread.column ?? column
        return value
    }

    /// The bytes of a number, most significant first, as one number.
    private func bits(_ column: Int) -> UInt64 {
        unsafe bytes(in: column).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes of a column in the result's own memory, valid while the row is.
    private func bytes(in column: Int) -> UnsafeBufferPointer<UInt8> {
        let count = Int(unsafe PQgetlength(result, row, Int32(column)))
        let start = unsafe UnsafeRawPointer(PQgetvalue(result, row, Int32(column)))
        return unsafe UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
    }
}
