import Foundation
import RouteIndex
import TestSupport
import Testing

@testable import RouteClient

/// Thrown by a test from between two steps, as if the process had died there.
private let killed = RouteClientError(.cacheUnwritable, "killed by the test")

@Suite("The cache directory")
struct CacheTests {
    let directory: TemporaryDirectory
    let cache: ReleaseCache

    init() throws {
        directory = try TemporaryDirectory()
        cache = ReleaseCache(folder: directory.file("moments"))
    }

    /// What a launch finds: the version, where from, and whether anything was wrong.
    private func launch() -> (version: Int?, source: LaunchReport.Source?, problems: [RouteClientError]) {
        var problems: [RouteClientError] = []
        let opened = cache.open(&problems)
        return (opened?.index.version, opened?.source, problems)
    }

    @Test("What was stored is mapped again, and older files are gone")
    func stores() throws {
        #expect(launch().version == nil && launch().problems.isEmpty)
        #expect(try cache.store(Publication.make(1).update))
        #expect(try cache.store(Publication.make(2).update))
        let found = launch()
        #expect(found.version == 2 && found.source == .index && found.problems.isEmpty)
        let digest = Publication.make(2).digest
        #expect(
            try Set(CacheFiles.names(in: cache.folder)) == [
                "head.json", "lock", "body-\(digest).json", "index-\(digest).wmi",
            ])
    }

    @Test(
        "A kill after any step leaves the old release or the new one, and the next update works",
        arguments: ReleaseCache.UpdateStep.allCases)
    func kills(step: ReleaseCache.UpdateStep) throws {
        for isFirst in [true, false] {
            let directory = try TemporaryDirectory()
            var cache = ReleaseCache(folder: directory.file("moments"))
            if !isFirst { _ = try cache.store(Publication.make(1).update) }
            cache.afterStep = { done throws(RouteClientError) in if done == step { throw killed } }
            #expect(throws: killed) { try cache.store(Publication.make(2).update) }
            var problems: [RouteClientError] = []
            let version = cache.open(&problems)?.index.version
            let isCommitted = [.head, .synchronise, .cleanUp].contains(step)
            // Before the very first head a whole body is still better than nothing.
            let before: [Int?] = isFirst ? [nil, [.body, .index].contains(step) ? 2 : nil] : [1]
            #expect(isCommitted ? version == 2 : before.contains(version), "\(step) \(String(describing: version))")
            #expect(problems.isEmpty)
            cache.afterStep = { _ in }
            #expect(try cache.store(Publication.make(3).update))
            #expect(cache.open(&problems)?.index.version == 3)
            #expect(try CacheFiles.names(in: cache.folder).count == 4)
        }
    }

    @Test("A half-written temporary file is never read and soon removed")
    func halfWritten() throws {
        _ = try cache.store(Publication.make(1).update)
        for name in ["head.json.part", "body-x.json.part", "index-x.wmi.part"] {
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: cache.folder + "/" + name))
        }
        #expect(launch().version == 1)
        _ = try cache.store(Publication.make(2).update)
        #expect(try CacheFiles.names(in: cache.folder).allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test(
        "A damaged or missing index is made again from the body, offline",
        arguments: [nil, [], [0], [0x57, 0x4D]] as [[UInt8]?])
    func damagedIndex(bytes: [UInt8]?) throws {
        let publication = Publication.make(1)
        _ = try cache.store(publication.update)
        let path = cache.indexPath(publication.digest)
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: path)
        if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
        let found = launch()
        #expect(found.version == 1 && found.source == .body && found.problems.isEmpty == (bytes == nil))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == good)
        #expect(launch().source == .index)
    }

    @Test("A flipped bit anywhere in the index is noticed")
    func flippedBits() throws {
        let publication = Publication.make(1)
        _ = try cache.store(publication.update)
        let path = cache.indexPath(publication.digest)
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        for offset in stride(from: 0, to: good.count, by: max(1, good.count / 40)) {
            var bad = good
            bad[offset] ^= 0x10
            try bad.write(to: URL(fileURLWithPath: path))
            let found = launch()
            #expect(found.version == 1 && found.source == .body && !found.problems.isEmpty, "byte \(offset)")
        }
    }

    @Test("A damaged body is no release, and an index beside it still answers")
    func damagedBody() throws {
        let publication = Publication.make(1)
        _ = try cache.store(publication.update)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: cache.bodyPath(publication.digest)))
        #expect(launch().source == .index)
        try FileManager.default.removeItem(atPath: cache.indexPath(publication.digest))
        let found = launch()
        #expect(found.version == nil && found.problems.contains { $0.code == .wrongDigest })
    }

    @Test("A damaged head leaves the newest body that proves itself", arguments: ["", "{", "{}", "<html>"])
    func damagedHead(text: String) throws {
        _ = try cache.store(Publication.make(4).update)
        try Data(text.utf8).write(to: URL(fileURLWithPath: cache.headPath))
        let found = launch()
        #expect(found.version == 4 && found.problems.first?.code == .cacheUnreadable)
    }

    @Test("A slower process does not put an older release over a newer one")
    func overtaken() throws {
        _ = try cache.store(Publication.make(5).update)
        #expect(try !cache.store(Publication.make(4).update))
        #expect(launch().version == 5)
    }

    @Test("Processes sharing the directory take what another fetched instead of fetching it again")
    func sharing() async throws {
        let server = try ScriptedServer(.make(1))
        let (one, two) = (try RouteClient.make(server, directory), try RouteClient.make(server, directory))
        try await one.refresh()
        guard case .updated = try await two.refresh() else { return #expect(Bool(false), "not updated") }
        #expect(two.answer == "Detail1")
        #expect(server.paths.filter { $0.contains("/bodies/") }.count == 1)
    }

    @Test(
        "A server at another address starts from what the first one left, and its first head wins whatever its position"
    )
    func otherServer() async throws {
        let (old, new) = (try ScriptedServer(.make(9)), try ScriptedServer(.make(3)))
        try await RouteClient.make(old, directory).refresh()
        let client = try RouteClient.make(new, directory)
        #expect(client.launch.source == .otherServer && client.answer == "Detail9" && client.release?.position == nil)
        new.misbehave { isHead, _ in isHead ? nil : .http(200, Publication.make(4).body) }
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == .wrongDigest && client.answer == "Detail9", "the last good one stays")
        new.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail3")
        #expect(try RouteClient.make(old, directory).answer == "Detail9", "and each keeps its own")
        #expect(try RouteClient(server: new.base, app: "other", cache: directory.path).launch.source == .nothing)
        let staging = try RouteClient(server: new.base, app: "moments", channel: "staging", cache: directory.path)
        #expect(staging.launch.source == .nothing)
    }

    @Test("Updates and launches at the same time never meet a half-done cache")
    func concurrent() async throws {
        let cache = cache
        _ = try cache.store(Publication.make(1).update)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for number in 2..<20 { _ = try cache.store(Publication.make(number * 2 + writer).update) }
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    var problems: [RouteClientError] = []
                    #expect(cache.open(&problems) != nil && problems.isEmpty, "\(problems)")
                }
            }
            try await group.waitForAll()
        }
        #expect(launch().version == 39)
    }

    @Test("An app's own release answers first, and whichever is later wins")
    func bundle() async throws {
        let server = try ScriptedServer(.make(2))
        let folder = directory.file("bundle")
        let info = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        #expect(info.version == 2)
        let first = try RouteClient.make(server, directory, bundle: folder)
        #expect(first.launch.source == .bundle && first.answer == "Detail2")
        server.publish(.make(3))
        try await first.refresh()
        #expect(try RouteClient.make(server, directory, bundle: folder).answer == "Detail3")
        let fresh = try TemporaryDirectory()
        #expect(try RouteClient.make(server, fresh, bundle: directory.file("none")).launch.problems.count == 1)
    }
}

