import TestSupport
import Testing

@testable import SQLKit

@Suite(
    "Transactions and locks of PostgreSQL", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct CommitTests {
    let schema: Schema

    init() throws {
        schema = try Schema()
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (id bigint PRIMARY KEY, n bigint); INSERT INTO t VALUES (1, 0)")
    }

    private func count(_ connection: borrowing PostgresConnection) throws -> Int? {
        try connection.first("SELECT count(*) FROM t") { row in row.integer(0) }
    }

    @Test("Changes are kept by COMMIT and dropped by ROLLBACK", arguments: [false, true])
    func outcomes(isPooled: Bool) throws {
        var connection = try schema.connect { $0.isPooled = isPooled }
        defer { connection.close() }
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (2, 0)")
        try connection.run("INSERT INTO t VALUES (3, 0)")
        let isOutside = connection.isOutsideTransaction
        #expect(!isOutside)
        try connection.commit()
        try connection.begin(.readCommitted)
        try connection.run("DELETE FROM t")
        try connection.rollback()
        try connection.rollback()
        #expect(try count(connection) == 3)
        try connection.begin(.snapshot)
        let refused = #expect(throws: PostgresError.self) { try connection.run("DELETE FROM t") }
        #expect(refused?.state?.rawValue == "25006")
        try connection.rollback()
    }

    @Test(
        "A part of a transaction is dropped alone if it has only read",
        arguments: [
            ("SELECT 1", true), ("INSERT INTO t VALUES (2, 0)", false), ("INSERT INTO t VALUES (1, 0)", false),
            ("SELECT 1 / 0", false),
        ], [false, true])
    func parts(statement: (sql: String, isDropped: Bool), isPosted: Bool) throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (3, 0)")
        connection.beginPart()
        // What is only posted fails at COMMIT.
        if isPosted { try connection.post(statement.sql) } else { _ = try? connection.run(statement.sql) }
        do throws(PostgresError) {
            try connection.dropPart()
            let hasFailed = connection.hasFailedPost
            #expect(!hasFailed && (statement.isDropped || isPosted && statement.sql.contains("/")))
        } catch {
            let hasFailed = connection.hasFailedPost
            #expect(hasFailed && !statement.isDropped)
        }
        try connection.rollback()
        #expect(try count(connection) == 1)
    }

    @Test("COMMIT of a failed transaction is not taken for a success")
    func failedTransaction() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (2, 0)")
        #expect(throws: PostgresError.self) { try connection.run("SELECT 1 / 0") }
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(failure?.kind == .rolledBack)
        #expect(try count(connection) == 1)
    }

    @Test("An ERROR at COMMIT is a failure that is known")
    func deferredConstraint() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("CREATE TABLE d (id bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO d VALUES (1), (1)")
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(failure?.kind == .server && failure?.state?.rawValue == "23505")
        try connection.begin(.readCommitted)
        try connection.commit()
    }

    @Test("A cancelled wait for the standby comes as a WARNING: the outcome is unknown, the warning is kept")
    func warningAtCommit() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        var other = try schema.connect()
        defer { other.close() }
        let process = try #require(try connection.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        try connection.runScript("SET synchronous_commit = on")
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (2, 0)")
        let canceller = connection.canceller
        let thread = TestThread { [schema] in
            _ = try? Wait.until(schema, process, "wait_event = 'SyncRep'")
            #expect(!canceller.cancel(), "COMMIT must not be cancelled by this process")
            if var operator_ = try? schema.connect() {
                _ = try? operator_.first("SELECT pg_cancel_backend($1)", [.integer(process)]) { row in row.flag(0) }
                operator_.close()
            }
        }
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(thread.join())
        #expect(failure?.kind == .outcomeUnknown && failure?.message.contains("synchronous replication") == true)
        #expect(connection.takeNotices().contains { $0.isWarning })
        // It is committed here, which a failover would lose.
        #expect(try count(other) == 2)
    }

    @Test("A COMMIT that is not answered in time has an unknown outcome and ends the connection")
    func commitLimit() throws {
        var connection = try schema.connect { $0.commitWait = .milliseconds(300) }
        defer { connection.close() }
        try connection.runScript("SET synchronous_commit = on")
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (2, 0)")
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(failure?.kind == .outcomeUnknown)
        let isUsable = connection.isUsable
        #expect(!isUsable)
    }

    @Test("A connection that ends during COMMIT has an unknown outcome")
    func lostCommit() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        let process = try #require(try connection.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        try connection.runScript("SET synchronous_commit = on")
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (2, 0)")
        let thread = TestThread { [schema] in
            _ = try? Wait.until(schema, process, "wait_event = 'SyncRep'")
            if var other = try? schema.connect() {
                _ = try? other.first("SELECT pg_terminate_backend($1)", [.integer(process)]) { row in row.flag(0) }
                other.close()
            }
        }
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(thread.join())
        #expect(failure?.kind == .outcomeUnknown)
    }

    @Test("Two connections: a locked row is waited for, refused after the limit, and refused at once with NOWAIT")
    func rowLocks() throws {
        var first = try schema.connect()
        defer { first.close() }
        var second = try schema.connect { $0.lockMilliseconds = 50 }
        defer { second.close() }
        try first.begin(.readCommitted)
        let lock = "SELECT n FROM t WHERE id = 1 FOR UPDATE"
        let before = try #require(try first.first(lock) { row in row.integer(0) })
        for sql in [lock, lock + " NOWAIT"] {
            try second.begin(.readCommitted)
            let failure = #expect(throws: PostgresError.self) { try second.first(sql) { row in row.integer(0) } }
            #expect(failure?.state?.rawValue == "55P03")
            try second.rollback()
        }
        try first.run("UPDATE t SET n = $1 WHERE id = 1", [.integer(before + 1)])
        let process = try #require(try first.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        let waiter = TestThread { [schema] in
            guard var third = try? schema.connect() else { return }
            // It sees what was committed while it waited.
            _ = try? third.run("UPDATE t SET n = n + 1 WHERE id = 1")
            third.close()
        }
        let isWaiting = try eventually {
            let sql = "SELECT count(*) FROM pg_stat_activity WHERE $1::integer = ANY (pg_blocking_pids(pid))"
            return try second.first(sql, [.integer(process)]) { row in row.integer(0) } == 1
        }
        #expect(isWaiting)
        try first.commit()
        #expect(waiter.join())
        #expect(try first.first("SELECT n FROM t WHERE id = 1") { row in row.integer(0) } == before + 2)
    }

    @Test("Two transactions that change what both have read: one gets a serialization failure")
    func serialization() throws {
        var first = try schema.connect()
        defer { first.close() }
        var second = try schema.connect()
        defer { second.close() }
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM t"
        try first.runScript(begin)
        try second.runScript(begin)
        try first.run("UPDATE t SET n = n + 1")
        try first.commit()
        let failure = #expect(throws: PostgresError.self) { try second.run("UPDATE t SET n = n + 1") }
        #expect(failure?.state?.rawValue == "40001")
        try second.rollback()
    }
}
