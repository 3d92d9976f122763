import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

@Suite("Looks for a later release", .scheduled)
struct FolderLookTests {
    let directory: TemporaryDirectory
    let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("head.json")
    }

    private func write(_ name: String = "head.json", _ bytes: [UInt8] = [1]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: directory.file(name)))
    }

    @Test("A watched file has changed when it is replaced or removed, also if it has another name before or after that")
    func watches() throws {
        #expect(WatchedFile(path) == nil)
        try write()
        let plain = try #require(WatchedFile(path))
        #expect(!plain.hasChanged)
        try write("other")
        #expect(!plain.hasChanged, "another file")
        try CacheFiles.link(path, directory.file("previous.json"))
        let linked = try #require(WatchedFile(path))
        #expect(!linked.hasChanged)
        try CacheFiles.rename(directory.file("other"), to: path)
        #expect(plain.hasChanged && linked.hasChanged)
        let new = try #require(WatchedFile(path))
        try CacheFiles.remove(directory.file("previous.json"))
        #expect(!new.hasChanged)
        try CacheFiles.remove(path)
        #expect(new.hasChanged)
    }

    @Test("A file that is replaced while it is opened is not the one that is known")
    func replacedAtOnce() throws {
        try write()
        var openings = 0
        let file = WatchedFile(path) {
            openings += 1
            guard openings == 1 else { return }
            // The old file keeps a name, so that its status does not tell that it has lost one.
            try? CacheFiles.link(path, directory.file("previous.json"))
            try? write("other", [2])
            try? CacheFiles.rename(directory.file("other"), to: path)
        }
        #expect(openings == 2)
        #expect(try #require(file).hasChanged == false)
        try CacheFiles.remove(directory.file("previous.json"))
        #expect(file?.hasChanged == false, "it is the new file")
        var others = 0
        let restless = WatchedFile(path) {
            others += 1
            try? write("other\(others)")
            try? CacheFiles.rename(directory.file("other\(others)"), to: path)
        }
        #expect(restless == nil && others == Limits.openingAttemptsMax)
    }

    @Test("A client keeps no descriptor of a file that it does not watch any more")
    func descriptors() async throws {
        let server = try ScriptedServer(.make(1))
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        let cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        let open = { () throws -> Int in
            let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return numbers.filter { number in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
                return target?.hasPrefix(cache.headPath) == true
            }.count
        }
        do {
            let client = RouteClient(
                endpoint: endpoint, cache: cache, bundle: nil, context: Context(), transport: FetchingTransport(),
                clock: WallClock.now, lookMilliseconds: 0)
            for version in 1...3 {
                _ = try cache.store(Publication.make(version).update)
                await waitUntil { client.answer == "Detail\(version)" }
                #expect(try open() == 1)
            }
        }
        try await waitUntil { try open() == 0 }
    }
}
