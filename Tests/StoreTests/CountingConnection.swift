import SQLKit

/// A connection that counts the statements and the rows that it reads.
final class CountingConnection: SQLConnecting {
    private let connection: any SQLConnecting
    private(set) var statements = 0
    private(set) var rows = 0

    init(_ connection: any SQLConnecting) { self.connection = connection }

    func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int {
        statements += 1
        return try connection.run(sql, values)
    }

    func post(_ sql: String, _ values: [SQLValue]) throws(SQLError) { _ = try run(sql, values) }

    func visitEach(
        _ sql: String, _ values: [[SQLValue]], _ body: (_ index: Int, borrowing SQLRow) -> Void
    ) throws(SQLError) { try connection.visitEach(sql, values, body) }

    func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        statements += 1
        try connection.visit(sql, values) { row in
            rows += 1
            return body(row)
        }
    }

    func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        statements += 1
        try connection.walk(sql, values) { row in
            rows += 1
            return body(row)
        }
    }

    var dialect: any SQLDialect { connection.dialect }
    func begin(_ kind: SQLTransactionKind) throws(SQLError) { try connection.begin(kind) }
    func commit() throws(SQLError) { try connection.commit() }
    func rollback() throws(SQLError) { try connection.rollback() }
    func beginSavepoint() throws(SQLError) { try connection.beginSavepoint() }
    func releaseSavepoint() throws(SQLError) { try connection.releaseSavepoint() }
    func rollbackSavepoint() throws(SQLError) { try connection.rollbackSavepoint() }
    var hasFailedPost: Bool { connection.hasFailedPost }
    var roundTripCount: Int { connection.roundTripCount }
    var isOutsideTransaction: Bool { connection.isOutsideTransaction }
    func close() {}
}
