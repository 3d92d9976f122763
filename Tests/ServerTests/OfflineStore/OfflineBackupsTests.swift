import Foundation
import OfflineStore
import RouteModel
import StoreDatabases
import StoreFixtures
import TestSupport
import Testing

@Suite("Backups examined without a server", .scheduled)
struct OfflineBackupsTests {
    @Test(
        "each backup of a folder is opened, oldest first; a damaged one has a complaint, and other files are left out")
    func folder() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            let place = try TemporaryDirectory()
            #expect(try OfflineBackups.examine(place.url.path).isEmpty)
            let folder = try BackupFolder(place.url.path, of: path)
            defer { folder.close() }
            let later = try folder.make(at: .make(1_700_003_600)) { false }
            let earlier = try folder.make(at: .make(1_700_000_000)) { false }
            try Data("x".utf8).write(to: URL(filePath: place.file("notes.txt")))
            let found = try OfflineBackups.examine(place.url.path)
            #expect(found.map(\.path) == [earlier, later].map { "\(place.url.path)/\($0.name.text)" })
            for backup in found {
                #expect(backup.complaint == nil && backup.bytes == earlier.bytes)
                #expect(backup.findings?.isBackup == true && backup.findings?.apps == 1)
                #expect(backup.findings?.releases == 1 && (backup.ageSeconds ?? 0) > 0)
            }
            try Data("no database".utf8).write(to: URL(filePath: found[0].path))
            let again = try OfflineBackups.examine(place.url.path)
            #expect(again.map { $0.complaint == nil } == [false, true] && again[0].findings == nil)
            let alone = try OfflineBackups.examine(found[1].path)
            #expect(alone.count == 1 && alone[0].complaint == nil && alone[0].ageSeconds == nil)
            let refused = #expect(throws: OfflineError.self) { try OfflineBackups.examine(place.file("none")) }
            #expect(refused?.detail.contains("no file and no folder") == true)
        }
    }
}
