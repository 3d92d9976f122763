import ReleaseStore
import StoreDatabases
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite("The sessions for reading", .scheduled)
struct ReaderPoolTests {
    private let opened = Monitor<[ScriptedConnection]>([])
    private let pool: ReaderPool

    init() {
        let opened = opened
        pool = ReaderPool { () throws(StoreError) in
            let connection = ScriptedConnection()
            opened.withLock { $0.append(connection) }
            return StoreSession(connection)
        }
    }

    @Test("A read is a transaction of its own, and the next one uses the same session")
    func reuse() throws {
        for _ in 0..<2 { #expect(try pool.read { session in try session.change("a") } == 1) }
        let connections = opened.withLock { $0 }
        #expect(connections.count == 1)
        #expect(connections[0].steps == ["begin", "a", "rollback", "begin", "a", "rollback"])
    }

    @Test("A session whose database failed is closed; one whose caller failed is kept")
    func failures() throws {
        #expect(throws: StoreError.self) { try pool.read { _ in throw StoreError(.notFound, "", hint: "") } }
        #expect(throws: StoreError.self) {
            try pool.read { session in
                throw StoreError(.storage, "", hint: "")
            }
        }
        #expect(try pool.read { session in try session.change("a") } == 1)
        let connections = opened.withLock { $0 }
        #expect(connections.count == 2 && connections[0].steps.last == "close")
    }

    @Test("A closed pool has closed its sessions and refuses reads")
    func closing() throws {
        _ = try pool.read { session in try session.run("a") }
        pool.close()
        let failure = #expect(throws: StoreError.self) { try pool.read { session in try session.run("a") } }
        #expect(failure?.code == .closed && pool.isClosed)
        #expect(opened.withLock { $0[0].steps.last } == "close")
    }
}
