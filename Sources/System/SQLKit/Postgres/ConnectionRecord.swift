/// The answer to a query that was posted; nil until something has waited for it.
final class PostedAnswer {
    var rows: ResultRows?
}

/// What was sent and not waited for.
enum Posted {
    case statement(String, PostedAnswer?)
    /// The end of statements of which the first failure ends all.
    case mark
}

/// What a connection remembers between two calls; used by the connection's thread alone.
final class ConnectionRecord {
    /// A statement that the server has prepared.
    struct Prepared {
        let name: String
        let parameterTypes: [TypeNumber]
    }

    /// Whether an answer was lost, so that the next one would be taken for another statement's.
    var isBroken = false
    /// What was sent whose answers nothing has waited for yet.
    var posted: [Posted] = []
    /// Whether a posted statement of the transaction has failed: it is not known which part of it sent that one.
    var hasFailedPost = false
    /// Whether a statement of the transaction has failed, so that the server takes no other.
    var hasFailed = false
    /// How many statements that may change something were sent.
    private(set) var changeCount = 0
    /// The same before the open part of the transaction.
    var changesBeforePart = 0
    /// Whether the last thing that was posted is the ROLLBACK of the transaction.
    var isEnded = false
    /// How often the connection has waited for the server.
    var roundTripCount = 0
    private var statements: [String: Prepared] = [:]
    private var madeCount = 0

    /// Counts a statement unless it only reads, or takes numbers of a sequence, which no rollback gives back.
    func count(_ sql: String?) {
        if let sql, !sql.utf8.starts(with: "SELECT".utf8) { changeCount += 1 }
    }

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

    func forgetAll() { statements = [:] }
}
