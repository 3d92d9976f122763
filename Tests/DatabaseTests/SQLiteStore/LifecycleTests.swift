import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Opening, closing, backups", .scheduled)
struct LifecycleTests {
    @Test("All records are there after closing and opening")
    func reopen() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            let overview = try store.overview()
            let content = try store.releaseContent("moments", 1)
            store.close()
            store.close()
            #expect(code { _ = try store.apps() } == .closed)
            #expect(code { try store.edit(.deleteRule(id: "a")) } == .closed)
            let again = try SQLiteRuleStore(path: path, at: .make(2_000_000_000))
            defer { again.close() }
            var expected = overview
            expected.facts.epoch = 2_000_000_000
            #expect(try again.overview() == expected, "only the epoch is another one")
            #expect(try again.releaseContent("moments", 1) == content)
            #expect(try again.overview().facts.schemaVersion == overview.facts.schemaVersion)
            #expect(try again.overview().facts.createdAt == .make())
        }
    }

    @Test("Only the owner can read the files")
    func permissions() throws {
        try withStore { store, path in
            try store.makeApp()
            for suffix in ["", "-wal", "-shm", "-lock"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
            }
        }
    }

    @Test("Files that other accounts could read get mode 0600 and a notice each; a group's access stays")
    func restricted() throws {
        try withStore { store, path in
            try store.makeApp()
            store.close()
            let copies = ["-migration-20260102T030405Z-layout-1", "-before-restore-1", "-backup-00"].map { path + $0 }
            let open = [path, path + "-head", path + "-lock"] + copies
            for file in open {
                if !FileManager.default.fileExists(atPath: file) { try Data("x".utf8).write(to: URL(filePath: file)) }
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            }
            let (shared, foreign) = (path + "-admin-token", path + "2")
            for (file, mode) in [(shared, 0o640), (foreign, 0o644)] {
                try Data("x".utf8).write(to: URL(filePath: file))
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            }
            let again = try SQLiteRuleStore(path: path, at: .make())
            defer { again.close() }
            func mode(_ file: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            }
            for file in open + [path + "-wal", path + "-shm"] { #expect(try mode(file) == 0o600, "\(file)") }
            #expect(try mode(shared) == 0o640 && mode(foreign) == 0o644)
            #expect(again.notices.filter(\.isWarning).count == open.count, "\(again.notices)")
            #expect("\(again.notices)".contains("Other accounts could read"))
        }
    }

    @Test("A second process is refused while the first has the database open")
    func locked() throws {
        try withStore { store, path in
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make()) } == .locked)
            try FileManager.default.createSymbolicLink(atPath: path + "-link", withDestinationPath: path)
            #expect(code { _ = try SQLiteRuleStore(path: path + "-link", at: .make()) } == .locked)
            try store.makeApp()
        }
    }

    @Test("A file of a newer version is refused and not changed")
    func newer() throws {
        try withStore { store, path in
            store.close()
            try tamper(path, "INSERT INTO migrations VALUES (99, '99 from the future', 0)")
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make()) } == .newer)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test("Another program's database, and a file that is none, are refused and not changed")
    func foreign() throws {
        let folder = try TemporaryDirectory()
        let other = folder.file("other.db")
        try Data().write(to: URL(filePath: other))
        try tamper(other, "CREATE TABLE t (a)")
        let text = folder.file("text.db")
        try Data("hello, this is a text and not a database".utf8).write(to: URL(filePath: text))
        for (path, expected) in [(other, StoreError.Code.foreign), (text, .corrupt)] {
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make()) } == expected)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
        #expect(code { _ = try SQLiteRuleStore(path: folder.file("no/such.db"), at: .make()) } == .storage)
    }

    @Test("A backup made during writes is complete, and opening it raises the epoch")
    func backup() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, bytes: 3_000_000))
            let writer = TestThread {
                for number in 0..<200 { _ = try? store.edit(.addRule(.make("w\(number)"))) }
            }
            let copy = path + "-copy"
            let size = try store.backup(to: copy, by: .make(), at: .make())
            writer.join()
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            #expect(attributes[.size] as? Int == size.byteCount && attributes[.posixPermissions] as? Int == 0o600)
            #expect(try store.ruleIDs().count == 203)
            #expect(code { _ = try store.backup(to: copy, by: .make(), at: .make()) } == .exists)
            let epoch = try store.overview().facts.epoch
            #expect(epoch == 1_800_000_000)
            let restored = try SQLiteRuleStore(path: copy, at: .make())
            #expect(try restored.overview().facts.epoch == epoch + 1)
            #expect(try restored.releaseContent("moments", 1) == store.releaseContent("moments", 1))
            #expect(try restored.ruleIDs().count == restored.draftHeader("moments").revision - 2 + 3)
            guard case .intact = try restored.verifyAudit() else { throw StoreError(.corrupt, "audit", hint: "") }
            restored.close()
            let again = try SQLiteRuleStore(path: copy, at: .make(1_900_000_000))
            defer { again.close() }
            #expect(try again.overview().facts.epoch == 1_900_000_000)
        }
    }

    @Test("The check for writes fails if the file cannot be written")
    func writable() throws {
        try withStore { store, path in
            try store.checkWritable(at: .make())
            try tamper(path, "CREATE TRIGGER fault BEFORE UPDATE ON facts BEGIN SELECT RAISE (ABORT, 'x'); END")
            #expect(code { try store.checkWritable(at: .make()) } == .storage)
        }
    }
}
