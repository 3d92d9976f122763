import Foundation
import Glibc
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Failing disks", .scheduled)
struct DiskTests {
    @Test("While no file can grow, writes fail with a clear error and reads work; afterwards writes work again")
    func full() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        await #expect(processExitsWith: .success) { [path = path as String] in
            try fillTheDisk(path)
        }
    }

    @Test("A damaged page is reported as `corrupt`")
    func damagedPage() throws {
        try withStore { store, path in
            try store.makeApp(rules: (0..<2000).map { "rule-\($0)" })
            store.close()
            let file = try FileHandle(forUpdating: URL(filePath: path))
            let size = try file.seekToEnd()
            // Damages every page from the 31st on; the first pages, with the schema, stay intact.
            for page in stride(from: 4096 * 30, to: size, by: 4096) {
                try file.seek(toOffset: page)
                try file.write(contentsOf: Data(repeating: 0xFF, count: 100))
            }
            try file.close()
            let again = try? SQLiteRuleStore(path: path, at: .make())
            defer { again?.close() }
            if let again { #expect(code { _ = try again.draft("moments") } == .corrupt) }
        }
    }

    @Test("A file without write permission is reported as `readOnly`")
    func readOnly() throws {
        // root may write to any file.
        guard geteuid() != 0 else { return }
        try withStore { store, path in
            store.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make()) } == .readOnly)
        }
    }
}

/// Publishes while no file may grow, and again when files may grow.
private func fillTheDisk(_ path: String) throws {
    let store = try SQLiteRuleStore(path: path, at: .make())
    defer { store.close() }
    try store.makeApp()
    try store.publish(.make(basis: 2, version: 1))
    // If SIGXFSZ is ignored, write(2) beyond the limit fails as on a full disk (setrlimit(2)).
    signal(SIGXFSZ, SIG_IGN)
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
    let limit = setFileSizeLimit(rlim_t(size + 8192))
    let failure = code { try store.publish(.make(basis: 2, version: 2, bytes: 2_000_000)) }
    try #require(failure == .diskFull || failure == .storage)
    try #require(store.statistics.writesBroken >= 1)
    try #require(store.releaseContent("moments", 1).record.version == 1)
    try #require(store.draftHeader("moments").nextVersion == 2)
    _ = setFileSizeLimit(limit)
    try store.publish(.make(basis: 2, version: 2, bytes: 2_000_000))
    guard case .intact = try store.verifyAudit() else { exit(3) }
}

/// Sets the maximum size of files; returns the previous one.
func setFileSizeLimit(_ bytes: rlim_t) -> rlim_t {
    var limit = rlimit()
    // Unsafe: the system reads and writes one local struct.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = bytes
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    return before
}
