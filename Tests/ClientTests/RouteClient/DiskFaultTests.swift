import Foundation
import TestSupport
import Testing

@testable import RouteClient

@Suite("Disk faults: the last good release stays in use", .scheduled)
struct DiskFaultTests {
    @Test("A directory that cannot be written leaves the release in memory, with an event")
    func unwritable() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        // A file has the path of the folder, so that not even root can write into it.
        let blocked = cache.file("blocked")
        try Data().write(to: URL(fileURLWithPath: blocked))
        let client = try RouteClient(server: server.base, app: "moments", cache: blocked)
        #expect(client.launch.source == .nothing)
        var events = client.updates.makeAsyncIterator()
        try await client.refresh()
        guard case .cacheFailed(let error) = await events.next() else { return #expect(Bool(false), "no event") }
        #expect(error.code == .cacheUnwritable)
        #expect(client.answer == "Detail1" && client.counters.failures[.cacheUnwritable] == 1)
        #expect(try await client.refresh() == .unchanged)
        #expect(client.counters.failures[.cacheUnwritable] == 2, "each refresh tries to write again")
        try FileManager.default.removeItem(atPath: blocked)
        #expect(try await client.refresh() == .unchanged)
        #expect(client.counters.failures[.cacheUnwritable] == 2 && client.lastFailure == nil)
        #expect(server.paths.filter { $0.contains("/bodies/") }.count == 1, "not fetched again")
        #expect(try RouteClient(server: server.base, app: "moments", cache: blocked).answer == "Detail1")
    }

