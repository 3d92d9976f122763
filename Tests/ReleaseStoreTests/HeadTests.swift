import Foundation
import Glibc
import ReleaseStore
import RouteModel
import SQLiteKit
import TestSupport
import Testing

@Suite("The head file makes losses known", .scheduled)
struct HeadTests {
    private func copy(_ from: String, _ to: String) throws {
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: to + suffix)
            if FileManager.default.fileExists(atPath: from + suffix) {
                try FileManager.default.copyItem(atPath: from + suffix, toPath: to + suffix)
            }
        }
    }

    @Test("an ordinary start tells nothing, a first one that the database is new")
    func ordinary() throws {
        try withStore { store, path in
            #expect(store.notices == [.created])
            try store.makeApp()
            let epoch = try store.facts().epoch
            store.close()
            for _ in 0..<2 {
                let again = try SQLiteRuleStore(path: path, at: .make(1_900_000_000))
                #expect(again.notices.isEmpty)
                #expect(try again.facts().epoch == epoch)
                again.close()
            }
        }
    }

    @Test("a database put back from an old copy, or with its log cut off, gets a higher epoch and says so")
    func putBack() throws {
        try withStore { store, path in
            try store.makeApp()
            let epoch = try store.facts().epoch
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
            #expect(try raised == epoch + 1 && revived.facts().epoch == raised)
            revived.close()
            // The same copy once more: the epoch must not be one that was seen already.
            try copy(path + "-old", path)
            let third = try SQLiteRuleStore(path: path, at: .make())
            defer { third.close() }
            #expect(try third.facts().epoch == epoch + 2)
        }
    }

    @Test("another history of the same length is noticed by its hash")
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

    @Test("a database made anew beside an old head counts on from its epoch")
    func madeAnew() throws {
        try withStore { store, path in
            let epoch = try store.raiseEpoch(by: .make(), at: .make(1_900_000_000))
            store.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            let anew = try SQLiteRuleStore(path: path, at: .make())
            defer { anew.close() }
            #expect(anew.notices == [.created])
            #expect(try anew.facts().epoch == epoch + 1)
        }
    }

    @Test("a missing or damaged head is made anew, without alarm", arguments: [true, false])
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

    @Test("after a kill the head is never ahead of the database, and the next start is quiet")
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
