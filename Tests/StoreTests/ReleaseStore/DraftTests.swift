import ReleaseStore
import RouteDocuments
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@Suite("Drafts", .scheduled)
struct DraftTests {
    @Test("Rules are added at the end, replaced in place and deleted; each edit raises the revision by one")
    func edits() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let added = try store.edit(.addRule(.make("d")))
            #expect(added.revision == 3 && added.isCreated && added.position == 4)
            let replaced = try store.edit(.putRule(.make("b", note: "new")), if: .exactly(3))
            #expect(replaced.revision == 4 && !replaced.isCreated && replaced.position == 2)
            try store.edit(.deleteRule(id: "a"), if: .exactly(4))
            #expect(try store.edit(.putRule(.make("e"))).isCreated)
            #expect(try store.ruleIDs() == ["b", "c", "d", "e"])
            let reading = try store.rule("moments", "b")
            #expect(reading.revision == 6 && reading.rule.json == RuleText.make("b", note: "new").json)
            try store.edit(.replaceSettings(Array(#"{"origins":[]}"#.utf8)))
            let draft = try store.draft("moments")
            #expect(draft.header.hasUnpublishedEdits)
            let text = String(decoding: draft.content, as: UTF8.self)
            #expect(text.hasPrefix(#"{"rules":[{"id":"b","note":"new"},{"id":"c","note":""},"#))
            #expect(text.hasSuffix(#"{"id":"e","note":""}],"settings":{"origins":[]}}"#))
        }
    }

    @Test("Settings are read from memory, and are current after each kind of change")
    func settingsFromMemory() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let settings = { try String(decoding: store.draftSettings("moments").canonicalBytes, as: UTF8.self) }
            let first = try settings()
            #expect(try settings() == first)
            try store.edit(.replaceSettings(Array(#"{"origins":["https://a.example"]}"#.utf8)))
            #expect(try settings() == #"{"origins":["https://a.example"]}"#)
            try store.edit(.replaceAll(settings: Array("{}".utf8), rules: [.make("a")]))
            #expect(try settings() == "{}")
            try store.edit(.putRule(.make("b")))
            #expect(try settings() == "{}")
            try store.deleteApp("moments", if: .any, by: .make(), at: .make())
            #expect(throws: StoreError.self) { try settings() }
        }
    }

    @Test("A refused edit changes nothing, not even the revision")
    func refused() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            #expect(code { try store.edit(.addRule(.make("a"))) } == .exists)
            #expect(code { try store.edit(.deleteRule(id: "x")) } == .notFound)
            #expect(code { try store.edit(.deleteRule(id: "x"), app: "other") } == .notFound)
            #expect(code { _ = try store.rule("moments", "x") } == .notFound)
            #expect(current { try store.edit(.deleteRule(id: "a"), if: .exactly(1)) } == 2)
            let twice = DraftEdit.replaceAll(settings: [], rules: [.make("z"), .make("z")])
            #expect(code { try store.edit(twice) } == .invalid)
            #expect(try store.ruleIDs() == ["a", "b", "c"])
            #expect(try store.draftHeader("moments").revision == 2)
            #expect(try store.audit(AuditQuery(limit: 10)).count == 2)
        }
    }

    @Test("Lists are paged in order and filtered by text without case", arguments: [1, 3, 10, 1000])
    func paging(limit: Int) throws {
        try withSelectedStore { store, _ in
            let ids = (0..<25).map { "rule-\($0)" }
            try store.makeApp(rules: ids)
            var found: [String] = []
            var after: Int?
            repeat {
                let page = try store.rules("moments", RuleQuery(after: after, limit: limit))
                #expect(page.rules.count <= limit && page.revision == 2)
                found += page.rules.map(\.id)
                after = page.next
            } while after != nil
            #expect(found == ids)
            let some = try store.rules("moments", RuleQuery(contains: "RULE-2", limit: limit))
            #expect(some.rules.count == min(limit, 6))
            #expect((some.next != nil) == (limit < 6))
            #expect(try store.rules("moments", RuleQuery(contains: "%", limit: 5)).rules.isEmpty)
        }
    }

    @Test("No lost updates: with 64 writers of exact revisions, every success is in the draft")
    func lostUpdates() throws {
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            let added = Mutex(0)
            let stale = Mutex(0)
            let threads = (0..<64).map { number in
                TestThread {
                    for attempt in 0..<1000 {
                        guard let revision = try? store.draftHeader("moments").revision else { return }
                        do {
                            try store.edit(.addRule(.make("r-\(number)")), if: .exactly(revision))
                            added.withLock { $0 += 1 }
                            return
                        } catch {
                            guard (error as? StoreError)?.code == .revisionMismatch, attempt < 999 else { return }
                            stale.withLock { $0 += 1 }
                        }
                    }
                }
            }
            for thread in threads { thread.join() }
            #expect(added.withLock { $0 } == 64)
            #expect(try store.ruleIDs().count == 64)
            #expect(try store.draftHeader("moments").revision == 2 + 64)
            #expect(store.statistics.writesFailed == stale.withLock { $0 })
        }
    }
}
