import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite(
    "Long writes beside those of others", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct LongWriteTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    private static func replacement(_ note: String) -> DraftEdit {
        .replaceAll(settings: Array("{}".utf8), rules: (0..<1_500).map { .make("r\($0)", note: note) })
    }

    /// Runs `body` while another connection keeps a row of the draft of `moments`, for which its replacement waits.
    private func whileBlocked(_ body: () throws -> Void) throws {
        guard case .schema(let uri) = place else { return }
        var connection = try PostgresConnection.open(PostgresAddress(uri), PostgresSettings())
        defer { connection.close() }
        try connection.runScript("BEGIN; SELECT 1 FROM draft_rules WHERE id = 'r7' FOR UPDATE")
        try body()
        try connection.runScript("COMMIT")
    }

    /// Waits until the replacement has the draft alone.
    private func awaitLock(_ store: PostgresRuleStore) throws {
        let isHeld = try eventually {
            try store.read { session in
                let shares = session.connection.dialect.sharesLock(of: "a.id")
                let query = "SELECT \(shares) FROM apps a WHERE a.name = 'moments'"
                return try session.first(query) { row in row.flag(0) } == false
            }
        }
        #expect(isHeld)
    }

    @Test(
        "While a draft is replaced, other apps are written at once on every node; its own edits follow the replacement")
    func beside() throws {
        let stores = [try place.openPostgres(), try place.openPostgres()]
        defer { for store in stores { store.close() } }
        try stores[0].makeApp(rules: [])
        try stores[0].makeApp("other", rules: [])
        try stores[0].edit(Self.replacement("first"))
        let (replaced, revisions) = (Monitor(0), Monitor<Set<Int>>([]))
        var threads: [TestThread] = []
        try whileBlocked {
            threads.append(
                TestThread {
                    let revision = try? stores[0].edit(Self.replacement("second")).revision
                    replaced.withLock { $0 = revision ?? 0 }
                })
            try awaitLock(stores[1])
            for (number, store) in (stores + stores).enumerated() {
                try store.edit(.addRule(.make("n\(number)")), app: "other")
            }
            for store in stores {
                threads.append(
                    TestThread {
                        let revision = try? store.edit(.putRule(.make("r3", note: "late"))).revision
                        revisions.withLock { _ = $0.insert(revision ?? 0) }
                    })
            }
            #expect(revisions.withLock { $0.isEmpty } && replaced.withLock { $0 == 0 })
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(replaced.withLock { $0 } == 4 && revisions.withLock { $0 } == [5, 6])
        let rules = try stores[1].rules("moments", RuleQuery(limit: 5)).rules
        #expect(rules[2].json == RuleText.make("r2", note: "second").json)
        #expect(rules[3].json == RuleText.make("r3", note: "late").json)
        var query = AuditQuery(app: "moments", limit: 9)
        query.rule = "r1400"
        #expect(try stores[1].audit(query).count == 2)
        guard case .intact = try stores[0].verifyAudit() else {
            Issue.record("\(try stores[0].verifyAudit())")
            return
        }
    }

    @Test("A replacement whose draft was edited before its turn is compared again; one of an old revision is refused")
    func overtaken() throws {
        let stores = [try place.openPostgres(), try place.openPostgres()]
        defer { for store in stores { store.close() } }
        try stores[0].makeApp(rules: [])
        try stores[0].edit(Self.replacement("first"))
        let failures = Monitor<[StoreError.Code?]>([])
        var threads: [TestThread] = []
        try whileBlocked {
            for (number, precondition) in [Precondition.any, .exactly(3), .any, .any].enumerated() {
                threads.append(
                    TestThread {
                        let failure = code {
                            try stores[number % 2].edit(Self.replacement("\(number)"), if: precondition)
                        }
                        failures.withLock { $0.append(failure) }
                    })
                // The first one has the draft before the others come.
                if number == 0 { try awaitLock(stores[1]) }
            }
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(failures.withLock { $0.filter { $0 == nil }.count } == 3)
        #expect(failures.withLock { $0.filter { $0 == .revisionMismatch }.count } == 1)
        #expect(try stores[1].draftHeader("moments").revision == 6)
        #expect(try stores.compactMap(\.statistics.position).max() == stores[0].position())
        let count = try stores[1].read { session in
            try session.first("SELECT count(*) FROM draft_rules") { row in row.integer(0) }
        }
        #expect(count == 1_500)
    }

    @Test("An app whose draft is being replaced is deleted after that")
    func deletion() throws {
        let stores = [try place.openPostgres(), try place.openPostgres()]
        defer { for store in stores { store.close() } }
        try stores[0].makeApp(rules: [])
        try stores[0].edit(Self.replacement("first"))
        var threads: [TestThread] = []
        try whileBlocked {
            threads.append(TestThread { _ = try? stores[0].edit(Self.replacement("second")) })
            try awaitLock(stores[1])
            threads.append(
                TestThread { try? stores[1].deleteApp("moments", if: .any, by: .make(), at: .make()) })
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(code { _ = try stores[0].draftHeader("moments") } == .notFound)
        #expect(try stores[1].audit(AuditQuery(limit: 2)).map(\.action) == ["app.delete", "draft.replace"])
    }
}
