import SQLKit
import TestSupport
import Testing

@Suite(
    "Failures of PostgreSQL", .scheduled, .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct FailureTests {
    let schema: Schema

    init() throws { schema = try Schema() }

    @Test("A failure has the code, the constraint and the statement, but not the values")
    func duplicate() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (a text CONSTRAINT one_of_each PRIMARY KEY)")
        let insert = "INSERT INTO t VALUES ($1)"
        try connection.run(insert, [.text("secret")])
        let failure = #expect(throws: PostgresError.self) { try connection.run(insert, [.text("secret")]) }
        #expect(failure?.kind == .server && failure?.state?.rawValue == "23505" && failure?.severity == "ERROR")
        #expect(failure?.constraint == "one_of_each" && failure?.sql == insert)
        #expect(failure?.description.contains("secret") == false)
        let nonsense = #expect(throws: PostgresError.self) { try connection.run("SELEKT 1") }
        #expect(nonsense?.state?.rawValue == "42601")
        let two = #expect(throws: PostgresError.self) { try connection.run("SELECT 1; SELECT 2") }
        #expect(two?.state?.rawValue == "42601")
        try connection.run(insert, [.text("other")])
    }

    @Test("A wrong password is told without the password")
    func wrongPassword() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript(
            """
            DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right-word';
            EXCEPTION WHEN duplicate_object THEN NULL; END $$
            """)
        let uri = schema.cluster.uri(user: "guarded:wr0ng-word")
        let failure = #expect(throws: PostgresError.self) {
            var refused = try PostgresConnection.open(PostgresAddress(uri))
            refused.close()
        }
        #expect(failure?.kind == .connection && failure?.message.contains("guarded") == true)
        #expect(failure?.description.contains("wr0ng") == false)
        let named = #expect(throws: PostgresError.self) {
            var refused = try PostgresConnection.open(PostgresAddress(schema.cluster.uri(user: "guarded:guarded")))
            refused.close()
        }
        #expect(named?.message.contains("password authentication failed for user") == true, "\(named?.message ?? "")")
        var accepted = try PostgresConnection.open(PostgresAddress(schema.cluster.uri(user: "guarded:right-word")))
        accepted.close()
    }

    @Test("A statement that reaches the server's limit fails alone; the connection goes on")
    func statementLimit() throws {
        var connection = try schema.connect { $0.statementMilliseconds = 50 }
        defer { connection.close() }
        let failure = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(60)") }
        #expect(failure?.kind == .server && failure?.state?.rawValue == "57014")
        #expect(try connection.first("SELECT 1") { row in row.integer(0) } == 1)
    }

    @Test("A server that does not answer in time ends the connection")
    func answerLimit() throws {
        var connection = try schema.connect {
            $0.statementMilliseconds = 0
            $0.answerWait = .milliseconds(300)
        }
        defer { connection.close() }
        let failure = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(60)") }
        #expect(failure?.kind == .timedOut)
        let isUsable = connection.isUsable
        #expect(!isUsable)
        let next = #expect(throws: PostgresError.self) { try connection.run("SELECT 1") }
        #expect(next?.kind == .connection)
    }

    @Test("Another thread cancels a statement")
    func cancellation() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        let canceller = connection.canceller
        let process = try #require(try connection.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        let other = TestThread { [schema] in
            _ = try? Wait.until(schema, process, "wait_event = 'PgSleep'")
            #expect(canceller.cancel())
        }
        let failure = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(60)") }
        #expect(failure?.state?.rawValue == "57014")
        #expect(other.join())
        #expect(try connection.first("SELECT 1") { row in row.integer(0) } == 1)
    }

    @Test("A connection that the server ended is told as lost, and is not usable")
    func terminated() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        var other = try schema.connect()
        defer { other.close() }
        try connection.begin(.readCommitted)
        let process = try #require(try connection.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        _ = try other.first("SELECT pg_terminate_backend($1, 60000)", [.integer(process)]) { row in row.flag(0) }
        let failure = #expect(throws: PostgresError.self) { try connection.run("SELECT 1") }
        #expect(failure?.state?.rawValue == "57P01" || failure?.kind == .connection)
        let (isUsable, isOutside) = (connection.isUsable, connection.isOutsideTransaction)
        #expect(!isUsable && isOutside)
        try connection.rollback()
        #expect(try other.first("SELECT 1") { row in row.integer(0) } == 1)
    }

    @Test("Notices are kept until they are taken, and only the newest")
    func notices() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("DO $$ BEGIN RAISE WARNING 'slow disk'; RAISE NOTICE 'by the way'; END $$")
        let notices = connection.takeNotices()
        #expect(notices.map(\.message) == ["slow disk", "by the way"])
        #expect(notices.map(\.isWarning) == [true, false] && notices[0].state.rawValue == "01000")
        try connection.runScript("DO $$ BEGIN FOR i IN 1..70 LOOP RAISE NOTICE '%', i; END LOOP; END $$")
        let newest = connection.takeNotices()
        #expect(newest.count == PostgresLimits.noticesMax && newest.last?.message == "70")
        #expect(connection.takeNotices().isEmpty)
    }
}

/// Waits for what the server shows of another connection.
enum Wait {
    /// Waits until a row of `pg_stat_activity` of that process holds the condition.
    static func until(_ schema: Schema, _ process: Int, _ condition: String) throws -> Bool {
        var connection = try schema.connect()
        defer { connection.close() }
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1::bigint AND \(condition)"
        let holds = try eventually {
            try connection.first(sql, [.integer(process)]) { row in row.integer(0) } == 1
        }
        return holds
    }
}
