import Foundation
import SQLKit
import TestSupport
import Testing

@Suite("Connections and statements", .scheduled)
struct ConnectionTests {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test("Every kind of value is read as it was written")
    func values() throws {
        var connection = try Connection(folder.file("a.db"), .create)
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (i INTEGER, t TEXT, u TEXT, b BLOB, r REAL, n TEXT) STRICT")
        let big = [UInt8](repeating: 7, count: 100_000)
        try connection.run(
            "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [.integer(-(1 << 48)), .text("博\0客"), .utf8(Array("é".utf8)), .blob(big), .real(0.5), .null])
        try connection.run("INSERT INTO t VALUES (0, ?1, ?2, ?3, 0.0, 'x')", [.text(""), .utf8([]), .blob([])])
        let changed = connection.changedRowCount
        #expect(changed == 1)
        var rows = 0
        try connection.forEach("SELECT * FROM t ORDER BY rowid") { row in
            rows += 1
            if rows == 1 {
                #expect(row.integer(0) == -(1 << 48))
                #expect(row.text(1) == "博\0客")
                #expect(row.text(2) == "é")
                #expect(row.bytes(3) == big)
                #expect(row.isNull(5) && row.optionalText(5) == nil && row.optionalInteger(5) == nil)
            } else {
                #expect(!row.isNull(1) && !row.isNull(2) && !row.isNull(3))
                #expect(row.text(1).isEmpty && row.bytes(3).isEmpty && row.optionalText(5) == "x")
            }
        }
        #expect(rows == 2)
        try connection.run("UPDATE t SET i = ?1", [.integer(.min)])
        let error = #expect(throws: DatabaseError.self) {
            try connection.first("SELECT i FROM t") { row in row.integer(0) }
        }
        #expect(error?.description.hasPrefix("SQLite 11:") == true, "a number that no program writes is damage")
    }

    @Test("A failure has code, extended code and statement, but not the values")
    func failure() throws {
        var connection = try Connection(folder.file("a.db"), .create)
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (a TEXT PRIMARY KEY) STRICT")
        try connection.run("INSERT INTO t VALUES (?1)", [.text("secret")])
        do {
            try connection.run("INSERT INTO t VALUES (?1)", [.text("secret")])
            Issue.record("a duplicate was accepted")
        } catch {
            #expect(error.code == .constraint)
            #expect(error.extended == 1555)
            #expect(error.sql == "INSERT INTO t VALUES (?1)")
            #expect(!error.description.contains("secret"))
        }
        do {
            try connection.run("SELEKT 1")
            Issue.record("nonsense was accepted")
        } catch {
            #expect(error.message.contains("SELEKT"))
        }
        do {
            try connection.run("SELECT 1; SELECT 2")
            Issue.record("two statements were accepted")
        } catch {
            #expect(error.code.rawValue == 21)  // SQLITE_MISUSE
        }
        try connection.run("INSERT INTO t VALUES (?1)", [.text("other")])
    }

    @Test("A missing file and a file that is not a database are refused", arguments: [false, true])
    func refused(isThere: Bool) throws {
        let path = folder.file("x.db")
        if isThere { try Data("this is no database at all, not a bit of it".utf8).write(to: URL(filePath: path)) }
        do {
            var connection = try Connection(path, .readWrite)
            defer { connection.close() }
            _ = try connection.tableNames()
            Issue.record("it was opened")
        } catch {
            #expect(error.code == (isThere ? .notADatabase : .cannotOpen))
        }
    }

    @Test("A read-only connection refuses writes")
    func readOnly() throws {
        var writer = try Connection(folder.file("a.db"), .create)
        defer { writer.close() }
        try writer.runScript("CREATE TABLE t (a TEXT) STRICT")
        var reader = try Connection(folder.file("a.db"), .readOnly)
        defer { reader.close() }
        do {
            try reader.run("INSERT INTO t VALUES ('x')")
            Issue.record("it wrote")
        } catch {
            #expect(error.code == .readOnly)
        }
    }

    @Test("A query can run inside the same query, and more statements can run than the cache keeps")
    func cache() throws {
        var connection = try Connection(folder.file("a.db"), .create, statementsMax: 3)
        defer { connection.close() }
        let count = "WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3) SELECT n FROM c"
        var pairs: [[Int]] = []
        try connection.forEach(count) { outer throws(DatabaseError) in
            let first = outer.integer(0)
            try connection.forEach(count) { inner in pairs.append([first, inner.integer(0)]) }
        }
        #expect(pairs.count == 9 && pairs.last == [3, 3])
        for number in 0..<10 {
            #expect(try connection.first("SELECT \(number)") { $0.integer(0) } == number)
        }
        #expect(try connection.first(count) { $0.integer(0) } == 1)
    }

    @Test("A prepared statement runs again after reset")
    func statement() throws {
        var connection = try Connection(folder.file("a.db"), .create)
        defer { connection.close() }
        var statement = try connection.prepare("SELECT ?1 + 1")
        defer { statement.close() }
        for number in 0..<3 {
            try statement.bind([.integer(number)])
            #expect(try statement.step())
            #expect(statement.integer(0) == number + 1)
            #expect(try !statement.step())
            statement.reset()
        }
    }

    @Test("Settings are read and changed")
    func pragmas() throws {
        var connection = try Connection(folder.file("a.db"), .create)
        defer { connection.close() }
        #expect(try connection.setPragma("journal_mode", "WAL") == "wal")
        try connection.setPragma("user_version", 7)
        #expect(try connection.pragma("user_version") == "7")
        #expect(try connection.pragma("no_such_setting") == nil)
        #expect(try connection.damage().isEmpty)
    }
}
