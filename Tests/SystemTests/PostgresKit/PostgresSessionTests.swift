import SQLKit
import TestSupport
import Testing

@Suite(
    "A PostgreSQL connection as a session", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct PostgresSessionTests {
    let schema: Schema

    init() throws { schema = try Schema() }

    private func withSession<Result>(_ body: (PostgresSession) throws -> Result) throws -> Result {
        let session = try schema.session()
        defer { session.close() }
        return try body(session)
    }

    private func texts(_ session: PostgresSession, _ sql: String, _ values: [SQLValue] = []) throws -> [String] {
        var found: [String] = []
        try session.visit(sql, values) { row in
            found.append(row.text(0))
            return true
        }
        return found
    }

    @Test("Parameters are the store's; the number of changed rows, and early ends")
    func statements() throws {
        try withSession { session in
            try session.withConnection { connection throws(PostgresError) in
                try connection.runScript("CREATE TABLE t (id bigint PRIMARY KEY, name text, bytes bytea)")
            }
            for number in 1...3 {
                let values: [SQLValue] = [.integer(number), .text("n\(number)"), .blob([0, 1, UInt8(number)])]
                #expect(try session.run("INSERT INTO t (id, name, bytes) VALUES (?1, ?2, ?3)", values) == 1)
            }
            #expect(try session.run("UPDATE t SET name = ?1 WHERE id > ?2", [.null, .integer(1)]) == 2)
            var seen = 0
            try session.visit("SELECT id, name, bytes, name IS NULL FROM t ORDER BY id", []) { row in
                seen += 1
                let (number, name, bytes, isNull) = (row.integer(0), row.optionalText(1), row.bytes(2), row.flag(3))
                #expect(number == 1 && name == "n1" && bytes == [0, 1, 1] && !isNull)
                return false
            }
            #expect(seen == 1)
        }
    }

    @Test("Texts keep every character, in the order of their bytes, and bytes are not changed")
    func characters() throws {
        let names = ["", "\0", "\0a", "\u{1}", "\u{1}0", "\u{2}", "a", "a\0", "a\0\u{1}", "a\u{1}", "é", "😀"]
        try withSession { session in
            try session.withConnection { connection throws(PostgresError) in
                try connection.runScript("CREATE TABLE t (name text COLLATE \"C\" PRIMARY KEY, bytes bytea)")
            }
            for name in names.reversed() {
                try session.run("INSERT INTO t VALUES (?1, ?2)", [.text(name), .blob(Array(name.utf8))])
            }
            #expect(try texts(session, "SELECT name FROM t ORDER BY name") == names)
            for name in names {
                let found = try texts(session, "SELECT name FROM t WHERE name = ?1", [.utf8(Array(name.utf8))])
                #expect(found == [name])
            }
            try session.visit("SELECT name, bytes FROM t", []) { row in
                let (text, bytes) = (row.bytes(0), row.bytes(1))
                #expect(text == bytes)
                return true
            }
            // An administrator reads all others as they are.
            let plain = "SELECT name FROM t WHERE name IN ('a', 'é', '😀') ORDER BY name"
            #expect(try texts(session, plain) == ["a", "é", "😀"])
        }
    }

    @Test("A walk gives all rows in order, ends early, and permits other statements")
    func walks() throws {
        try withSession { session in
            let query = "SELECT n FROM generate_series(1, ?1) AS n"
            for count in [0, 1, PostgresLimits.walkRows, 3 * PostgresLimits.walkRows + 1] {
                try session.begin(.snapshot)
                var rows: [Int] = []
                try session.walk(query, [.integer(count)]) { row in
                    rows.append(row.integer(0))
                    return true
                }
                #expect(rows == Array(0..<count).map { $0 + 1 })
                var first: [Int] = []
                try session.walk(query, [.integer(count)]) { row in
                    first.append(row.integer(0))
                    return false
                }
                #expect(first == Array(rows.prefix(1)))
                try session.rollback()
            }
        }
    }

    @Test("A connection that was lost is opened again for the next transaction, never inside one")
    func reconnection() throws {
        try withSession { session in
            func end() throws {
                var process = 0
                try session.visit("SELECT pg_backend_pid()", []) { row in
                    process = row.integer(0)
                    return false
                }
                var other = try schema.connect()
                defer { other.close() }
                _ = try other.first("SELECT pg_terminate_backend($1, 60000)", [.integer(process)]) { row in row.flag(0)
                }
            }
            try session.begin(.write)
            try end()
            let failure = #expect(throws: SQLError.self) { try session.run("SELECT 1", []) }
            #expect(failure?.kind == .cannotOpen && session.isOutsideTransaction)
            try session.rollback()
            try session.begin(.write)
            #expect(session.connectionCount == 2)
            try session.commit()
            // The session does not know that this connection is lost before it sends BEGIN.
            try end()
            try session.begin(.snapshot)
            #expect(try texts(session, "SELECT 'a'") == ["a"])
            try session.rollback()
            #expect(session.connectionCount == 3)
        }
    }

    @Test("Codes of the server have the kinds of the store")
    func kinds() throws {
        let codes: [(String, SQLError.Kind)] = [
            ("23505", .duplicate), ("55P03", .busy), ("40001", .busy), ("57014", .busy), ("25006", .readOnly),
            ("53100", .full), ("XX001", .corrupt), ("57P01", .cannotOpen), ("08006", .cannotOpen), ("42601", .other),
        ]
        try withSession { session in
            for (code, kind) in codes {
                let failure = #expect(throws: SQLError.self) {
                    try session.withConnection { connection throws(PostgresError) in
                        try connection.runScript("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(code)'; END $$")
                    }
                }
                #expect(failure?.kind == kind, "\(code)")
                #expect(failure?.description.contains(code) == true && failure?.sqliteCode == nil)
            }
        }
        let address = try PostgresAddress("postgresql://waymark:secret@/postgres?host=/nonexistent")
        let failure = #expect(throws: SQLError.self) { _ = try PostgresSession(address) }
        #expect(failure?.kind == .cannotOpen && failure?.description.contains("secret") == false)
    }
}
