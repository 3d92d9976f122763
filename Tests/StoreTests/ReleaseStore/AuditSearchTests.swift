import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore
@testable import StoreDatabases

@Suite("The audit is searched by app, actor, action, rule and time", .scheduled)
struct AuditSearchTests {
    private static let actions: [AuditAction] = [.channelMove, .appChange, .releasePublish]

    /// Inserts rows with random columns; the clock goes back now and then.
    private func fill(_ store: some RuleStore, _ count: Int, _ random: inout SeededGenerator) throws {
        for id in ["t1", "t2"] { _ = try store.createToken(.make(id), by: .make(), at: .make(50), recording: nil) }
        var rows: [(AuditAction, String?, Stamp)] = []
        var second: Int64 = 100
        for _ in 0..<count {
            second += Int64.random(in: -3...6, using: &random)
            let actors = [
                Principal(tokenID: "t1", name: "ada", address: "192.0.2.1"),
                Principal(tokenID: "t2", name: "bob", address: "192.0.2.1"), .machine("ada"),
            ]
            let at = Int.random(in: 0..<40, using: &random) == 0 ? Instant.make(second / 2) : .make(second)
            let actor = actors[Int.random(in: 0..<3, using: &random)]
            let app = [nil, "one", "two", "three"][Int.random(in: 0..<4, using: &random)]
            rows.append((Self.actions[Int.random(in: 0..<3, using: &random)], app, Stamp(by: actor, at: at)))
        }
        let all = rows
        try store.write { session in
            for (action, app, stamp) in all {
                try session.audit(action, app: app, before: nil, after: nil, stamp)
            }
        }
    }

    /// The rows of all pages, which must end.
    private func pages(_ store: some RuleStore, _ query: AuditQuery) throws -> [AuditRecord] {
        var query = query
        var rows: [AuditRecord] = []
        for _ in 0..<10_000 {
            let page = try store.auditPage(query)
            #expect(page.rows.count <= query.limit)
            rows += page.rows
            guard let next = page.next else { return rows }
            if query.isOldestFirst { query.after = next } else { query.before = next }
        }
        Issue.record("the pages do not end: \(query)")
        return rows
    }

