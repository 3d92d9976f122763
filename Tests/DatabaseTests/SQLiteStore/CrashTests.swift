import Foundation
import Glibc
import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite("Killed processes and copied files", .scheduled)
struct CrashTests {
    @Test("A copy of the files, made at any moment, opens and has all writes that were acknowledged before")
    func copies() throws {
        let folder = try TemporaryDirectory()
        let store = try SQLiteRuleStore(path: folder.file("a.db"), at: .make())
        defer { store.close() }
        try store.makeApp(rules: [])
        let acknowledged = Monitor(0)
        let writer = TestThread {
            for number in 1...400 {
                guard (try? store.edit(.addRule(.make("r\(number)")))) != nil else { return }
                acknowledged.withLock { $0 = number }
            }
        }
        for round in 0..<20 {
            let certain = acknowledged.withLock { $0 }
            // An open read transaction keeps SQLite from restarting the log between the two copies. No crash could
            // leave such a pair of files.
            var reader = try Connection(folder.file("a.db"), .readOnly)
            defer { reader.close() }
            try reader.begin(.deferred)
            _ = try reader.tableNames()
            let copy = folder.file("copy\(round).db")
            try FileManager.default.copyItem(atPath: folder.file("a.db"), toPath: copy)
            try FileManager.default.copyItem(atPath: folder.file("a.db-wal"), toPath: copy + "-wal")
            try reader.rollback()
            // The copy is without the head file: at a crash of this moment, it would be there.
            let revived = try SQLiteRuleStore(path: copy, at: .make(), acceptsHead: true)
            defer { revived.close() }
            let ids = try revived.ruleIDs()
            #expect(ids == (0..<ids.count).map { "r\($0 + 1)" })
            #expect(ids.count >= certain)
            #expect(try revived.draftHeader("moments").revision == 2 + ids.count)
        }
        writer.join()
    }

    @Test("A process that is killed while it writes and publishes loses no acknowledged write", arguments: 0..<3)
    func killed(round: Int) async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let log = folder.file("acknowledged")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, log = log as String, round = round as Int] in
            try killWhileWriting(path: path, log: log, afterMilliseconds: 60 + 45 * round)
        }
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        let acknowledged = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(acknowledged.count > 10)
        let rules = try Set(store.ruleIDs())
        let releases = try store.releases("moments", below: nil, limit: 1000)
        for entry in acknowledged {
            if entry.hasPrefix("v") {
                #expect(releases.contains { "v\($0.version)" == entry }, "\(entry) is lost")
            } else {
                #expect(rules.contains(entry), "\(entry) is lost")
            }
        }
        #expect(try store.draftHeader("moments").revision == 2 + rules.count)
        for release in releases { _ = try store.releaseContent("moments", release.version) }
        #expect(releases.map(\.version) == Array((0..<releases.count).map { releases.count - $0 }))
        #expect(try store.channel("moments", "production").sequence == releases.count)
        guard case .intact = try store.verifyAudit() else {
            Issue.record("the audit is broken")
            return
        }
    }
}

/// Writes and publishes on four threads, logs the acknowledged writes, and kills its own process.
private func killWhileWriting(path: String, log: String, afterMilliseconds: Int) throws {
    let store = try SQLiteRuleStore(path: path, at: .make())
    try store.makeApp(rules: [])
    try Data().write(to: URL(filePath: log))
    let notes = Monitor(try FileHandle(forWritingTo: URL(filePath: log)))
    let noted = Monitor(0)
    let note = { @Sendable (text: String) in
        notes.withLock { try? $0.write(contentsOf: Data("\(text)\n".utf8)) }
        noted.withLock { $0 += 1 }
        noted.wakeAll()
    }
    for thread in 0..<4 {
        _ = TestThread {
            for number in 0... {
                let id = "r-\(thread)-\(number)"
                if (try? store.edit(.addRule(.make(id)))) != nil { note(id) }
                if number % 5 == thread, let header = try? store.draftHeader("moments") {
                    let publication = PreparedRelease.make(
                        basis: header.revision, version: header.nextVersion, bytes: 20_000)
                    if let done = try? store.publish(publication) { note("v\(done.release.version)") }
                }
            }
        }
    }
    noted.wait { count in count > 10 ? () : nil }
    pause(milliseconds: afterMilliseconds)
    kill(getpid(), SIGKILL)
}
