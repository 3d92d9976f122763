import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Copies of a store", .scheduled)
struct StoreCopyTests {
    /// The kinds of source and target; those with PostgreSQL are left out where it is not installed.
    static let pairs: [[StoreKind]] =
        PostgresCluster.isInstalled
        ? [[.sqlite, .sqlite], [.sqlite, .postgres], [.postgres, .sqlite], [.postgres, .postgres]]
        : [[.sqlite, .sqlite]]

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func place(_ kind: StoreKind, _ name: String) throws -> StorePlace {
        kind == .sqlite ? .file(folder.file(name)) : try .newSchema()
    }

    /// Opens a place as the target of a copy.
    private func target(_ place: StorePlace) throws -> any RuleStore {
        switch place {
        case .file(let path): try SQLiteRuleStore(copyAt: path, at: .make())
        case .schema(let uri): try PostgresRuleStore(copyAt: PostgresAddress(uri), StorePlace.settings)
        }
    }

    /// Fills every table with rows.
    private func fill(_ store: any RuleStore) throws {
        _ = try store.createToken(
            .make("t1", role: .editor, scope: .only(["moments", "b"]), channels: ["moments": ["beta"]]), by: .make(),
            at: .make(), recording: nil)
        _ = try store.createToken(.make("t0"), by: .make("\0"), at: .make(), recording: nil)
        try store.makeApp(rules: (0..<1200).map { "r\($0)" })
        try store.makeApp("gone")
        try store.deleteApp("gone", if: .any, by: .make(), at: .make())
        try store.publish(.makeCompiled(basis: 2, version: 1))
        var second = PreparedRelease.make(basis: 2, version: 2, channel: .private("beta"), bytes: 5_000_000)
        second.surfaces = Array("{}".utf8)
        try store.publish(second)
        _ = try store.replaceExpectations("moments", Array("[1]".utf8), if: .any, by: .make(), at: .make())
        try store.edit(
            .addRule(.make("x")),
            recording: Recording(key: .make("k")) { _ in StoredAnswer(status: 201, fields: [], body: [1]) })
        for number in 0..<5 {
            try store.edit(.putRule(.make("x", note: String(repeating: "é", count: 60_000 + number))))
        }
        _ = try store.putHost("go.shop.example", of: "moments", if: .any, by: .make(), at: .make())
        _ = try store.createSession(
            SessionRecord(
                id: "s1", owner: .person(ProxiedPerson(name: "é", groups: ["links"], proxy: "10.0.0.1")),
                secretHash: [UInt8](repeating: 7, count: 32), origin: .proxy, address: "10.0.0.2", createdAt: .make(),
                endsAt: .make(1_900_000_000), lastUsedAt: .make()),
            by: .make(), at: .make())
        _ = try store.cutAudit(before: .make(1_900_000_000), by: .make(), at: .make(1_900_000_000))
        for number in 0..<100 { try store.edit(.putRule(.make("x", note: "\(number)"))) }
    }

    @Test("A copy has the same records, is verified, and is opened with a new epoch", arguments: pairs)
    func copies(kinds: [StoreKind]) throws {
        let (from, to) = (try place(kinds[0], "a.db"), try place(kinds[1], "b.db"))
        let source = try from.open()
        defer { source.close() }
        try fill(source)
        let copy = try target(to)
        var tables: Set<String> = []
        var done = (rows: 0, of: 0)
        let count = try StoreCopy(from: source, to: copy).run { progress in
            #expect(progress.rows <= progress.total && progress.allRows >= done.rows)
            done = (progress.allRows, progress.allTotal)
            tables.insert(progress.table)
        }
        #expect(count > 1300 && tables.count == 26 && done == (count, count))
        copy.close()
        let opened = try to.open()
        defer { opened.close() }
        #expect(try opened.apps() == source.apps() && opened.tokens() == source.tokens())
        #expect(try opened.draft("moments") == source.draft("moments"))
        #expect(try opened.channels("moments") == source.channels("moments"))
        for version in [1, 2] {
            #expect(try opened.releaseContent("moments", version) == source.releaseContent("moments", version))
        }
        #expect(try opened.releaseSurfaces("moments", 2) == Array("{}".utf8))
        #expect(try opened.hosts(limit: 9) == source.hosts(limit: 9) && opened.sessions() == source.sessions())
        #expect(code { try opened.makeApp("gone") } == .nameRetired)
        #expect(try opened.claim(.make("k"), at: .make()) == source.claim(.make("k"), at: .make()))
        #expect(try opened.overview().facts.epoch > source.overview().facts.epoch)
        let identity = try opened.read { session in try session.identity() }
        #expect(try identity?.count == 32 && identity == source.read { session in try session.identity() })
        let rows = try opened.audit(AuditQuery(limit: 1000))
        #expect(rows.first?.action == "store.epoch")
        #expect(try Array(rows.dropFirst()) == source.audit(AuditQuery(limit: 1000)))
        // Numbers that the database makes go on behind the copied ones.
        try opened.makeApp("new")
        try opened.publish(.make(basis: 2, version: 1), app: "new")
        _ = try opened.createToken(.make("t2"), by: .make(), at: .make(), recording: nil)
        #expect(try opened.tokens().map(\.id) == ["t1", "t0", "t2"])
        guard case .intact = try opened.verifyAudit() else {
            Issue.record("the audit of the copy is broken")
            return
        }
    }

    @Test("An interrupted copy is no store, and goes on where it was", arguments: pairs)
    func interrupted(kinds: [StoreKind]) throws {
        let (from, to) = (try place(kinds[0], "a.db"), try place(kinds[1], "b.db"))
        let source = try from.open()
        defer { source.close() }
        try fill(source)
        struct Interruption: Error {}
        // Each run ends a batch later, as a process that is killed does; a failing source takes the place of the kill.
        for step in [1, 9, 40] {
            let copy = try target(to)
            defer { copy.close() }
            let failing = InterruptedStore(source, readsMax: step)
            #expect(throws: StoreError.self) { _ = try StoreCopy(from: failing, to: copy).run { _ in } }
            #expect(code { _ = try to.open() } != nil)
        }
        #expect(code { _ = try to.open() } == .newer)
        let copy = try target(to)
        var first: [Int] = []
        _ = try StoreCopy(from: source, to: copy).run { progress in
            if progress.table == "draft_rules" { first.append(progress.rows) }
        }
        #expect(first.first == 1201, "these rows were copied before")
        copy.close()
        let opened = try to.open()
        defer { opened.close() }
        #expect(try opened.draft("moments") == source.draft("moments"))
    }

    @Test("A source that was changed between two runs is found", arguments: pairs)
    func changed(kinds: [StoreKind]) throws {
        let (from, to) = (try place(kinds[0], "a.db"), try place(kinds[1], "b.db"))
        let source = try from.open()
        defer { source.close() }
        try source.makeApp()
        let copy = try target(to)
        defer { copy.close() }
        let failing = InterruptedStore(source, readsMax: 20)
        #expect(throws: StoreError.self) { _ = try StoreCopy(from: failing, to: copy).run { _ in } }
        try source.edit(.putRule(.make("a", note: "changed")))
        #expect(code { _ = try StoreCopy(from: source, to: copy).run { _ in } } == .invalid)
    }
}
