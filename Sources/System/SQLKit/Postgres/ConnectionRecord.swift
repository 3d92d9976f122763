/// What a connection remembers between two calls; used by the connection's thread alone.
final class ConnectionRecord {
    /// A statement that the server has prepared.
    struct Prepared {
        let name: String
        let parameterTypes: [TypeNumber]
    }

    /// Whether an answer was lost, so that the next one would be taken for another statement's.
    var isBroken = false
    private var statements: [String: Prepared] = [:]
    private var madeCount = 0

    /// The prepared statement with that text.
    func prepared(_ sql: String) -> Prepared? { statements[sql] }

    /// Whether there are as many prepared statements as are kept.
    var isFull: Bool { statements.count >= PostgresLimits.statementsMax }

    /// A name that no statement of the connection had.
    func nextName() -> String {
        madeCount += 1
        return "waymark\(madeCount)"
    }

    func add(_ sql: String, _ statement: Prepared) { statements[sql] = statement }

    /// Removes a statement that the server does not have, or refuses since a table has changed.
    func forget(_ sql: String) { statements[sql] = nil }

    func forgetAll() { statements = [:] }
}
