import Foundation
import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("The folder of scheduled backups", .scheduled)
struct BackupFolderTests {
    private func names(in folder: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test("a name has the database, the time and the origin; other names are no backups")
    func name() throws {
        let text = "my-app.db-backup-20270115T080000Z-1a2b3c4d"
        let name = try #require(BackupName(text))
        #expect(name.database == "my-app.db" && name.at == .make() && name.origin == "1a2b3c4d" && name.text == text)
        let late = Instant(milliseconds: 1_800_000_000_999)
        #expect(BackupName(database: "d", at: late, origin: "00000000").at == .make())
        let others = [
            "", "x", "waymark.db", "-backup-20270115T080000Z-1a2b3c4d", "d-backup-20270115T080000Z-1A2B3C4D",
            "d-backup-20271315T080000Z-1a2b3c4d", "d-backup-20270115T080060Z-1a2b3c4d", "d-backup-lock-1a2b3c4d",
            "d-backup-20270115T080000Z-1a2b3c4d-unfinished", "d-backup-0011223344556677",
            "d-backup-20270115T0800é-1a2b3c4d", "d-backup-20270115T080000Z-1a2b3c4",
        ]
        for other in others { #expect(BackupName(other) == nil, "\(other)") }
    }

    @Test("a backup is complete, private and opens; the oldest of this database are removed, and no other file")
    func rotation() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, bytes: 3_000_000))
            let place = try TemporaryDirectory()
            let folder = try BackupFolder(place.url.path, of: path)
            let foreign = [
                "waymark.db-backup-20200101T000000Z-ffffffff", "notes.txt",
                "other.db-backup-20200101T000000Z-00000000",
            ]
            for file in foreign { try Data("x".utf8).write(to: URL(filePath: place.file(file))) }
            for hour in 0..<4 {
                let writer = TestThread {
                    for number in 0..<20 { _ = try? store.edit(.addRule(.make("w\(hour)-\(number)"))) }
                }
                let made = try folder.make(at: .make(1_800_000_000 + Int64(hour) * 3600)) { false }
                #expect(writer.join())
                let file = place.file(made.name.text)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.size] as? Int == made.bytes && attributes[.posixPermissions] as? Int == 0o600)
                let found = try StoreInspection(of: file)
                #expect(found.damage.isEmpty && found.isCopy && found.releaseCount == 1 && found.appCount == 1)
                let (removed, left) = try folder.removeOldest(keeping: 2, with: made.name)
                #expect(removed == (hour < 2 ? 0 : 1) && left == 0)
            }
            #expect(try folder.backups().map(\.at) == [.make(1_800_007_200), .make(1_800_010_800)])
            let there = try names(in: place)
            #expect(there.count == foreign.count + 5 && there.contains { $0.contains("-backup-lock-") }, "\(there)")
            #expect(Set(there).isSuperset(of: foreign))
        }
    }

    @Test("a new backup stays although the clock went back")
    func clock() throws {
        try withStore { store, path in
            try store.makeApp()
            let place = try TemporaryDirectory()
            let folder = try BackupFolder(place.url.path, of: path)
            _ = try folder.make(at: .make(1_900_000_000)) { false }
            let made = try folder.make(at: .make()) { false }
            #expect(try folder.removeOldest(keeping: 1, with: made.name).removed == 1)
            #expect(try folder.backups() == [made.name])
        }
    }

    @Test("a cancelled or damaged copy leaves no file, parts of a killed server are removed, good backups stay")
    func failure() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, bytes: 3_000_000))
            let place = try TemporaryDirectory()
            let folder = try BackupFolder(place.url.path, of: path)
            let good = try folder.make(at: .make()) { false }
            #expect(code { _ = try folder.make(at: .make()) { false } } == .exists)
            #expect(code { _ = try folder.make(at: .make(1_800_000_001)) { true } } == .closed)
            for ending in ["-unfinished", "-unfinished-journal"] {
                try Data("x".utf8).write(to: URL(filePath: place.file(good.name.text + ending)))
            }
            store.close()
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seek(toOffset: 4096 * 200)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 100))
            try file.close()
            #expect(code { _ = try folder.make(at: .make(1_800_000_002)) { false } } == .corrupt)
            let there = try names(in: place)
            #expect(there.count == 3 && there.contains(good.name.text), "\(there)")
        }
    }

    @Test("two databases of one name share a folder; a second server with the same database is refused")
    func shared() throws {
        let place = try TemporaryDirectory()
        try withStore { _, path in
            try withStore { _, other in
                let one = try BackupFolder(place.url.path, of: path)
                let two = try BackupFolder(place.url.path, of: other)
                #expect(code { _ = try BackupFolder(place.url.path, of: path) } == .locked)
                let (mine, yours) = (try one.make(at: .make()) { false }, try two.make(at: .make()) { false })
                #expect(try two.removeOldest(keeping: 1, with: yours.name).removed == 0)
                #expect(try one.backups() == [mine.name] && two.backups() == [yours.name])
                one.close()
                #expect(try BackupFolder(place.url.path, of: path).backups() == [mine.name])
            }
        }
        #expect(code { _ = try BackupFolder(place.url.path, of: place.file("nothing.db")) } == .storage)
    }
}
