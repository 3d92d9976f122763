import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("Compiled indexes of releases", .scheduled)
struct IndexTests {
    /// The number of rows of indexes, and the number of byte strings of all releases.
    private func counts(_ store: any RuleStore) throws -> [Int] {
        try store.read { session in
            try session.first("SELECT (SELECT count(*) FROM release_indexes), (SELECT count(*) FROM blobs)") { row in
                [row.integer(0), row.integer(1)]
            } ?? []
        }
    }

    private func move(_ store: any RuleStore, _ name: String, to version: Int) throws {
        _ = try store.moveChannel("moments", name, to: version, isPublic: false, if: .any, by: .make(), at: .make())
    }

    @Test("A publish stores the index; it is found by its digest, with the bytes that were published")
    func published() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.makeApp("other")
            let prepared = try PreparedRelease.makeCompiled(basis: 2, version: 1)
            let index = try #require(prepared.index)
            #expect(try store.publish(prepared).release.indexes == [index.record])
            #expect(try store.releases("moments", below: nil, limit: 9).map(\.indexes) == [[index.record]])
            #expect(try store.releaseContent("moments", 1).indexes == [index])
            #expect(index.record.gzipByteCount == index.gzip.count && index.record.byteCount == index.bytes.count)
            #expect(try store.release("moments", index: index.record.digest).version == 1)
            #expect(code { _ = try store.release("other", index: index.record.digest) } == .notFound)
            #expect(code { _ = try store.release("moments", index: prepared.digest) } == .notFound)
            #expect(try store.releaseSource("moments", 1).draft == prepared.draft)
        }
    }

    @Test("The index of another body is refused")
    func foreign() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            var prepared = try PreparedRelease.makeCompiled(basis: 2, version: 1)
            prepared.index = try PreparedRelease.makeCompiled(basis: 2, version: 2).index
            #expect(code { try store.publish(prepared) } == .invalid)
        }
    }

    @Test("The bytes of a long index are staged, and deleted if the publish fails")
    func staged() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            var prepared = PreparedRelease.make(basis: 2, version: 1)
            var (random, noise) = (SystemRandomNumberGenerator(), [UInt8](repeating: 0, count: 1_500_000))
            for place in noise.indices { noise[place] = .random(in: 0...255, using: &random) }
            prepared.index = try ReleaseIndex(noise, ofBody: prepared.digest)
            var late = prepared
            late.basis = 1
            #expect(code { try store.publish(late) } == .revisionMismatch)
            #expect(try counts(store) == [0, 0])
            try store.publish(prepared)
            #expect(try store.releaseContent("moments", 1).indexes.first?.bytes == noise)
            #expect(try counts(store) == [1, 4])
        }
    }

    @Test("A move to a release without an index makes it once, with the bytes of the publish")
    func moved() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            let prepared = try PreparedRelease.makeCompiled(basis: 2, version: 1)
            try store.publish(prepared)
            try store.publish(.make(basis: 2, version: 2))
            try place.tamper("CREATE TEMP TABLE t AS SELECT * FROM release_indexes; DELETE FROM release_indexes;")
            #expect(try store.release("moments", 1).indexes.isEmpty)
            try move(store, "beta", to: 1)
            #expect(try store.releaseContent("moments", 1).indexes == [prepared.index])
            let before = try counts(store)
            try move(store, "staging", to: 1)
            // The body of release 2 is not one that can be compiled.
            try move(store, "beta", to: 2)
            #expect(try counts(store) == before && before[0] == 1)
            #expect(try store.release("moments", 2).indexes.isEmpty)
            #expect(code { try move(store, "beta", to: 3) } == .notFound)
        }
    }

    @Test("Retention removes the index with the bytes and counts it; so does the deletion of the app")
    func removed() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            for version in 1...3 { try store.publish(.makeCompiled(basis: 2, version: version)) }
            let content = try store.releaseContent("moments", 1)
            let size = content.body.count + content.gzip.count + 2 + (content.indexes.first?.gzip.count ?? 0)
            let rule = RetentionRule(releases: 2, days: 1)
            let day = Instant.make(1_800_000_000 + 2 * 86_400)
            #expect(try store.retentionPlan(of: "moments", under: rule, at: day).byteCount == size)
            let done = try store.removeReleases(of: "moments", under: rule, by: .make(), at: day)
            #expect(done.versions == [1] && done.byteCount == size)
            #expect(try store.release("moments", 1).indexes.isEmpty)
            #expect(try counts(store) == [2, 2 * 4])
            try store.deleteApp("moments", if: .any, by: .make(), at: day)
            #expect(try counts(store) == [0, 0])
        }
    }

    @Test("A damaged index is not returned, and named")
    func damaged() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            let prepared = try PreparedRelease.makeCompiled(basis: 2, version: 1)
            try store.publish(prepared)
            let other = try #require(PreparedRelease.makeCompiled(basis: 2, version: 2).index)
            let digits = other.gzip.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            try place.tamper(
                """
                UPDATE blob_chunks SET bytes = X'\(digits)' WHERE blob_id = (SELECT gzip_blob FROM release_indexes);
                UPDATE blobs SET byte_count = \(other.gzip.count)
                    WHERE id = (SELECT gzip_blob FROM release_indexes);
                """)
            let content = try store.releaseContent("moments", 1)
            #expect(content.indexes.isEmpty && content.record.indexes.isEmpty)
            let format = try #require(prepared.index).record.format
            #expect(content.damage == [ReleaseDamage(.index(format: format), app: "moments", version: 1)])
        }
    }
}
