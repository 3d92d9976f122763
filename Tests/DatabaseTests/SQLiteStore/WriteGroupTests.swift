import ReleaseStore
import StoreDatabases
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite("Groups of writes", .scheduled)
struct WriteGroupTests {
    @Test("A failing write does not affect the other writes of its group")
    func neighbours() throws {
        try withStore { store, path in
            try store.makeApp(rules: [])
            let threads = (0..<16).map { number in
                TestThread {
                    for turn in 0..<10 {
                        // Every third thread adds a rule whose id is used already.
                        let id = number % 3 == 2 ? "same" : "r-\(number)-\(turn)"
                        _ = try? store.edit(.addRule(.make(id)))
                    }
                }
            }
            for thread in threads { thread.join() }
            let ids = try Set(store.ruleIDs())
            #expect(ids.count == 11 * 10 + 1)
            #expect(try store.draftHeader("moments").revision == 2 + ids.count)
            #expect(try store.audit(AuditQuery(limit: 1))[0].sequence == 2 + ids.count)
            let statistics = store.statistics
            #expect(statistics.writesFailed == 49 && statistics.writesWaiting == 0)
            #expect(statistics.groups < statistics.writesCommitted && statistics.groupWritesMax > 1)
            let commits = statistics.commitTimes.count
            #expect(commits > 0 && commits <= statistics.groups && statistics.commitTimes.sum > 0)
            // A duplicate id is not counted as a failure of the disk.
            #expect(statistics.writesBroken == 0)
            store.close()
            let again = try SQLiteRuleStore(path: path, at: .make())
            defer { again.close() }
            #expect(try Set(again.ruleIDs()) == ids)
        }
    }
}