    @Test("The next refresh stores the release again in a folder that the system purged")
    func purged() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        try FileManager.default.removeItem(atPath: client.folder)
        #expect(client.answer == "Detail1", "the mapping stays valid after the file is removed")
        #expect(try await client.refresh() == .unchanged)
        #expect(try RouteClient.make(server, cache).answer == "Detail1")
    }

    @Test(
        "If the disk is full at any file of an update, the old files stay",
        arguments: ReleaseCache.Part.allCases)
    func full(part: ReleaseCache.Part) async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache) { $0.temporarySuffix = { TemporaryName.suffix } }
        try await client.refresh()
        let next = Publication.make(2)
        server.publish(next)
        // full(4): writing to it fails with ENOSPC, as on a full disk.
        let path =
            switch part {
            case .body: client.cache.bodyPath(next.digest)
            case .index: client.cache.indexPath(next.digest)
            case .head: client.cache.headPath
            }
        try FileManager.default.createSymbolicLink(
            atPath: path + TemporaryName.suffix, withDestinationPath: "/dev/full")
        var events = client.updates.makeAsyncIterator()
        try await client.refresh()
        guard case .cacheFailed(let error) = await events.next() else { return #expect(Bool(false), "no event") }
        #expect(error.code == .cacheUnwritable && error.hint?.contains("full") == true, "\(error)")
        #expect(client.answer == "Detail2", "from memory")
        let restarted = try RouteClient.make(server, cache)
        #expect(restarted.answer == "Detail1" && restarted.launch.problems.isEmpty)
        #expect(try await client.refresh() == .unchanged)
        #expect(try RouteClient.make(server, cache).answer == "Detail2", "once there is space")
    }

    @Test(
        "If the disk is full between any two steps of an update, the old or the new files stay, and the next refresh repairs them"
    )
    func fullBetween() async throws {
        let (server, count) = (try ScriptedServer(.make(1, padding: 150_000)), Lock(0))
        try await RouteClient.make(server, try TemporaryDirectory()) {
            $0.afterStep = { _ in count.withLock { $0 += 1 } }
        }
        .refresh()
        let steps = count.withLock { $0 }
        #expect(steps > 14)
        for full in 1...steps {
            let (directory, left) = (try TemporaryDirectory(), Lock(Int.max))
            server.publish(.make(1, padding: 150_000))
            let client = try RouteClient.make(server, directory) { cache in
                cache.afterStep = { _ throws(RouteClientError) in
                    let isFull = left.withLock { left in
                        left -= 1
                        return left <= 0
                    }
                    if isFull { throw RouteClientError(.cacheUnwritable, "no space") }
                }
            }
            try await client.refresh()
            left.withLock { $0 = full }
            server.publish(.make(2, padding: 150_000))
            try await client.refresh()
            #expect(client.answer == "Detail2" && client.counters.failures[.cacheUnwritable] == 1, "step \(full)")
            let restarted = try RouteClient.make(server, directory)
            #expect(restarted.launch.problems.isEmpty && ["Detail1", "Detail2"].contains(restarted.answer))
            left.withLock { $0 = .max }
            #expect(try await client.refresh() == .unchanged)
            #expect(client.lastFailure == nil)
            let mended = try RouteClient.make(server, directory)
            #expect(mended.answer == "Detail2" && mended.launch.source == .index)
            #expect(try mended.filesInFolder().count == 4, "no other files are left")
        }
    }

    @Test(
        "A cache directory that is removed while the client runs is made again for each later release")
    func removed() async throws {
        let (server, directory) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let path = directory.file("deep/cache")
        let client = try RouteClient(server: server.base, app: "moments", cache: path)
        for version in 1...3 {
            server.publish(.make(version))
            try await client.refresh()
            #expect(client.answer == "Detail\(version)" && client.lastFailure == nil)
            #expect(try RouteClient(server: server.base, app: "moments", cache: path).answer == "Detail\(version)")
            // The look into the folder that the first answer began may be writing a missing index there.
            await waitUntil { client.state.withLock { !$0.look.isOpening } }
            try FileManager.default.removeItem(atPath: directory.file("deep"))
        }
        #expect(client.answer == "Detail3")
    }

    @Test("A cache that became read-only is used, also at launch, and an error says what cannot be written")
    func readOnly() async throws {
        let (server, directory) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let base = server.base
        try await RouteClient.make(server, directory).refresh()
        let folder = try RouteClient.make(server, directory).folder
        // Runs as another user, because root may write to any file.
        for path in [directory.path, folder] {
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        }
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
        for name in try CacheFiles.names(in: folder) {
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder + "/" + name)
        }
        server.publish(.make(2))
        await #expect(processExitsWith: .success) { [base = base as String, path = directory.path as String] in
            if getuid() == 0 { try #require(setuid(65_534) == 0) }
            let client = try RouteClient(server: base, app: "moments", cache: path)
            #expect(client.launch.source == .index && client.answer == "Detail1" && client.launch.problems.isEmpty)
            try await client.refresh()
            #expect(client.answer == "Detail2" && client.lastFailure?.code == .cacheUnwritable)
            #expect(client.lastFailure?.hint?.contains("may write") == true, "\(client.lastFailure?.description ?? "")")
            #expect(try await client.refresh() == .unchanged)
            let restarted = try RouteClient(server: base, app: "moments", cache: path)
            #expect(restarted.answer == "Detail1" && restarted.launch.problems.isEmpty)
        }
        let index = folder + "/index-\(Publication.make(1).digest).wmi"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: index)
        try Data([1]).write(to: URL(fileURLWithPath: index))
        await #expect(processExitsWith: .success) { [base = base as String, path = directory.path as String] in
            if getuid() == 0 { try #require(setuid(65_534) == 0) }
            let client = try RouteClient(server: base, app: "moments", cache: path)
            #expect(client.launch.source == .nothing && client.launch.isCompiling)
            _ = try await client.ready
            #expect(client.answer == "Detail1" && client.launch.problems.map(\.code) == [.cacheUnreadable])
            #expect(client.lastFailure?.code == .cacheUnwritable)
        }
    }

    @Test("A release is used although another process never releases the lock; it is only not stored")
    func lockHeld() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        var impatient = client.cache
        impatient.lockMillisecondsMax = 30
        let error = #expect(throws: RouteClientError.self) {
            // A child process of another test may hold the lock for a moment: it has the descriptor until exec(2).
            _ = try CacheFiles.locked(client.cache.lockPath, millisecondsMax: 60_000) { () throws(RouteClientError) in
                // A launch does not wait for the lock, not even to write an index.
                var problems: [RouteClientError] = []
                try CacheFiles.remove(client.cache.indexPath(Publication.make(1).digest))
                #expect(client.cache.open(&problems)?.source == .body && problems.isEmpty)
                do { _ = try impatient.store(Publication.make(2).update) } catch {
                    throw error as? RouteClientError ?? .other
                }
            }
        }
        #expect(error?.code == .cacheUnwritable && error?.detail.contains("another process") == true)
        #expect(try impatient.store(Publication.make(2).update))
    }

    @Test("An index of another format is compiled again from the body, without a server")
    func otherFormat() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        server.stop()
        let path = client.cache.indexPath(Publication.make(1).digest)
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        for version: UInt8 in [0, 1, 200] {
            var other = good
            other[8] = version  // The low byte of the format's version; the checksum does not cover it.
            try other.write(to: URL(fileURLWithPath: path))
            let updated = try RouteClient.make(server, cache)
            #expect(updated.launch.source == .nothing && updated.launch.isCompiling)
            _ = try await updated.ready
            #expect(updated.answer == "Detail1" && updated.lastFailure == nil)
            // An older format is no problem: updates of the app bring new ones.
            #expect(updated.launch.problems.map(\.code) == (version == 200 ? [.cacheUnreadable] : []))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == good)
            #expect(try RouteClient.make(server, cache).launch.source == .index)
        }
    }

    @Test("If all files of the cache are damaged, the bundle is used, and the next refresh repairs the cache")
    func damagedThroughout() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let bundle = cache.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: bundle)
        server.publish(.make(2))
        let client = try RouteClient.make(server, cache, bundle: bundle)
        try await client.refresh()
        for name in try client.filesInFolder() {
            try Data("damage".utf8).write(to: URL(fileURLWithPath: client.folder + "/" + name))
        }
        let damaged = try RouteClient.make(server, cache, bundle: bundle)
        #expect(damaged.launch.source == .bundle && damaged.answer == "Detail1")
        #expect(!damaged.launch.isCompiling, "the bundle has an index")
        #expect(!damaged.launch.problems.isEmpty && damaged.counters.failures[.cacheUnreadable] != nil)
        try await damaged.refresh()
        #expect(damaged.answer == "Detail2")
        #expect(try RouteClient.make(server, cache).answer == "Detail2")
    }
}

extension RouteClientError {
    fileprivate static let other = RouteClientError(.invalidBody, "not an error of the cache")
}
