import ReleaseStore
import SQLKit
import StoreDatabases
import StoreRecords
import SystemIO

/// A connection that keeps what it was asked to do, and fails where a test says; it has no database.
final class ScriptedConnection: SQLConnecting, Sendable {
    struct State {
        var steps: [String] = []
        /// The failure of each step that fails, by the step's name: once, after it has succeeded that often.
        var failures: [String: (kind: SQLError.Kind, after: Int)] = [:]
        var isOutside = true
        /// Whether a failure ends the transaction, as a full disk does.
        var losesTransaction = false
    }

    let state = Monitor(State())

    var steps: [String] { state.withLock { $0.steps } }

    func fail(_ step: String, _ kind: SQLError.Kind, after count: Int = 0, losingTransaction: Bool = false) {
        state.withLock { state in
            state.failures[step] = (kind, count)
            state.losesTransaction = losingTransaction
        }
    }

    private func step(_ name: String, isOutside: Bool? = nil) throws(SQLError) {
        try state.withLock { state throws(SQLError) in
            state.steps.append(name)
            let failure = state.failures.removeValue(forKey: name)
            guard let failure, failure.after == 0 else {
                if let (kind, after) = failure { state.failures[name] = (kind, after - 1) }
                if let isOutside { state.isOutside = isOutside }
                return
            }
            if state.losesTransaction { state.isOutside = true }
            throw SQLError(failure.kind, name)
        }
    }

    func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int {
        try step(sql)
        return 1
    }

    func post(_ sql: String, _ values: [SQLValue]) throws(SQLError) { try step(sql) }
    let hasFailedPost = false
    func visitEach(
        _ sql: String, _ values: [[SQLValue]], _ body: (_ index: Int, borrowing SQLRow) -> Void
    ) throws(SQLError) {}
    let roundTripCount = 0

    /// One row, of NULLs: it is the head of an empty store.
    func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        _ = body(SQLRow(EmptyRow()))
    }

    func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        try visit(sql, values, body)
    }

    var dialect: any SQLDialect { ScriptedDialect() }

    func begin(_ kind: SQLTransactionKind) throws(SQLError) { try step("begin", isOutside: false) }
    func commit() throws(SQLError) { try step("commit", isOutside: true) }
    func rollback() throws(SQLError) { try step("rollback", isOutside: true) }
    func beginSavepoint() throws(SQLError) { try step("savepoint") }
    func releaseSavepoint() throws(SQLError) { try step("release") }
    func rollbackSavepoint() throws(SQLError) { try step("undo") }
    var isOutsideTransaction: Bool { state.withLock { $0.isOutside } }
    func close() { try? step("close") }
}

/// No statement of these tests has a piece of a dialect.
private struct ScriptedDialect: SQLDialect {
    let orderedJoin = "JOIN"
    func joined(_ text: String, by separator: String) -> String { text }
    func elements(of list: String) -> String { list }
    func table(_ name: String, as alias: String, by index: String?) -> String { name }
    func nextNumber(of table: String, _ column: String, _ index: Int) -> String { "" }
    func continueNumbers(of table: String, _ column: String) -> String? { nil }
    func sharesLock(of number: String) -> String { number }
    func takesLock(of number: String) -> String? { nil }
    func byteCount(of text: String) -> String { text }
    func position(of text: String, in other: String) -> String { text }
}

private final class EmptyRow: SQLRowSource {
    func isNull(_ column: Int) -> Bool { true }
    func integer(_ column: Int) -> Int { 0 }
    func text(_ column: Int) -> String { "" }
    func append(_ column: Int, to buffer: inout [UInt8]) {}
}

/// A target on a scripted connection.
///
/// `@unchecked Sendable`: the queue's monitor passes it from thread to thread.
final class ScriptedTarget: WriteTarget, @unchecked Sendable {
    let connection = ScriptedConnection()
    let session: StoreSession
    private(set) var head: StoreHead?
    private(set) var recoveries: [StoreError.Code] = []
    let headFailureCount = 0

    init() { session = StoreSession(connection) }

    func begin() throws(StoreError) { try session.begin() }
    func committed(_ head: StoreHead) { self.head = head }
    func recover(after error: StoreError) { recoveries.append(error.code) }
    func close() { session.close() }
}
