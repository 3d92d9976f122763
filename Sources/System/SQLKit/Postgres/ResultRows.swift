import CPostgres

/// The rows of an answer, one after the other, as the store reads them; used by one thread.
///
/// `@safe`: the answer is freed with this object, and a row is read only while the object is used.
@safe
final class ResultRows: SQLRowSource {
    private let result: PostgresResult
    private let misread = MisreadColumn()
    private var row = 0

    init(_ result: consuming PostgresResult) { self.result = result }

    /// The number of rows.
    var count: Int { result.rowCount }

    /// Calls `body` with each row until it returns false; returns whether it never did.
    ///
    /// Not inlined: the optimiser of Swift 6.3 stops where it inlines a loop over values that cannot be copied.
    @inline(never)
    func visit(_ sql: String, _ body: (borrowing SQLRow) -> Bool) throws(PostgresError) -> Bool {
        try result.checkColumns(sql)
        for index in 0..<result.rowCount {
            row = index
            let isWanted = body(SQLRow(self))
            try misread.check(sql)
            guard isWanted else { return false }
        }
        return true
    }

    func isNull(_ column: Int) -> Bool { result.row(row, misread).isNull(column) }

    func integer(_ column: Int) -> Int { result.row(row, misread).integer(column) }

    func text(_ column: Int) -> String {
        var bytes: [UInt8] = []
        append(column, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(_ column: Int, to buffer: inout [UInt8]) {
        let start = buffer.count
        let row = result.row(row, misread)
        row.append(column, to: &buffer)
        if row.isText(column) { StoredText.unmark(&buffer, from: start) }
    }
}
