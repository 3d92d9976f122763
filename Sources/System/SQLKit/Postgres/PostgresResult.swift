import CPostgres

/// The answer to one statement; freed with the value.
///
/// `@safe`: the handle is private to the target, has one owner and is cleared once.
@safe
struct PostgresResult: ~Copyable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit { unsafe PQclear(handle) }

    /// The number of rows.
    var rowCount: Int { Int(unsafe PQntuples(handle)) }

    /// The number of rows that an INSERT, UPDATE or DELETE changed, or that a SELECT found.
    var changedRowCount: Int {
        // Unsafe: the text is part of the result.
        Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// What the server did, such as `COMMIT` or `UPDATE 3`.
    var commandTag: String { unsafe String(cString: PQcmdStatus(handle)) }

    /// The types of a described statement's parameters.
    var parameterTypes: [TypeNumber] {
        (unsafe 0..<PQnparams(handle)).map { TypeNumber(rawValue: unsafe PQparamtype(handle, $0)) }
    }

    /// Whether it is the mark behind the answers of statements that were sent together.
    var isPipelineMark: Bool { unsafe PQresultStatus(handle) == PGRES_PIPELINE_SYNC }

    /// The failure that the result reports; nil for a success.
    func failure(_ sql: String?) -> PostgresError? {
        switch unsafe PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        case PGRES_FATAL_ERROR: break
        default: return PostgresError(.connection, "an answer of another kind than of a statement", sql: sql)
        }
        let fields = unsafe DiagnosticFields(handle)
        guard let state = fields.text(.state) else {
            // libpq itself made this result, because the connection ended.
            return PostgresError(
                .connection, PostgresAddress.line(unsafe String(cString: PQresultErrorMessage(handle))), sql: sql)
        }
        var error = PostgresError(.server, fields.text(.message) ?? "", sql: sql)
        error.state = SQLState(rawValue: state)
        error.severity = fields.text(.severity)
        error.constraint = fields.text(.constraint)
        return error
    }

    /// Checks that each column has a type that ``PostgresRow`` reads.
    func checkColumns(_ sql: String) throws(PostgresError) {
        for column in unsafe 0..<PQnfields(handle) {
            let type = TypeNumber(rawValue: unsafe PQftype(handle, column))
            guard type.isReadable else {
                throw PostgresError(
                    .mismatch, "column \(column + 1) has the type \(type.rawValue) of pg_type: write a cast", sql: sql)
            }
        }
    }

    /// Calls `body` with a row.
    func withRow<Value>(
        _ row: Int, _ sql: String, _ body: (borrowing PostgresRow) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        let misread = MisreadColumn()
        let value = try body(self.row(row, misread))
        try misread.check(sql)
        return value
    }

    /// A row, which must not outlive the answer.
    func row(_ row: Int, _ misread: MisreadColumn) -> PostgresRow { unsafe PostgresRow(handle, Int32(row), misread) }
}

/// The first column of a row that was read as another type; used by one thread.
final class MisreadColumn {
    var column: Int?

    /// Throws if there is one.
    func check(_ sql: String) throws(PostgresError) {
        guard let column else { return }
        throw PostgresError(.mismatch, "column \(column + 1) was read as another type than it has", sql: sql)
    }
}