    @Test("Every combination of filters gives the rows that a plain filter gives, in both orders, on pages of any size")
    func combinations() throws {
        var random = SeededGenerator.fromEnvironment(default: 7)
        try withSelectedStore { store, _ in
            try fill(store, 3000, &random)
            var all = AuditQuery(limit: 1000)
            let rows = try pages(store, all)
            #expect(rows.count == 3002)
            let scopes: [AppScope] = [.all, .only(["one"]), .only(["one", "two"]), .only(["none"])]
            for round in 0..<300 {
                func maybe<Value>(_ values: [Value]) -> Value? {
                    Bool.random(using: &random) ? nil : values[Int.random(in: 0..<values.count, using: &random)]
                }
                let second = Int64.random(in: 0...5000, using: &random)
                all = AuditQuery(app: maybe(["one", "two"]), limit: Int.random(in: 1...900, using: &random))
                all.scope = maybe(scopes) ?? .all
                all.actor = maybe(["t1", "t2", "ada", "bob", "eve"])
                all.action = maybe(Self.actions)?.rawValue
                all.from = maybe([Instant.make(second)])
                all.to = maybe([Instant.make(second + Int64.random(in: 0...3000, using: &random))])
                all.isOldestFirst = Bool.random(using: &random)
                let query = all
                let expected = rows.filter { row in
                    let isActor =
                        query.actor.map { $0.hasPrefix("t") ? row.by.tokenID == $0 : row.by.name == $0 } ?? true
                    let isApp = query.app == nil || row.app == query.app
                    let isScope = query.scope == .all || row.app.map(query.scope.contains) == true
                    let isAction = query.action == nil || row.action == query.action
                    let isLate = query.from.map { row.at >= $0 } ?? true
                    let isEarly = query.to.map { row.at < $0 } ?? true
                    return isActor && isApp && isScope && isAction && isLate && isEarly
                }
                let found = try pages(store, query)
                #expect(
                    (query.isOldestFirst ? found.reversed() : found) == expected,
                    "seed \(random.seed), round \(round): \(query)")
            }
        }
    }

    @Test("A page looks at a bounded number of rows, and its cursor goes on behind them")
    func bounded() throws {
        try withSelectedStore { store, _ in
            let count = StoreLimits.auditScanRowsMax + 2000
            try store.write { session in
                let stamp = Stamp(by: .make(), at: .make())
                for number in 1...count {
                    let isRare = number == 5 || number == count - 5
                    try session.audit(
                        isRare ? .channelMove : .appChange, app: isRare ? "rare" : "one", before: nil, after: nil,
                        stamp)
                }
            }
            var query = AuditQuery(limit: 10)
            query.scope = .only(["rare", "none"])
            let first = try store.auditPage(query)
            #expect(first.rows.map(\.sequence) == [count - 5])
            #expect(first.next == count - StoreLimits.auditScanRowsMax + 1)
            query.before = first.next
            let second = try store.auditPage(query)
            #expect(second.rows.map(\.sequence) == [5] && second.next == nil)
            query.before = nil
            query.isOldestFirst = true
            #expect(try pages(store, query).map(\.sequence) == [5, count - 5])
            query.scope = .only(["rare"])
            #expect(try store.auditPage(query).rows.count == 2, "one app has an index")
        }
    }

    @Test("A page ends at its bytes, and a longer row is a page of its own")
    func bytes() throws {
        try withSelectedStore { store, _ in
            let text = Array("\"\(String(repeating: "x", count: 60_000))\"".utf8)
            try store.write { session in
                for _ in 0..<40 {
                    try session.audit(
                        .appChange, app: "one", before: text, after: text, Stamp(by: .make(), at: .make()))
                }
            }
            let page = try store.auditPage(AuditQuery(limit: 1000))
            #expect(page.rows.count == StoreLimits.auditPageBytes / (2 * text.count))
            #expect(page.next == 41 - page.rows.count)
            #expect(try pages(store, AuditQuery(limit: 1000)).map(\.sequence) == Array((1...40).reversed()))
        }
    }

    @Test("A rule's rows are found: its own edits, drafts that changed it, and not drafts that left it alone")
    func rules() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.makeApp("other")
            try store.edit(.putRule(.make("b", note: "n")))
            try store.edit(.putRule(.make("a", note: "n")))
            let texts = ["a", "b", "c"].map { RuleText.make($0, note: $0 == "c" ? "" : "n") }
            let long = (0..<900).map { RuleText.make("x\($0)", note: String(repeating: "x", count: 100)) }
            try store.edit(.replaceAll(settings: Array("{}".utf8), rules: texts + long))
            try store.edit(.deleteRule(id: "b"))
            func rows(_ rule: String) throws -> [Int] {
                var query = AuditQuery(app: "moments", limit: 100)
                query.rule = rule
                return try pages(store, query).map(\.sequence)
            }
            #expect(try rows("a") == [6, 2])
            #expect(try rows("b") == [8, 5, 2])
            #expect(try rows("c") == [2])
            #expect(try rows("x7") == [7])
            #expect(try rows("none").isEmpty)
        }
    }

    @Test("A store of layout 2 is searched by rule and time after its migration")
    func migration() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let old = try SQLiteRuleStore(path: path, at: .make(), migrations: Array(Migration.all.prefix(2)))
        let digest = #"{"bytes":99,"sha256":"00"}"#
        let rules = [#"{"id":"a"}"#, #"{"id":"b"}"#, #"{"id":"b","note":"n"}"#]
        let rows: [(action: AuditAction, before: String?, after: String?)] = [
            (.ruleAdd, nil, #"{"revision":2,"rule":\#(rules[0])}"#),
            (.ruleDelete, #"{"revision":2,"rule":\#(rules[0])}"#, nil),
            (.ruleAdd, nil, #"{"revision":3,"rule":\#(digest)}"#),
            (
                .draftReplace, #"{"draft":{"rules":[\#(rules[0]),\#(rules[1])],"settings":{}},"revision":3}"#,
                #"{"draft":{"rules":[\#(rules[2]),\#(rules[0])],"settings":{}},"revision":4}"#
            ),
            (.draftReplace, #"{"draft":\#(digest),"revision":3}"#, #"{"draft":\#(digest),"revision":4}"#),
            (.appDelete, "{}", nil),
        ]
        try old.write { session in
            for (index, row) in rows.enumerated() {
                try session.audit(
                    row.action, app: "moments", before: row.before.map { Array($0.utf8) },
                    after: row.after.map { Array($0.utf8) }, Stamp(by: .make(), at: .make(Int64(index + 1))))
            }
        }
        old.close()
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        var query = AuditQuery(app: "moments", limit: 10)
        query.rule = "a"
        #expect(try store.auditPage(query).rows.map(\.sequence) == [2, 1])
        query.rule = "b"
        #expect(try store.auditPage(query).rows.map(\.sequence) == [4])
        query.rule = nil
        query.from = .make(2)
        query.to = .make(4)
        #expect(try store.auditPage(query).rows.map(\.sequence) == [3, 2])
        #expect(try store.auditDetail(5, limit: 10)?.isComplete == false)
        #expect(try store.auditDetail(4, limit: 10)?.items.map(\.change) == [.changed])
    }
}
