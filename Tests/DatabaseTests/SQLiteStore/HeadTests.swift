import Foundation
import Glibc
import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

/// Copies of a database's files, which can be put back as a volume snapshot is.
private final class TemporaryCopies {
    private let path: String
    private let suffixes: [String]
    private(set) var count = 0

    init(of path: String, _ suffixes: [String]) {
        self.path = path
        self.suffixes = suffixes
    }

    func save() throws {
        try move(from: path, to: "\(path)-saved-\(count)")
        count += 1
    }

    func putBack(_ number: Int) throws { try move(from: "\(path)-saved-\(number)", to: path) }

    private func move(from: String, to: String) throws {
        for suffix in suffixes {
            try? FileManager.default.removeItem(atPath: to + suffix)
            guard FileManager.default.fileExists(atPath: from + suffix) else { continue }
            try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
        }
    }
}

@Suite("The head file makes lost writes visible", .scheduled)
struct HeadTests {
    private func copy(_ from: String, _ to: String) throws {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: to + suffix)
            if FileManager.default.fileExists(atPath: from + suffix) {
                try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
            }
        }
    }

    @Test("A normal start has no notice, the first one has `created`; each raises the epoch to the clock or beyond it")
    func ordinary() throws {
        try withStore { store, path in
            #expect(store.notices == [.created])
            try store.makeApp()
            let rows = try store.audit(AuditQuery(limit: 9))
            #expect(try store.overview().facts.epoch == 1_800_000_000)
            store.close()
            // The clock goes on, stands still, and goes back.
            for (seconds, expected) in [(1_900_000_000, 0), (1_900_000_000, 1), (1_850_000_000, 2)] as [(Int64, Int)] {
                let again = try SQLiteRuleStore(path: path, at: .make(seconds))
                #expect(again.notices.isEmpty)
                #expect(try again.overview().facts.epoch == 1_900_000_000 + expected)
                #expect(try again.audit(AuditQuery(limit: 9)) == rows, "a normal start has no audit row")
                again.close()
            }
        }
    }

    @Test("Reading, inspecting and copying a database does not raise its epoch")
    func readers() throws {
        try withStore { store, path in
            try store.makeApp()
            let epoch = try store.overview().facts.epoch
            _ = try store.backup(to: path + "-copy", by: .make(), at: .make())
            for file in [path, path + "-copy"] { #expect(try StoreInspection(of: file).facts.epoch == epoch) }
            #expect(try store.overview().facts.epoch == epoch)
        }
    }

    @Test(
        "Whatever copy of all files comes back, no (epoch, sequence) is used twice",
        arguments: [["", "-wal", "-head"], ["", "-wal", "-head", "-lock"]])
    func copiedFolder(suffixes: [String]) throws {
        try withStore { store, path in
            try store.makeApp()
            store.close()
            let copies = TemporaryCopies(of: path, suffixes)
            var (generator, clock) = (SeededGenerator.fromEnvironment(default: 3), Int64(1_800_000_000))
            var epochs = [try StoreInspection(of: path).facts.epoch]
            try copies.save()
            for _ in 0..<40 {
                if Bool.random(using: &generator) { try copies.save() }
                if Bool.random(using: &generator) {
                    try copies.putBack(.random(in: 0..<copies.count, using: &generator))
                }
                // With the lock file everything is as it was, and only the clock tells; else all may happen at once.
                if suffixes.contains("-lock") { clock += 1 }
                let again = try SQLiteRuleStore(path: path, at: .make(clock))
                epochs.append(try again.overview().facts.epoch)
                again.close()
            }
            #expect(Set(epochs).count == epochs.count, "seed \(generator.seed): \(epochs)")
        }
    }

    @Test("A database that was replaced by an old copy, or lost its log, gets a higher epoch and a notice")
    func putBack() throws {
        try withStore { store, path in
            try store.makeApp()
            let epoch = try store.overview().facts.epoch
            store.close()
            try copy(path, path + "-old")
            let newer = try SQLiteRuleStore(path: path, at: .make())
            try newer.edit(.addRule(.make("d")))
            #expect(try newer.overview().facts.epoch == epoch + 1)
            newer.close()
            try copy(path + "-old", path)
            let revived = try SQLiteRuleStore(path: path, at: .make())
            guard case .writesLost(let detail, let raised) = revived.notices.first else {
                Issue.record("the loss was not noticed: \(revived.notices)")
                return revived.close()
            }
            #expect(detail == "it ends at audit row 2, but 3 was reached")
            #expect(try raised == epoch + 2 && revived.overview().facts.epoch == raised)
            #expect(revived.notices.allSatisfy { $0.isWarning })
            let row = try revived.audit(AuditQuery(limit: 1))[0]
            #expect(row.action == "store.epoch")
            #expect(String(decoding: row.after ?? [], as: UTF8.self).contains(#""reason":"it ends at audit row 2"#))
            revived.close()
            // Restores the same copy again: the epoch must be a new one.
            try copy(path + "-old", path)
            let third = try SQLiteRuleStore(path: path, at: .make())
            defer { third.close() }
            #expect(try third.overview().facts.epoch == epoch + 3)
        }
    }

    @Test("Another history of the same length is found by its hash")
    func otherHistory() throws {
        try withStore { store, path in
            try store.makeApp()
            store.close()
            try copy(path, path + "-old")
            for id in ["x", "y"] {
                try copy(path + "-old", path)
                try? FileManager.default.removeItem(atPath: path + (id == "y" ? "-head-x" : "-head"))
                // Without its head file a database with a history is opened by an operator's order only.
                let one = try SQLiteRuleStore(path: path, at: .make(), acceptsHead: true)
                try one.edit(.addRule(.make(id)))
                one.close()
                if id == "x" { try FileManager.default.moveItem(atPath: path + "-head", toPath: path + "-kept") }
                if id == "y" {
                    try FileManager.default.removeItem(atPath: path + "-head")
                    try FileManager.default.moveItem(atPath: path + "-kept", toPath: path + "-head")
                }
            }
            let last = try SQLiteRuleStore(path: path, at: .make())
            defer { last.close() }
            guard case .writesLost(let detail, _) = last.notices.first else {
                Issue.record("not noticed")
                return
            }
            #expect(detail == "its audit row 4 is not the one that was written", "row 3 is the order")
        }
    }

    @Test("A new database beside an old head file gets the next epoch")
    func madeAnew() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        try SQLiteRuleStore(path: path, at: .make(1_900_000_000)).close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let anew = try SQLiteRuleStore(path: path, at: .make())
        defer { anew.close() }
        #expect(anew.notices == [.created])
        #expect(try anew.overview().facts.epoch == 1_900_000_001)
    }

    /// Ways in which a head file may not fit, with a word of the refusal.
    enum Misfit: String, CaseIterable {
        case missing = "is missing"
        case empty
        case damaged = "is damaged"
        case older = "is older than the database: it ends at audit row 2, and 2 rows follow over 121 s"
    }

    @Test(
        "A missing, damaged or older head file refuses the start; by order it goes on, with a notice",
        arguments: Misfit.allCases)
    func misfit(_ misfit: Misfit) throws {
        try withStore { store, path in
            try store.makeApp()
            let head = URL(filePath: path + "-head")
            let old = try Data(contentsOf: head)
            for (number, seconds) in [1_800_000_000, 1_800_000_121].enumerated() {
                _ = try store.editDraft(
                    "moments", .addRule(.make("n\(number)")), if: .any, publishing: nil, by: .make(),
                    at: .make(Int64(seconds)), recording: nil)
            }
            store.close()
            switch misfit {
            case .missing: try FileManager.default.removeItem(at: head)
            case .empty: try Data().write(to: head)
            case .damaged:
                try Data(String(decoding: old, as: UTF8.self).replacing(" 2 ", with: " 9 ").utf8).write(to: head)
            case .older: try old.write(to: head)
            }
            let before = try (Data(contentsOf: URL(filePath: path)), try? Data(contentsOf: head))
            for _ in 0..<2 {
                let error = #expect(throws: StoreError.self) { try SQLiteRuleStore(path: path, at: .make()) }
                let word = misfit == .empty ? Misfit.missing.rawValue : misfit.rawValue
                #expect(error?.code == .invalid && error?.detail.contains(word) == true, "\(error?.detail ?? "opened")")
                #expect(error?.hint.contains("--accept-head") == true)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == before.0, "a refused database is not changed")
            #expect((try? Data(contentsOf: head)) == before.1)
            let accepted = try SQLiteRuleStore(path: path, at: .make(), acceptsHead: true)
            guard case .headAccepted(_, let epoch) = accepted.notices.first, accepted.notices[0].isWarning else {
                Issue.record("no notice: \(accepted.notices)")
                return accepted.close()
            }
            let row = try accepted.audit(AuditQuery(limit: 1))[0]
            #expect(try row.action == "store.epoch" && accepted.overview().facts.epoch == epoch)
            accepted.close()
            let again = try SQLiteRuleStore(path: path, at: .make())
            defer { again.close() }
            #expect(again.notices.isEmpty, "the order holds for one start")
        }
    }

    @Test("A head file that is some seconds older, as a loss of power leaves it, needs no order")
    func slightlyOlder() throws {
        try withStore { store, path in
            try store.makeApp()
            let head = URL(filePath: path + "-head")
            let old = try Data(contentsOf: head)
            let text = String(decoding: old, as: UTF8.self)
            #expect(old.count == 192 && text.hasPrefix("waymark-head 1 1800000000 2 "))
            for number in 0..<30 { try store.edit(.addRule(.make("n\(number)"))) }
            store.close()
            try old.write(to: head)
            let again = try SQLiteRuleStore(path: path, at: .make())
            defer { again.close() }
            #expect(again.notices.isEmpty)
            #expect(try Data(contentsOf: head) != old)
        }
    }

    @Test("A head file of 0.1.0, a backup, and a start that was killed before its first write need no order")
    func excused() throws {
        try withStore { store, path in
            try store.makeApp()
            _ = try store.backup(to: path + "-copy", by: .make(), at: .make())
            store.close()
            try tamper(path, "UPDATE facts SET epoch = 1795350459")
            let hash = try StoreInspection(of: path).audit
            guard case .intact(3, let last) = hash else { throw StoreError(.corrupt, "\(hash)", hint: "") }
            let old = StoreHead(epoch: 1_795_350_459, sequence: 3, hash: last)
            try Data(old.record).write(to: URL(filePath: path + "-head"))
            let upgraded = try SQLiteRuleStore(path: path, at: .make())
            #expect(try upgraded.notices.isEmpty && upgraded.overview().facts.epoch == 1_800_000_001)
            upgraded.close()
            let copy = try SQLiteRuleStore(path: path + "-copy", at: .make())
            #expect(copy.notices == [.backup(epoch: 1_800_000_001)] && copy.notices[0].isWarning)
            copy.close()
            let folder = try TemporaryDirectory()
            try SQLiteRuleStore(path: folder.file("new.db"), at: .make()).close()
            try FileManager.default.removeItem(atPath: folder.file("new.db") + "-head")
            try SQLiteRuleStore(path: folder.file("new.db"), at: .make()).close()
        }
    }

    @Test("An operator's order raises the epoch above one that clients have seen, and has an audit row")
    func byHand() throws {
        try withStore { store, path in
            try store.makeApp()
            #expect(try store.raiseEpoch(above: 0, by: .machine("test"), at: .make(5)) == 1_800_000_001)
            let seen = 5_000_000_000
            #expect(try store.raiseEpoch(above: seen, by: .machine("test"), at: .make()) == seen + 1)
            #expect(code { _ = try store.raiseEpoch(above: .max, by: .machine("test"), at: .make()) } == .invalid)
            let row = try store.audit(AuditQuery(limit: 1))[0]
            #expect(row.action == "store.epoch" && row.by.name == "test")
            #expect(String(decoding: row.before ?? [], as: UTF8.self) == #"{"epoch":1800000001}"#)
            #expect(
                String(decoding: row.after ?? [], as: UTF8.self)
                    == #"{"epoch":5000000001,"reason":"raised by hand"}"#)
            store.close()
            let again = try SQLiteRuleStore(path: path, at: .make())
            defer { again.close() }
            #expect(try again.notices.isEmpty && again.overview().facts.epoch == 5_000_000_002)
        }
    }

    @Test("After a kill the head file is not ahead of the database, and the next start has no notice")
    func kill() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try SQLiteRuleStore(path: path, at: .make())
            try store.makeApp(rules: [])
            for number in 0..<50 { try store.edit(.addRule(.make("r\(number)"))) }
            Glibc.kill(getpid(), SIGKILL)
        }
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        #expect(store.notices.isEmpty)
        #expect(try store.ruleIDs().count == 50)
    }
}
