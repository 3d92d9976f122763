import Foundation
import SQLKit
import TestSupport
import Testing

@Suite("Transactions, backups and locks", .scheduled)
struct TransactionTests {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func numbers(_ connection: borrowing Connection) throws -> [Int] {
        try connection.all("SELECT a FROM t ORDER BY a") { row in row.integer(0) }
    }

    @Test("A transaction that throws is rolled back; a savepoint is rolled back alone")
    func rollback() throws {
        var connection = try Connection(folder.file("a.db"), .create)
        defer { connection.close() }
        try connection.runScript("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT")
        #expect(throws: DatabaseError.self) {
            try connection.transaction(.immediate) { inside throws(DatabaseError) in
                try inside.run("INSERT INTO t VALUES (1)")
                try inside.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(try numbers(connection).isEmpty)
        try connection.transaction(.immediate) { inside throws(DatabaseError) in
            try inside.run("INSERT INTO t VALUES (1)")
            try inside.beginSavepoint()
            do throws(DatabaseError) {
                try inside.run("INSERT INTO t VALUES (2)")
                try inside.run("INSERT INTO t VALUES (1)")
            } catch { #expect(error.code == .constraint) }
            try inside.rollbackSavepoint()
            try inside.beginSavepoint()
            try inside.run("INSERT INTO t VALUES (3)")
            try inside.beginSavepoint()
            try inside.run("INSERT INTO t VALUES (4)")
            try inside.releaseSavepoint()
            try inside.releaseSavepoint()
            let isOutside = inside.isOutsideTransaction
            #expect(!isOutside)
        }
        let isOutside = connection.isOutsideTransaction
        #expect(isOutside)
        #expect(try numbers(connection) == [1, 3, 4])
    }

    @Test("A second writer waits for its limit, then fails with `busy`")
    func busy() throws {
        var first = try Connection(folder.file("a.db"), .create)
        defer { first.close() }
        try first.runScript("PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER) STRICT")
        var second = try Connection(folder.file("a.db"), .readWrite, lockWaitMilliseconds: 50)
        defer { second.close() }
        try first.begin(.immediate)
        let clock = ContinuousClock()
        let began = clock.now
        do {
            try second.begin(.immediate)
            Issue.record("two writers at once")
        } catch { #expect(error.code == .busy) }
        #expect(began.duration(to: clock.now) >= .milliseconds(40))
        try first.rollback()
        try second.begin(.immediate)
        try second.rollback()
        try second.rollback()
    }

    @Test("A backup in a read transaction copies that snapshot, independent of writes during the backup")
    func backup() throws {
        var writer = try Connection(folder.file("a.db"), .create)
        defer { writer.close() }
        try writer.runScript("PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER, b BLOB) STRICT")
        for number in 0..<200 {
            try writer.run(
                "INSERT INTO t VALUES (?1, ?2)", [.integer(number), .blob(.init(repeating: 1, count: 4000))])
        }
        var source = try Connection(folder.file("a.db"), .readOnly)
        defer { source.close() }
        var copy = try Connection(folder.file("b.db"), .create)
        defer { copy.close() }
        try source.begin(.deferred)
        #expect(try numbers(source).count == 200)
        var backup = try OnlineBackup(from: source, to: copy)
        var steps = 0
        while try !backup.step(pages: 10) {
            steps += 1
            try writer.run("INSERT INTO t VALUES (?1, NULL)", [.integer(1000 + steps)])
        }
        #expect(steps > 15)
        backup.close()
        try source.rollback()
        #expect(try numbers(copy) == Array(0..<200))
        #expect(try copy.damage().isEmpty)
    }

    @Test("A closed lock is free, even while a child process has its descriptor")
    func lockBesideAStart() throws {
        let path = folder.file("a-lock")
        var lock = try FileLock(path)
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let number = try #require(
            numbers.first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            })
        // A copy of the descriptor, as a child process has between fork(2) and exec(2).
        let copy = dup(try #require(Int32(number)))
        defer { close(copy) }
        lock.close()
        var again = try FileLock(path)
        again.close()
    }

    @Test("Only one holder at a time has a lock, and a closed lock is free")
    func lock() throws {
        var lock = try FileLock(folder.file("a-lock"))
        #expect(throws: FileLock.Failure.held) {
            var second = try FileLock(folder.file("a-lock"))
            second.close()
        }
        lock.close()
        var third = try FileLock(folder.file("a-lock"))
        third.close()
        #expect(throws: FileLock.Failure.system(errno: 2)) {
            var lost = try FileLock(folder.file("no/such/folder"))
            lost.close()
        }
    }
}
