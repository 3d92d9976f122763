import Foundation
import Glibc
import ReleaseStore
import RouteModel
import SQLiteKit
import TestSupport
import Testing

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

    @Test("A normal start has no notice, the first one has `created`")
    func ordinary() throws {
        try withStore { store, path in
            #expect(store.notices == [.created])
            try store.makeApp()
            let epoch = try store.overview().facts.epoch
            store.close()
            for _ in 0..<2 {
                let again = try SQLiteRuleStore(path: path, at: .make(1_900_000_000))
                #expect(again.notices.isEmpty)
                #expect(try again.overview().facts.epoch == epoch)
                again.close()
            }
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
            newer.close()
            try copy(path + "-old", path)
            let revived = try SQLiteRuleStore(path: path, at: .make())
            guard case .writesLost(let detail, let raised) = revived.notices.first else {
                Issue.record("the loss was not noticed: \(revived.notices)")
                return revived.close()
            }
            #expect(detail == "it ends at audit row 2, but 3 was reached")
            #expect(try raised == epoch + 1 && revived.overview().facts.epoch == raised)
            revived.close()
            // Restores the same copy again: the epoch must be a new one.
            try copy(path + "-old", path)
            let third = try SQLiteRuleStore(path: path, at: .make())
            defer { third.close() }
            #expect(try third.overview().facts.epoch == epoch + 2)
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
                let one = try SQLiteRuleStore(path: path, at: .make())
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
            #expect(detail == "its audit row 3 is not the one that was written")
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

    @Test("A missing or damaged head file is written again, without a notice", arguments: [true, false])
    func damagedHead(isMissing: Bool) throws {
        try withStore { store, path in
            try store.makeApp()
            store.close()
            let head = URL(filePath: path + "-head")
            let text = try String(contentsOf: head, encoding: .utf8)
            #expect(text.utf8.count == 192 && text.hasPrefix("waymark-head 1 1800000000 2 "))
            if isMissing {
                try FileManager.default.removeItem(at: head)
            } else {
                try Data(text.replacing(" 2 ", with: " 9 ").utf8).write(to: head)
            }
            let again = try SQLiteRuleStore(path: path, at: .make())
            #expect(again.notices.isEmpty)
            again.close()
            #expect(try String(contentsOf: head, encoding: .utf8) == text)
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
