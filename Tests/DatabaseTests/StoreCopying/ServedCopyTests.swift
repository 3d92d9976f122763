import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("A node's own copy of what it serves", .scheduled)
struct ServedCopyTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func withCopy(releases: Int = 2, _ body: (any RuleStore, ServedCopy) throws -> Void) throws {
        try withSelectedStore { store, _ in
            let state = try SQLiteRuleStore(stateAt: folder.file("state.db"), at: .make())
            defer { state.close() }
            try body(store, ServedCopy(from: store, to: state, releases: releases))
        }
    }

    @Test("A new copy has no position; after it was brought up it serves apps, channels, releases and tokens")
    func whole() throws {
        try withCopy { store, copy in
            #expect(try copy.position().epoch == 0)
            try store.makeApp()
            for version in 1...3 { try store.publish(.makeCompiled(basis: 2, version: version)) }
            try copy.bringUp()
            let head = try store.read { session in try session.head() }
            #expect(try copy.position() == StorePosition(epoch: head.epoch, sequence: head.sequence))
            let target = copy.target
            #expect(try target.overview() == store.overviewWithoutLayout(like: target))
            #expect(try target.releases("moments", below: nil, limit: 9).map(\.version) == [3, 2])
            #expect(try target.releaseContent("moments", 3).body == store.releaseContent("moments", 3).body)
            #expect(try target.tokens() == store.tokens())
        }
    }

    @Test(
        "A connection to another machine that does not verify the server is named",
        arguments: [
            (["host": "db1,db2", "sslmode": "prefer"], "sslmode is prefer: another machine on the way to db1, db2"),
            (["host": "localhost,10.0.0.7", "sslmode": "require"], "on the way to 10.0.0.7 could"),
            (["hostaddr": "10.0.0.7", "sslmode": "verify-ca"], "sslmode is verify-ca"),
            (["host": "db1", "sslmode": "verify-full"], nil), (["host": "/run/postgresql", "sslmode": "prefer"], nil),
            (["host": "127.0.0.1,::1,localhost", "sslmode": "prefer"], nil), (["sslmode": "prefer"], nil),
        ] as [([String: String], String?)])
    func unverified(options: [String: String], said: String?) {
        let sentence = PostgresStartCheck.unverified(options)
        #expect(said.map { sentence?.contains($0) == true } ?? (sentence == nil), "\(sentence ?? "nothing")")
    }

    @Test(
        "config check says what a node has, and why it would refuse the database",
        .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
    func checkOfNode() throws {
        let place = try StorePlace.newSchema()
        guard case .schema(let uri) = place else { return }
        func check(_ name: String, accepts: Bool = false) throws -> String? {
            try DatabaseCheck.node(
                of: DatabasePlace(uri), copyAt: folder.file(name), acceptsAnother: accepts)
        }
        #expect(try DatabaseCheck.warnings(of: DatabasePlace(uri)).allSatisfy { !$0.contains("sslmode") })
        #expect(try check("new.db") == "the node has no copy of a store yet: its start makes one")
        #expect(try check("missing/state.db")?.contains("does not exist or cannot be written") == true)
        let store = try place.openPostgres()
        try store.makeApp()
        let state = try SQLiteRuleStore(stateAt: folder.file("state.db"), at: .make())
        let copy = ServedCopy(from: store, to: state, releases: 2)
        try copy.bringUp()
        let (identity, position) = (try #require(try store.read { try $0.identity() }), try store.position())
        try copy.bind(to: identity)
        let sentence = "the node has a copy of the store \(identity) up to \(position)"
        // Beside the node that runs, and after its end.
        #expect(try check("state.db") == sentence)
        state.close()
        #expect(try check("state.db") == sentence)
        #expect(!FileManager.default.fileExists(atPath: folder.file("state.db-shm")))
        store.close()
        try place.tamper("UPDATE facts SET identity = 'another'")
        #expect(code { _ = try check("state.db") } == .invalid)
        #expect(try check("state.db", accepts: true) == sentence)
        try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.file("state.db")))
        #expect(try check("state.db") == check("new.db"))
    }

    @Test(
        "While a dump is put back, a snapshot that is older than its tables is not taken for the store",
        .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
    func replacedTables() throws {
        let place = try StorePlace.newSchema()
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp()
        _ = try store.createToken(.make("reader"), by: .make(), at: .make(), recording: nil)
        let state = try SQLiteRuleStore(stateAt: folder.file("state.db"), at: .make())
        defer { state.close() }
        try ServedCopy(from: store, to: state, releases: 2).bringUp()
        let before = try (state.tokens(), state.apps())
        try #require(!before.0.isEmpty && !before.1.isEmpty)
        let replaced = ["facts", "tokens", "apps", "audit"].map { table in
            """
            ALTER TABLE \(table) RENAME TO former_\(table);
            CREATE TABLE \(table) (LIKE former_\(table) INCLUDING ALL);
            INSERT INTO \(table) SELECT * FROM former_\(table);
            """
        }
        let isReplaced = Mutex(false)
        let copy = ServedCopy(from: store, to: state, releases: 2) { session throws(StoreError) in
            // Takes the snapshot before the tables are replaced.
            _ = try session.first("SELECT 1") { _ in true }
            guard !isReplaced.withLock({ $0 }) else { return }
            isReplaced.withLock { $0 = true }
            do { try place.tamper("", postgres: replaced.joined()) } catch {
                throw StoreError(.storage, "\(error)", hint: "")
            }
        }
        #expect(throws: StoreError.self) { try copy.copyAccess() }
        #expect(try state.tokens() == before.0)
        try copy.copyAll()
        #expect(try state.tokens() == before.0 && state.apps() == before.1)
    }

    @Test("More parts of releases than are read at once are all copied")
    func groups() throws {
        let count = CopyLimits.batchBlobs
        try withCopy(releases: count) { store, copy in
            try store.makeApp()
            for version in 1...count { try store.publish(.makeCompiled(basis: 2, version: version)) }
            try copy.bringUp()
            for version in 1...count {
                let copied = try copy.target.releaseContent("moments", version)
                let stored = try store.releaseContent("moments", version)
                #expect(copied.body == stored.body && copied.gzip == stored.gzip)
            }
        }
    }

    @Test("Later changes are copied by what the audit names, and bytes of releases that left are removed")
    func increments() throws {
        try withCopy { store, copy in
            try store.makeApp()
            try store.publish(.makeCompiled(basis: 2, version: 1))
            try copy.bringUp()
            for version in 2...5 { try store.publish(.makeCompiled(basis: 2, version: version)) }
            try copy.bringUp()
            #expect(try copy.target.releases("moments", below: nil, limit: 9).map(\.version) == [5, 4])
            let blobs = try copy.target.read { session in
                try session.first("SELECT count(*) FROM blobs") { row in row.integer(0) }
            }
            #expect(blobs.map { $0 <= 6 } == true, "\(blobs ?? 0)")
            let app = try store.app("moments")
            try store.deleteApp("moments", if: .exactly(app.revision), by: .make(), at: .make())
            try copy.bringUp()
            #expect(try copy.target.apps().isEmpty)
            let left = try copy.target.read { session in
                try session.first("SELECT count(*) FROM blob_chunks") { row in row.integer(0) }
            }
            #expect(left == 0)
        }
    }

    @Test("A raised epoch copies no app where the audit goes on, and everything where it is another one")
    func epochs() throws {
        try withCopy { store, copy in
            try store.makeApp()
            try store.publish(.makeCompiled(basis: 2, version: 1))
            try copy.bringUp()
            func title() throws -> String? { try copy.target.apps().first?.title }
            let own = try title()
            func raise() throws -> StoreHead {
                _ = try store.write { session in
                    try session.raiseEpoch(atLeastAfter: 0, reason: "restart", Stamp(by: .make(), at: .make()))
                }
                return try store.read { session in try session.head() }
            }
            try copy.target.write { session in _ = try session.run("UPDATE apps SET title = 'of the copy'") }
            var head = try raise()
            try copy.bringUp()
            #expect(try title() == "of the copy", "nothing was read again")
            #expect(try copy.target.overview().facts.epoch == head.epoch)
            #expect(try copy.position() == StorePosition(epoch: head.epoch, sequence: head.sequence))
            // The same number of another history, as after a failover that lost a commit.
            try copy.note(StoreHead(epoch: head.epoch, sequence: head.sequence, hash: [UInt8](repeating: 7, count: 32)))
            head = try raise()
            try copy.bringUp()
            #expect(try title() == own && copy.target.overview().facts.epoch == head.epoch)
            #expect(try copy.target.releaseContent("moments", 1).body == store.releaseContent("moments", 1).body)
        }
    }

    @Test("Bytes with the number of others are replaced only when everything was copied")
    func numbers() throws {
        try withCopy { store, copy in
            try store.makeApp()
            try store.publish(.makeCompiled(basis: 2, version: 1))
            try copy.bringUp()
            try copy.target.write { session in
                try session.run("UPDATE blobs SET digest = zeroblob(32)")
                try session.run("UPDATE blob_chunks SET bytes = zeroblob(length(bytes))")
                try session.run("INSERT INTO blobs (id, byte_count, is_staged) VALUES (900, 0, 0)")
            }
            try copy.copyAll()
            #expect(try copy.target.releaseContent("moments", 1).body == store.releaseContent("moments", 1).body)
            let left = try copy.target.read { session in
                try session.first("SELECT count(*) FROM blobs WHERE id = 900") { row in row.integer(0) }
            }
            #expect(left == 0)
        }
    }

    @Test("The copy survives its process, and a file that is no copy is replaced by an empty one")
    func reopens() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let path = folder.file("state.db")
            let state = try SQLiteRuleStore(stateAt: path, at: .make())
            let first = ServedCopy(from: store, to: state, releases: 2)
            try first.bringUp()
            let position = try first.position()
            #expect(code { _ = try SQLiteRuleStore(stateAt: path, at: .make()) } == .locked)
            state.close()
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make(), acceptsHead: true) } == .newer)
            let again = try SQLiteRuleStore(stateAt: path, at: .make())
            #expect(try ServedCopy(from: store, to: again, releases: 2).position() == position)
            #expect(try again.overview().facts.epoch == position.epoch, "opening it raises no epoch")
            again.close()
            try "rubbish, and no database".write(toFile: path, atomically: false, encoding: .utf8)
            let empty = try SQLiteRuleStore(stateAt: path, at: .make())
            defer { empty.close() }
            #expect(try ServedCopy(from: store, to: empty, releases: 2).position().epoch == 0)
        }
    }
}

extension RuleStore {
    /// The overview under the layout of another store: a node's own file has one step more.
    fileprivate func overviewWithoutLayout(like other: any RuleStore) throws -> StoreOverview {
        var overview = try overview()
        let facts = try other.overview().facts
        overview.facts.schemaVersion = facts.schemaVersion
        overview.facts.createdAt = facts.createdAt
        return overview
    }
}
