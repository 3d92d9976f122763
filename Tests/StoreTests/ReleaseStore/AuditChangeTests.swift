import Digests
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("The audit has each change of a draft, rule by rule", .scheduled)
struct AuditChangeTests {
    private static let settings = Array(#"{"origins":["https://a.example"]}"#.utf8)

    /// Rules of 150 bytes, so that some hundred of them are too long for a row.
    private func rules(_ numbers: some Sequence<Int>, note: String = "") -> [RuleText] {
        let filling = String(repeating: "x", count: 120)
        return numbers.map { .make("rule-\($0)", note: filling + note) }
    }

    private func replace(_ rules: [RuleText], settings: [UInt8] = Self.settings) -> DraftEdit {
        .replaceAll(settings: settings, rules: rules)
    }

    private func isIntact(_ verdict: AuditVerdict) -> Bool {
        if case .intact = verdict { true } else { false }
    }

    private func newest(_ store: some RuleStore) throws -> Int { try store.audit(AuditQuery(limit: 1))[0].sequence }

    /// All changes of a row, read in pages.
    private func changes(_ store: some RuleStore, of sequence: Int, limit: Int = 1000) throws -> [AuditItem] {
        var items: [AuditItem] = []
        var next: Int? = 0
        while let offset = next {
            let detail = try #require(try store.auditDetail(sequence, after: offset, limit: limit))
            #expect(detail.isComplete && detail.items.count <= limit)
            items += detail.items
            next = detail.next
            if next == nil { #expect(items.count == detail.total) }
        }
        return items
    }

    @Test("Replacing 2,000 rules can be read rule by rule, with the settings, in pages of any size")
    func bulk() throws {
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            try store.edit(replace(rules(0..<2000), settings: Array("{}".utf8)))
            let first = try changes(store, of: newest(store))
            #expect(first.count == 2000 && first.allSatisfy { $0.change == .added })
            // 100 rules are removed, 100 added, 1 is changed, 1 goes to the end.
            var edited = rules(100..<2100)
            edited[7] = .make("rule-107", note: "changed")
            edited.append(edited.remove(at: 500))
            try store.edit(replace(edited))
            let sequence = try newest(store)
            let items = try changes(store, of: sequence)
            var counts: [AuditItem.Change: Int] = [:]
            for item in items { counts[item.change, default: 0] += 1 }
            #expect(counts == [.added: 100, .removed: 100, .changed: 2, .moved: 1], "with the settings")
            #expect(items[0].subject == .settings && items[0].after == Self.settings)
            let changed = try #require(items.first { $0.subject == .rule("rule-107") })
            #expect(changed.before == rules([107])[0].json && changed.after == edited[7].json)
            #expect(items.first { $0.change == .moved }?.subject == .rule("rule-600"))
            for limit in [1, 7, 64, 300] { #expect(try changes(store, of: sequence, limit: limit) == items) }
            let verdict = try store.verifyAudit()
            #expect(isIntact(verdict), "\(verdict)")
        }
    }

    @Test("Emptying a draft and filling it again adds no bytes: rows share their pieces")
    func sharing() throws {
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            func pieces() throws -> Int {
                try store.read { session in
                    try session.first("SELECT count(*) FROM audit_pieces") { row in row.integer(0) } ?? 0
                }
            }
            let (full, other) = (rules(0..<1000), rules(0..<1000, note: "new"))
            try store.edit(replace(full))
            let once = try pieces()
            for edit in [replace([]), replace(full), replace([]), replace(full)] { try store.edit(edit) }
            #expect(try pieces() == once && once > 4)
            try store.edit(replace(other))
            let twice = try pieces()
            for edit in [replace(full), replace(other)] { try store.edit(edit) }
            #expect(try pieces() == twice)
            let packed = try store.read { session in
                try session.first("SELECT sum(length(packed)) FROM audit_pieces") { row in row.integer(0) } ?? 0
            }
            #expect(packed < 60_000, "300 KB of texts")
        }
    }

    @Test("A single long rule and long settings are kept, too, and a deletion has the rule that it deleted")
    func longTexts() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let long = RuleText.make("a", note: String(repeating: "x", count: 100_000))
            let wide = Array("{\"origins\":[\"\(String(repeating: "y", count: 70_000))\"]}".utf8)
            try store.edit(.putRule(long))
            #expect(try changes(store, of: newest(store)).map(\.after) == [long.json])
            try store.edit(.deleteRule(id: "a"))
            let deleted = try changes(store, of: newest(store))
            #expect(deleted.map(\.before) == [long.json] && deleted[0].change == .removed)
            try store.edit(.replaceSettings(wide))
            #expect(try changes(store, of: newest(store)).map(\.after) == [wide])
            try store.edit(replace([], settings: Array("{}".utf8)))
            let emptied = try changes(store, of: newest(store))
            #expect(emptied.map(\.change) == [.changed, .removed, .removed] && emptied[0].before == wide)
            let verdict = try store.verifyAudit()
            #expect(isIntact(verdict), "\(verdict)")
        }
    }

    @Test("Expectations are kept before and after, whatever their length, and each text once")
    func expectations() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let texts = ["short", String(repeating: "x", count: 65_000), String(repeating: "y", count: 500_000), ""]
            var before = Array("[]".utf8)
            for text in texts + texts {
                let after = Array("[\"\(text)\"]".utf8)
                _ = try store.replaceExpectations("moments", after, if: .any, by: .make(), at: .make())
                let items = try changes(store, of: newest(store))
                #expect(items == [AuditItem(subject: .expectations, before: before, after: after)])
                before = after
            }
            let pieces = try store.read { session in
                try session.all("SELECT byte_count FROM audit_pieces ORDER BY byte_count") { row in row.integer(0) }
            }
            // Of a change that is long on one side, both texts are pieces.
            #expect(pieces == [4, 9, 65_004, 500_004])
            let verdict = try store.verifyAudit()
            #expect(isIntact(verdict), "\(verdict)")
            var old = try #require(try store.audit(AuditQuery(limit: 1)).first)
            old.after = Array(#"{"expectations":{"bytes":100020,"sha256":"00"},"revision":3}"#.utf8)
            #expect(AuditItem.inline(of: old) == nil)
            old.after = Array(#"{"bytes":100020,"sha256":"00"}"#.utf8)
            #expect(AuditItem.inline(of: old) == nil)
        }
    }

    @Test("A row with the texts themselves is read in the same form, and one of 0.1.0 with digests says so")
    func inline() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let rules: [RuleText] = [.make("a", note: "n"), .make("c"), .make("d")]
            try store.edit(.replaceAll(settings: Array("{}".utf8), rules: rules))
            let items = try changes(store, of: newest(store))
            #expect(items.map(\.change) == [.changed, .removed, .added])
            try store.edit(.addRule(.make("e")))
            #expect(try changes(store, of: newest(store)).map(\.subject) == [.rule("e")])
            #expect(try changes(store, of: 1).isEmpty, "an app is no part of a draft")
            #expect(try store.auditDetail(99, limit: 1) == nil)
            var old = try #require(try store.audit(AuditQuery(limit: 1)).first)
            old.after = Array(#"{"revision":3,"rule":{"bytes":100020,"sha256":"00"}}"#.utf8)
            #expect(AuditItem.inline(of: old) == nil)
        }
    }

    /// Each changes stored texts behind the store's back.
    static let tamperings = [
        "UPDATE audit_pieces SET packed = (SELECT packed FROM audit_pieces WHERE id = 1) WHERE id = 2",
        "UPDATE audit_pieces SET packed = x'00' WHERE id = 2",
        "UPDATE audit_parts SET after_piece = NULL WHERE sequence = 3 AND ordinal = 1",
        "UPDATE audit_parts SET after_piece = 1 WHERE sequence = 3 AND ordinal = 1",
        "UPDATE audit_parts SET change_count = change_count + 1 WHERE sequence = 3 AND ordinal = 1",
        "DELETE FROM audit_parts WHERE sequence = 3",
    ]

    @Test("A stored text that was changed, exchanged or removed is found, and is not shown", arguments: tamperings)
    func tampering(script: String) throws {
        try withSelectedStore { store, place in
            try store.makeApp(rules: [])
            try store.edit(replace(rules(0..<1000), settings: Array("{}".utf8)))
            #expect(throws: (any Error).self) { try place.tamper(script) }
            let triggers = ["audit_pieces", "audit_parts"].flatMap { table in
                ["\(table)_are_never_changed", "\(table)_are_never_cut"]
            }
            try place.dropTriggers(triggers)
            try place.tamper(script)
            guard case .broken(let sequence, _) = try store.verifyAudit() else {
                Issue.record("the change was not found: \(script)")
                return
            }
            #expect(sequence == 3)
            #expect(code { _ = try store.auditDetail(3, limit: 1000) } == .corrupt)
        }
    }

    @Test("Whatever replaces a draft, its rows are what was sent, and the changes lead from the old to the new text")
    func model() throws {
        var random = SeededGenerator.fromEnvironment(default: 41)
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            var present: [RuleText] = []
            for round in 0..<60 {
                var new = present
                for _ in 0..<Int.random(in: 0...6, using: &random) where !new.isEmpty {
                    new.swapAt(.random(in: 0..<new.count, using: &random), .random(in: 0..<new.count, using: &random))
                }
                new.removeAll { _ in Int.random(in: 0..<8, using: &random) == 0 }
                for index in new.indices where Int.random(in: 0..<6, using: &random) == 0 {
                    new[index] = rules([Int(new[index].id.dropFirst(5)) ?? 0], note: "\(round)")[0]
                }
                let fresh = rules((0..<Int.random(in: 0...90, using: &random)).map { round * 1000 + $0 })
                new.insert(contentsOf: fresh, at: .random(in: 0...new.count, using: &random))
                if Int.random(in: 0..<10, using: &random) == 0 { new = [] }
                try store.edit(replace(new))
                #expect(try store.read { try $0.draftRulesForTest() } == new, "seed \(random.seed), round \(round)")
                var replayed = Dictionary(present.map { ($0.id, $0.json) }, uniquingKeysWith: { $1 })
                for item in try changes(store, of: newest(store)) {
                    guard case .rule(let id) = item.subject else { continue }
                    #expect(replayed[id] == item.before, "seed \(random.seed), round \(round)")
                    replayed[id] = item.after
                }
                let expected = Dictionary(new.map { ($0.id, $0.json) }, uniquingKeysWith: { $1 })
                #expect(replayed == expected, "seed \(random.seed), round \(round)")
                present = new
            }
            let verdict = try store.verifyAudit()
            #expect(isIntact(verdict), "seed \(random.seed): \(verdict)")
        }
    }

    @Test("A draft that changed between the comparison and the transaction is compared again")
    func overtaken() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let edit = replace(rules(0..<600))
            let stale = try store.replacement(of: "moments", by: edit, if: .any)
            try store.edit(.addRule(.make("late")))
            try store.write { session in
                _ = try session.edit("moments", edit, stale, if: .any, Stamp(by: .make(), at: .make()))
            }
            let removed = try changes(store, of: newest(store)).filter { $0.change == .removed }
            #expect(removed.map(\.subject) == ["a", "b", "c", "late"].map { AuditItem.Subject.rule($0) })
            #expect(try store.read { try $0.draftRulesForTest() } == rules(0..<600))
        }
    }

    @Test("A long change is found by its rules also where the process ended before it was made searchable")
    func unsearched() throws {
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            func found(_ rule: String) throws -> Int {
                var query = AuditQuery(app: "moments", limit: 9)
                query.rule = rule
                return try store.audit(query).count
            }
            func marks() throws -> Int { try store.read { try AuditTable(session: $0).marks().count } }
            // The first write is the change, the second one the first thousand of its rules.
            let broken = InterruptedStore(store, brokenWrite: 3)
            try broken.edit(replace(rules(0..<2_500)))
            #expect(try broken.writeCount == 3 && marks() == 1)
            #expect(try found("rule-1") == 1 && found("rule-2499") == 1 && found("moments") == 0 && marks() == 0)
            try store.edit(.deleteRule(id: "rule-1"))
            #expect(try found("rule-1") == 2)
            try store.edit(replace(rules(2_000..<3_000)))
            #expect(try marks() == 0)
            #expect(try found("rule-7") == 2 && found("rule-2100") == 1 && found("rule-2999") == 1)
        }
    }
}

extension StoreSession {
    /// The rules of the draft of `moments`, in their order.
    fileprivate func draftRulesForTest() throws(StoreError) -> [RuleText] {
        try all("SELECT id, json FROM draft_rules ORDER BY position") { row in
            RuleText(id: row.text(0), json: row.bytes(1))
        }
    }
}
