import Foundation
import OfflineStore
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Damaged backups", .scheduled)
struct BackupDamageTests {
    /// A backup of two apps with two releases each, whose parts are all different.
    private func makeBackup(in place: TemporaryDirectory) throws -> String {
        try withStore { store, path in
            for app in ["alpha", "beta"] {
                try store.makeApp(app)
                for version in 1...2 {
                    var release = try PreparedRelease.makeCompiled(basis: 2, version: version, app: app)
                    release.gzip = Array("gzip of \(app) \(version)".utf8)
                    release.draft = Array("draft of \(app) \(version)".utf8)
                    try store.publish(release, app: app)
                }
            }
            let folder = try BackupFolder(place.url.path, of: path)
            defer { folder.close() }
            return place.file(try folder.make(at: .make()) { false }.name.text)
        }
    }

    private func complaint(_ path: String) throws -> String? {
        try #require(OfflineBackups.examine(path).first).complaint
    }

    @Test("Any bit that has changed is found by the digest beside the backup, which sha256sum can read, too")
    func bits() throws {
        let place = try TemporaryDirectory()
        let backup = try makeBackup(in: place)
        let good = try Data(contentsOf: URL(filePath: backup))
        let name = try #require(backup.split(separator: "/").last)
        let line = try String(contentsOfFile: BackupDigest.path(of: backup), encoding: .utf8)
        #expect(line.count == 64 + 2 + name.count + 1 && line.hasSuffix("  \(name)\n"))
        #expect(try complaint(backup) == nil)
        // As other programs write it.
        for other in ["\u{FEFF}" + line, line.uppercased()] {
            try Data(other.utf8).write(to: URL(filePath: BackupDigest.path(of: backup)))
            #expect(try complaint(backup) == nil)
        }
        var generator = SeededGenerator.fromEnvironment(default: 34)
        for _ in 0..<60 {
            var bad = good
            bad[Int.random(in: 0..<bad.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            try bad.write(to: URL(filePath: backup))
            #expect(try complaint(backup) != nil, "seed 34")
        }
    }

    @Test("The file of its digest names a backup, because a pattern of a shell finds it after the backup")
    func named() throws {
        let place = try TemporaryDirectory()
        let backup = try makeBackup(in: place)
        let digest = BackupDigest.path(of: backup)
        #expect(try OfflineBackups.examine(digest).map(\.path) == [backup])
        let restored = place.file("restored.db")
        #expect(try OfflineDatabase.restore(digest, to: restored).findings.releases == 4)
        // Alone it is a file like others.
        try FileManager.default.removeItem(atPath: backup)
        #expect(try complaint(digest) != nil)
    }

    @Test("Each damaged part of a release is named, also in a backup of an earlier release", arguments: [true, false])
    func parts(isOlder: Bool) throws {
        let place = try TemporaryDirectory()
        let backup = try makeBackup(in: place)
        try FileManager.default.removeItem(atPath: BackupDigest.path(of: backup))
        if isOlder { try tamper(backup, "UPDATE blobs SET digest = NULL") }
        let good = try Data(contentsOf: URL(filePath: backup))
        let alone = try #require(OfflineBackups.examine(backup).first)
        #expect(alone.findings?.hasDigest == false)
        // The gzip forms of this test are no gzip, which only their own digest can prove.
        #expect((alone.complaint == nil) == !isOlder)
        let parts = [
            ("body_blob FROM release_contents c", "body"), ("gzip_blob FROM release_contents c", "gzip form"),
            ("draft_blob FROM release_contents c", "draft"),
            (
                "i.gzip_blob FROM release_indexes i JOIN releases c ON c.digest = i.body_digest", "compiled index"
            ),
        ]
        for (query, part) in parts where !isOlder || part == "body" || part == "compiled index" {
            try good.write(to: URL(filePath: backup))
            try tamper(
                backup,
                """
                UPDATE blob_chunks SET bytes = zeroblob(length(bytes)) WHERE blob_id =
                    (SELECT \(query) JOIN apps a ON a.id = c.app_id WHERE a.name = 'beta' AND c.version = 1)
                """)
            let found = try #require(OfflineBackups.examine(backup).first?.findings).complaints
            #expect(found.contains { $0.contains("the \(part)") && $0.contains("of release 1 of beta") }, "\(found)")
            let refused = #expect(throws: OfflineError.self) {
                try OfflineDatabase.restore(backup, to: place.file("restored.db"))
            }
            #expect(refused?.detail.contains("is damaged: the") == true, "\(part)")
        }
    }

    @Test("A copy with a damaged release is no verified backup: it has its own name, and the verified ones stay")
    func scheduled() throws {
        try withStore { store, path in
            try store.makeApp()
            try store.publish(.makeCompiled(basis: 2, version: 1))
            let place = try TemporaryDirectory()
            let folder = try BackupFolder(place.url.path, of: path)
            defer { folder.close() }
            let good = try folder.make(at: .make()) { false }
            try tamper(path, "UPDATE blob_chunks SET bytes = zeroblob(length(bytes)) WHERE blob_id = 1")
            for hour in 1...3 {
                let failure = #expect(throws: StoreError.self) {
                    try folder.make(at: .make(1_800_000_000 + Int64(hour) * 3600)) { false }
                }
                #expect(failure?.detail == "The body of release 1 of moments no longer has its digest.")
                #expect(failure?.hint.contains("-backup-damaged-") == true)
            }
            #expect(try folder.backups() == [good.name])
            let names = try FileManager.default.contentsOfDirectory(atPath: place.url.path).sorted()
            #expect(names.filter { $0.contains("-damaged-") }.count == 2, "\(names)")
            let damaged = try #require(names.first { $0.contains("-damaged-") })
            #expect(try complaint(place.file(damaged))?.contains("the body of release 1 of moments") == true)
            let copied = #expect(throws: OfflineError.self) {
                try OfflineCopy.run(from: place.file(damaged), to: place.file("copy.db")) { _, _, _ in }
            }
            #expect(copied?.detail.contains("release 1 of moments") == true)
        }
    }
}
