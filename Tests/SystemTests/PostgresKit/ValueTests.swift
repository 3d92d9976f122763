import SQLKit
import TestSupport
import Testing

@Suite(
    "Values of PostgreSQL", .scheduled, .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct ValueTests {
    let schema: Schema

    init() throws { schema = try Schema() }

    @Test("Every kind of value is read as it was written", arguments: [false, true])
    func values(isPooled: Bool) throws {
        var connection = try schema.connect { $0.isPooled = isPooled }
        defer { connection.close() }
        try connection.runScript(
            """
            CREATE TABLE t (i bigint, s integer, k smallint, t text, u varchar(9), b bytea, r double precision,
            n text, m bigint)
            """)
        let insert = "INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
        let changed = try connection.run(
            insert,
            [
                .integer(.min), .integer(-7), .integer(300), .text("博客 🧭"), .utf8(Array("é".utf8)),
                .blob([0, 255, 1]), .real(-0.5), .null, .null,
            ])
        #expect(changed == 1)
        try connection.run(
            insert,
            [
                .integer(.max), .integer(0), .integer(-1), .text(""), .utf8([]), .blob([]), .real(.infinity),
                .text("x"), .integer(1),
            ])
        var rows = 0
        try connection.forEach("SELECT * FROM t ORDER BY i") { row in
            rows += 1
            if rows == 1 {
                #expect(row.integer(0) == .min && row.integer(1) == -7 && row.integer(2) == 300)
                #expect(row.text(3) == "博客 🧭" && row.text(4) == "é")
                #expect(row.bytes(5) == [0, 255, 1] && row.real(6) == -0.5)
                #expect(row.isNull(7) && row.optionalText(7) == nil && row.text(7).isEmpty)
                #expect(row.optionalInteger(8) == nil && row.integer(8) == 0 && row.optionalBytes(7) == nil)
            } else {
                #expect(row.integer(0) == .max && row.integer(2) == -1 && row.real(6) == .infinity)
                #expect(!row.isNull(3) && row.text(3).isEmpty && row.optionalText(4) == "")
                #expect(row.optionalBytes(5) == [] && row.optionalText(7) == "x" && row.flag(8))
            }
        }
        #expect(rows == 2)
    }

    @Test("Values of megabytes cross in both directions")
    func largeValues() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = String(repeating: "路由", count: 500_000)
        let read = try connection.first("SELECT $1::bytea, $2::text", [.blob(bytes), .text(text)]) { row in
            (row.bytes(0) == bytes, row.text(1) == text)
        }
        #expect(read?.0 == true && read?.1 == true)
    }

    @Test("Booleans, names and numbers of objects are read; other types need a cast")
    func columns() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        let found = try connection.all("SELECT x > 1, 'a'::name, 7::oid FROM generate_series(1, 2) AS x ORDER BY x") {
            row in (row.flag(0), row.text(1), row.integer(2))
        }
        #expect(found.map(\.0) == [false, true] && found[0].1 == "a" && found[0].2 == 7)
        #expect(try connection.first("SELECT 1 WHERE false") { row in row.integer(0) } == nil)
        // count(*) is a bigint, sum(bigint) is numeric.
        let failure = #expect(throws: PostgresError.self) {
            try connection.first("SELECT sum(x) FROM generate_series(1, 2::bigint) AS x") { row in row.integer(0) }
        }
        #expect(failure?.kind == .mismatch && failure?.message.contains("cast") == true)
        #expect(try connection.first("SELECT 2") { row in row.integer(0) } == 2)
    }

    @Test("A value of another type than its parameter or column is refused, and nothing is sent or returned")
    func mismatches() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (k smallint, t text)")
        for values: [PostgresValue] in [
            [.integer(40_000), .text("a")], [.text("1"), .text("a")], [.integer(1), .blob([1])],
        ] {
            let failure = #expect(throws: PostgresError.self) {
                try connection.run("INSERT INTO t VALUES ($1, $2)", values)
            }
            #expect(failure?.kind == .mismatch && failure?.description.contains("40000") == false)
        }
        #expect(try connection.first("SELECT count(*) FROM t") { row in row.integer(0) } == 0)
        let misread = #expect(throws: PostgresError.self) {
            try connection.first("SELECT 'seven'") { row in row.integer(0) }
        }
        #expect(misread?.kind == .mismatch)
        let nul = #expect(throws: PostgresError.self) {
            try connection.run("INSERT INTO t VALUES (1, $1)", [.text("a\0b")])
        }
        #expect(nul?.state == SQLState(rawValue: "22021"))
    }

    @Test("More statements are run than a connection keeps prepared")
    func manyStatements() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        for number in 0..<(PostgresLimits.statementsMax + 3) {
            let sql = "SELECT \(number) + $1::bigint"
            #expect(try connection.first(sql, [.integer(1)]) { row in row.integer(0) } == number + 1)
        }
        let kept = try connection.first("SELECT count(*) FROM pg_prepared_statements") { row in row.integer(0) }
        #expect((kept ?? 0) <= PostgresLimits.statementsMax)
    }

    @Test("A statement is prepared again after a table that it reads has changed")
    func changedTable() throws {
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
        #expect(try connection.first("SELECT * FROM t") { row in row.integer(0) } == 1)
        try connection.runScript("ALTER TABLE t ADD COLUMN b text")
        let failure = #expect(throws: PostgresError.self) {
            try connection.first("SELECT * FROM t") { row in row.integer(0) }
        }
        #expect(failure?.state == .featureNotSupported)
        #expect(try connection.first("SELECT * FROM t") { row in row.isNull(1) } == true)
    }
}
