/// Where the columns of the current row are read: a running statement, or the answer of a database server.
///
/// One thread at a time uses it.
package protocol SQLRowSource: AnyObject {
    /// Whether the column is NULL.
    func isNull(_ column: Int) -> Bool

    /// The column as an integer; 0 for NULL.
    func integer(_ column: Int) -> Int

    /// The column as text; empty for NULL.
    func text(_ column: Int) -> String

    /// Appends the bytes of a column of bytes or text to a buffer; none for NULL.
    func append(_ column: Int, to buffer: inout [UInt8])
}

/// The current row of a query, valid for the length of a closure.
///
/// It cannot be copied or stored, and its source does not advance while the closure runs.
package struct SQLRow: ~Copyable {
    private let source: any SQLRowSource

    /// Makes the row that the source is at.
    package init(_ source: any SQLRowSource) { self.source = source }

    /// Whether the column is NULL.
    package func isNull(_ column: Int) -> Bool { source.isNull(column) }

    /// The column as an integer; 0 for NULL.
    package func integer(_ column: Int) -> Int { source.integer(column) }

    /// The column as an integer; nil for NULL.
    package func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

    /// Whether the column is an integer other than 0.
    package func flag(_ column: Int) -> Bool { integer(column) != 0 }

    /// The column as text; empty for NULL.
    package func text(_ column: Int) -> String { source.text(column) }

    /// The column as text; nil for NULL.
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// A copy of the bytes of a column of bytes or text; empty for NULL.
    package func bytes(_ column: Int) -> [UInt8] {
        var copy: [UInt8] = []
        source.append(column, to: &copy)
        return copy
    }

    /// A copy of the bytes of a column of bytes or text; nil for NULL.
    package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

    /// Appends the bytes of a column of bytes or text to a buffer, without another copy.
    package func append(_ column: Int, to buffer: inout [UInt8]) { source.append(column, to: &buffer) }
}
