import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@testable import ReleaseStore

@Suite(
    "Statements that are sent together", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct RoundTripTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    /// A write and how often it may wait for the server.
    struct Write: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var work: @Sendable (any RuleStore, Int) throws -> Void

        init(_ name: String, _ work: @escaping @Sendable (any RuleStore, Int) throws -> Void) {
            testDescription = name
            self.work = work
        }
    }

    private static func recording(_ number: Int) -> Recording<DraftOutcome> {
        Recording(key: .make("k\(number)")) { _ in StoredAnswer(status: 201, fields: [], body: []) }
    }

    static let writes = [
        Write("a new rule") { store, number in try store.edit(.putRule(.make("n\(number)"))) },
        Write("a rule that is added, with a key") { store, number in
            try store.edit(.addRule(.make("n\(number)")), recording: recording(number))
        },
        Write("a rule that is replaced") { store, number in
            try store.edit(.putRule(.make("a", note: "\(number)")))
        },
        Write("a rule that is deleted") { store, number in
            try store.edit(.deleteRule(id: ["a", "b", "c"][number]))
        },
        Write("settings") { store, number in try store.edit(.replaceSettings(Array("{\"n\":\(number)}".utf8))) },
        Write("a publish") { store, number in
            try store.publish(.makeCompiled(basis: 2, version: number + 1))
        },
        Write("a draft of 900 rules") { store, number in try replace(store, 900, number) },
        Write("a draft of 2,000 rules") { store, number in try replace(store, 2_000, number) },
    ]

    private static func replace(_ store: any RuleStore, _ count: Int, _ number: Int) throws {
        let rules = (0..<count).map { RuleText.make("r\($0)", note: "\(number)") }
        try store.edit(.replaceAll(settings: Array("{}".utf8), rules: rules))
    }

    /// How often long writes wait: a draft of 2,000 rules three times before its turn, four times behind it, and five times
    /// for the two writes that make it searchable.
    private static let longWaits = ["a draft of 900 rules": 5, "a draft of 2,000 rules": 12]

    @Test("a write waits four times for the server, a large draft once more", arguments: writes)
    func count(write: Write) throws {
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp()
        var counts: [Int] = []
        for number in 0..<3 {
            let before = store.statistics.roundTrips
            try write.work(store, number)
            counts.append(store.statistics.roundTrips - before)
        }
        // The first times statements are prepared.
        #expect(counts[2] <= Self.longWaits[write.testDescription, default: 4], "\(counts)")
    }

    @Test("behind its turn a long replacement waits four times, whatever its length", arguments: [1_001, 5_000])
    func turn(count: Int) throws {
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp(rules: [])
        for number in 0..<3 {
            let rules = (0..<count).map { RuleText.make("r\($0)", note: "\(number)") }
            let edit = DraftEdit.replaceAll(settings: Array("{}".utf8), rules: rules)
            let replacement = try #require(try store.replacement(of: "moments", by: edit, if: .any))
            #expect(replacement.isLong)
            var ahead: (session: StoreSession, waits: Int)?
            let prepare = { (session: StoreSession) throws in
                let written = try replacement.writtenAhead(of: "moments", edit, in: session)
                ahead = (session, session.roundTripCount)
                #expect(written.isWritten && written.basis == replacement.basis)
            }
            _ = try store.writeLong(prepare) { session in
                var written = replacement
                written.isWritten = true
                return try session.edit("moments", edit, written, if: .any, Stamp(by: .make(), at: .make()))
            }
            let waits = try #require(ahead.map { $0.session.roundTripCount - $0.waits })
            // The first time the server is compared.
            #expect(number == 0 || waits <= 4, "\(waits)")
        }
    }

    @Test("a group of edits of one draft asks once, and each edit has its own revision and position")
    func group() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp(rules: (0..<8).map { "old\($0)" })
        let revisions = Monitor<Set<Int>>([])
        let before = store.statistics
        let threads = (0..<16).map { number in
            TestThread {
                for turn in 0..<10 {
                    let edit: DraftEdit =
                        switch (number + turn) % 8 {
                        case 0: .putRule(.make("old\(turn % 4)", note: "\(number)"))
                        case 1: .deleteRule(id: "r-\(number)-\(turn - 1)")
                        default: .addRule(.make("r-\(number)-\(turn)"))
                        }
                    if let outcome = try? store.edit(edit) { revisions.withLock { _ = $0.insert(outcome.revision) } }
                }
            }
        }
        #expect(threads.allSatisfy { $0.join() })
        let after = store.statistics
        let done = after.writesCommitted - before.writesCommitted
        let last = try store.draftHeader("moments").revision
        #expect(revisions.withLock { $0 } == Set(3..<(3 + done)) && last == 2 + done)
        let rules = try store.rules("moments", RuleQuery(limit: 1000)).rules
        #expect(Set(rules.map(\.id)).count == rules.count && Set(rules.map(\.position)).count == rules.count)
        #expect(after.roundTrips - before.roundTrips < 2 * done, "\(after.roundTrips - before.roundTrips) for \(done)")
        guard case .intact = try store.verifyAudit() else {
            Issue.record("\(try store.verifyAudit())")
            return
        }
    }

    @Test("a failure of a statement that was sent with another write's fails its own write alone")
    func lateFailure() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp(rules: [])
        try place.tamper(
            "",
            postgres: """
                CREATE TRIGGER fault BEFORE INSERT ON draft_rules FOR EACH ROW WHEN (NEW.id LIKE 'bad%')
                EXECUTE FUNCTION audit_refuse()
                """)
        let wrong = Monitor(0)
        let threads = (0..<16).map { number in
            TestThread {
                for turn in 0..<10 {
                    let isBad = (number + turn) % 5 == 0
                    let id = (isBad ? "bad" : "good") + "-\(number)-\(turn)"
                    let isDone = (try? store.edit(.addRule(.make(id)))) != nil
                    if isDone == isBad { wrong.withLock { $0 += 1 } }
                }
            }
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(wrong.withLock { $0 } == 0)
        #expect(try store.ruleIDs().count == 128 && store.draftHeader("moments").revision == 130)
        #expect(store.statistics.groupWritesMax > 1)
        guard case .intact(130, _) = try store.verifyAudit() else {
            Issue.record("the audit is not one chain: \(try store.verifyAudit())")
            return
        }
    }
}