@Suite("When to ask again")
struct PollScheduleTests {
    @Test("After success the server's interval and a part of its jitter, within reason")
    func success() {
        var schedule = PollSchedule()
        #expect(schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 5, random: 0) == 30_000)
        #expect(schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 5, random: 0.5) == 32_500)
        #expect(schedule.afterSuccess(intervalSeconds: 0, jitterSeconds: 0, random: 0) == 1000)
        #expect(schedule.afterSuccess(intervalSeconds: .max, jitterSeconds: -1, random: 0.9) == 86_400_000)
        #expect(schedule.afterSuccess(intervalSeconds: .min, jitterSeconds: .max, random: 0.5) == 43_201_000)
    }

    @Test("After failures the waits double up to five minutes, and Retry-After is honoured")
    func failure() {
        var schedule = PollSchedule()
        let waits = (0..<12).map { _ in schedule.afterFailure(retryAfterSeconds: nil, random: 1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { $0 * 1000 })
        #expect(schedule.afterFailure(retryAfterSeconds: 3600, random: 0) == 3_600_000)
        #expect(schedule.afterFailure(retryAfterSeconds: .max, random: 0) == 86_400_000)
        _ = schedule.afterSuccess(intervalSeconds: 1, jitterSeconds: 0, random: 0)
        #expect(schedule.afterFailure(retryAfterSeconds: nil, random: 0) == 500)
    }
}
