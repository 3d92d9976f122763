import Foundation
import RouteIndex
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteClient

@Suite("The cache directory", .scheduled)
struct CacheTests {
    let directory: TemporaryDirectory
    let cache: ReleaseCache

    init() throws {
        directory = try TemporaryDirectory()
        cache = ReleaseCache(folder: directory.file("moments"))
    }

    /// The result of a launch: version, source and problems.
    private func launch() -> (version: Int?, source: LaunchReport.Source?, problems: [RouteClientError]) {
        var problems: [RouteClientError] = []
        let opened = cache.open(&problems)
        return (opened?.index.version, opened?.source, problems)
    }

    @Test("A stored release is mapped at launch, and files of older ones are removed")
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

    @Test("Only the endpoint's folder is protected, not the ones above it, and on every call")
    func protection() throws {
        for _ in 0..<2 {
            var protected: [String] = []
            let path = directory.file("Application Support/waymark/moments")
            try CacheFiles.makeFolder(path) { protected.append($0) }
            #expect(protected == [path])
        }
    }

    @Test("An incomplete temporary file is never read, and the next update removes it")
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
        "A damaged or missing index is compiled again from the body, offline",
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

    @Test("The folder is free after an update, even while a child process has its lock's descriptor")
    func lockBesideAStart() throws {
        var copy: Int32 = -1
        defer { close(copy) }
        let path = cache.lockPath
        try CacheFiles.makeFolder(cache.folder)
        _ = try CacheFiles.locked(path, millisecondsMax: 0) {
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            let number = numbers.first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            }
            // A copy of the descriptor, as a child process has between fork(2) and exec(2).
            copy = number.flatMap { Int32($0) }.map { dup($0) } ?? -1
        }
        #expect(copy >= 0)
        let isFree = try CacheFiles.locked(path, millisecondsMax: 0) { true }
        #expect(isFree == true)
    }

    @Test("A flipped bit anywhere in the index is detected")
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

    @Test("A damaged body is not used; its index still is")
    func damagedBody() throws {
        let publication = Publication.make(1)
        _ = try cache.store(publication.update)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: cache.bodyPath(publication.digest)))
        #expect(launch().source == .index)
        try FileManager.default.removeItem(atPath: cache.indexPath(publication.digest))
        let found = launch()
        #expect(found.version == nil && found.problems.contains { $0.code == .wrongDigest })
    }

    @Test("With a damaged head the valid body with the highest version is used", arguments: ["", "{", "{}", "<html>"])
    func damagedHead(text: String) throws {
        _ = try cache.store(Publication.make(4).update)
        try Data(text.utf8).write(to: URL(fileURLWithPath: cache.headPath))
        let found = launch()
        #expect(found.version == 4 && found.problems.first?.code == .cacheUnreadable)
    }

    @Test("A slower process does not replace a newer release by an older one")
    func overtaken() throws {
        _ = try cache.store(Publication.make(5).update)
        #expect(try !cache.store(Publication.make(4).update))
        #expect(launch().version == 5)
    }

    @Test("Processes that share the directory use the body that another one fetched")
    func sharing() async throws {
        let server = try ScriptedServer(.make(1))
        let (one, two) = (try RouteClient.make(server, directory), try RouteClient.make(server, directory))
        try await one.refresh()
        guard case .updated = try await two.refresh() else { return #expect(Bool(false), "not updated") }
        #expect(two.answer == "Detail1")
        #expect(server.paths.filter { $0.contains("/bodies/") }.count == 1)
    }

    @Test(
        "A client of a server at a new address starts with the old one's release; the first head replaces it at any position"
    )
    func otherServer() async throws {
        let (old, new) = (try ScriptedServer(.make(9)), try ScriptedServer(.make(3)))
        try await RouteClient.make(old, directory).refresh()
        let client = try RouteClient.make(new, directory)
        #expect(client.launch.source == .otherServer && client.answer == "Detail9" && client.release?.position == nil)
        new.misbehave { isHead, _ in isHead ? nil : .http(200, Publication.make(4).body) }
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == .wrongDigest && client.answer == "Detail9", "the last good release stays")
        new.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail3")
        #expect(try RouteClient.make(old, directory).answer == "Detail9", "and each has its own")
        #expect(try RouteClient(server: new.base, app: "other", cache: directory.path).launch.source == .nothing)
        let staging = try RouteClient(server: new.base, app: "moments", channel: "staging", cache: directory.path)
        #expect(staging.launch.source == .nothing)
    }

    @Test("Clients of two servers that update one directory at the same time each have their own release")
    func serversAtOnce() async throws {
        let servers = [try ScriptedServer(.make(1)), try ScriptedServer(.make(101))]
        let directory = directory
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, server) in servers.enumerated() {
                group.addTask {
                    for version in 1...20 {
                        server.publish(.make(place * 100 + version))
                        let client = try RouteClient.make(server, directory)
                        #expect(version == 1 || client.answer == "Detail\(place * 100 + version - 1)")
                        try await client.refresh()
                        #expect(client.answer == "Detail\(place * 100 + version)" && client.lastFailure == nil)
                    }
                }
            }
            group.addTask {
                for _ in 0..<50 {
                    // A client of a third server starts with the release of one of the two.
                    let client = try RouteClient(server: "http://127.0.0.1:1", app: "moments", cache: directory.path)
                    #expect(client.launch.problems.isEmpty && [.otherServer, .nothing].contains(client.launch.source))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A process uses the later release that another process stored while it fetched an older one")
    func overtakenWhileFetching() async throws {
        let server = try ScriptedServer(.make(1))
        let slow = try RouteClient.make(server, directory)
        server.publish(.make(2))
        let folder = slow.cache
        server.misbehave { isHead, good in
            if !isHead { _ = try? folder.store(Publication.make(3).update) }
            return good
        }
        try await slow.refresh()
        #expect(slow.answer == "Detail3" && slow.release?.position?.sequence == 3)
        #expect(try RouteClient.make(server, directory).answer == "Detail3")
    }

    @Test("A bundle of another server or channel is used until the first head, and one of another app never")
    func foreignBundle() async throws {
        let (old, new) = (try ScriptedServer(.make(9)), try ScriptedServer(.make(3)))
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: old.base, app: "moments", into: folder)
        let client = try RouteClient.make(new, directory, bundle: folder)
        #expect(client.launch.source == .bundle && client.answer == "Detail9" && client.release?.position == nil)
        guard case .updated = try await client.refresh() else { return #expect(Bool(false), "not updated") }
        #expect(client.answer == "Detail3", "although its position is lower")
        #expect(try RouteClient.make(new, directory, bundle: folder).answer == "Detail3")
        let fresh = try TemporaryDirectory()
        let beta = try RouteClient(
            server: old.base, app: "moments", channel: "beta", cache: fresh.path, bundle: folder)
        #expect(beta.launch.source == .bundle && beta.release?.position == nil)
        let other = try RouteClient(server: old.base, app: "other", cache: fresh.path, bundle: folder)
        #expect(other.launch.source == .nothing && other.launch.problems.map(\.code) == [.cacheUnreadable])
        #expect(other.launch.problems.first?.hint?.contains("--app other") == true)
    }

    @Test("A bundle fetched again from another server has the release of that server, at any position")
    func bundleOfAnother() async throws {
        let (old, new) = (try ScriptedServer(.make(9)), try ScriptedServer(.make(3)))
        let folder = directory.file("bundle")
        for (server, version) in [(old, 9), (new, 3), (new, 3), (old, 9)] {
            #expect(
                try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder).version == version)
            #expect(try CacheFiles.names(in: folder).count == 5)
            let client = try RouteClient.make(server, try TemporaryDirectory(), bundle: folder)
            #expect(client.release?.position?.sequence == Int64(version))
        }
    }

    @Test("Updates and launches at the same time never read an incomplete cache")
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

    @Test(
        "An updated app whose bundle is later than the cache starts with the bundle, also with an index of another format"
    )
    func laterBundle() async throws {
        let server = try ScriptedServer(.make(1))
        try await RouteClient.make(server, directory).refresh()
        server.publish(.make(2))
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        let bundled = ReleaseCache(folder: folder)
        let path = bundled.indexPath(Publication.make(2).digest)
        let requests = server.paths.count
        for isOtherFormat in [false, true] {
            if isOtherFormat {
                var index = try Data(contentsOf: URL(fileURLWithPath: path))
                index[8] ^= 0xFF  // The low byte of the format's version.
                try index.write(to: URL(fileURLWithPath: path))
            }
            let client = try RouteClient.make(server, directory, bundle: folder)
            // The older release answers until the bundle is compiled.
            #expect(client.launch.source == (isOtherFormat ? .index : .bundle))
            #expect(client.launch.isCompiling == isOtherFormat)
            await client.finishLaunching()
            #expect(client.answer == "Detail2" && client.launch.problems.count == (isOtherFormat ? 1 : 0))
        }
        #expect(server.paths.count == requests, "without the network")
        server.publish(.make(1))
        let client = try RouteClient.make(server, directory, bundle: folder)
        #expect(client.launch.source == .index)
        #expect(
            try await client.refresh() == .ignored(Head.Position(epoch: 1, sequence: 1)), "older than the bundle")
        server.publish(.make(2))
        #expect(try await client.refresh() == .unchanged)
        #expect(try RouteClient.make(server, directory).answer == "Detail2", "and it is stored from then on")
    }

    @Test("A launch never compiles: a release without an index is compiled in the background, and is an event")
    func compilesLater() async throws {
        let server = try ScriptedServer(.make(1))
        try await RouteClient.make(server, directory).refresh()
        let path = try RouteClient.make(server, directory).cache.indexPath(Publication.make(1).digest)
        let heads = server.headCount
        try FileManager.default.removeItem(atPath: path)
        let first = try RouteClient.make(server, directory)
        #expect(first.launch.source == .nothing && first.launch.release == nil && first.launch.isCompiling)
        #expect(try await first.ready.version == 1 && first.answer == "Detail1")
        #expect(CacheFiles.exists(path), "the next launch maps")
        #expect(server.headCount == heads, "without the network")
        // A refresh waits for the end, and does not fetch the body again.
        try FileManager.default.removeItem(atPath: path)
        let client = try RouteClient.make(server, directory)
        try await client.refresh()
        #expect(client.answer == "Detail1" && server.paths.filter { $0.contains("/bodies/") }.count == 1)
        #expect(try !RouteClient.make(server, directory).launch.isCompiling)
        let moved = try RouteClient(server: "http://127.0.0.1:1", app: "moments", cache: directory.path)
        #expect(moved.launch.source == .otherServer)
        try FileManager.default.removeItem(atPath: path)
        let later = try RouteClient(server: "http://127.0.0.1:1", app: "moments", cache: directory.path)
        #expect(later.launch.source == .nothing && later.launch.isCompiling)
        #expect(try await later.ready.version == 1)
        // A body without a head.
        for name in [path, client.cache.headPath] { try? FileManager.default.removeItem(atPath: name) }
        let orphan = try RouteClient.make(server, directory)
        #expect(orphan.launch.source == .nothing && orphan.launch.isCompiling)
        #expect(try await orphan.ready.version == 1 && orphan.answer == "Detail1")
    }

    @Test("Every server, app and channel has its own folder and addresses")
    func endpoints() throws {
        var folders: Set<String> = []
        for server in ["https://a.example", "https://b.example", "https://a.example/waymark", "http://a.example"] {
            for app in ["moments", "shop"] {
                for channel in ["production", "beta"] {
                    let endpoint = try Endpoint(server: server, app: app, channel: channel)
                    folders.insert(endpoint.folderName)
                    #expect(endpoint.isSameChannel(endpoint.folderName) && endpoint.folderName.utf8.count <= 82)
                    let query = channel == "beta" ? "?channel=beta" : ""
                    #expect(try endpoint.headAddress().href == "\(server)/v1/apps/\(app)/head\(query)")
                    #expect(try endpoint.eventsAddress().href == "\(server)/v1/apps/\(app)/events\(query)")
                }
            }
        }
        #expect(folders.count == 16)
        let same = try Endpoint(server: "https://A.example:443/", app: "moments", channel: "production")
        #expect(folders.contains(same.folderName), "addresses are normalized")
    }

    @Test("A bundle is used at the first launch, and then the later one of bundle and cache")
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
