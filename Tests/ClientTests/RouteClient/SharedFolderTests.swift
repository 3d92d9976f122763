import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// What an app and its extensions, which share a folder, may ask of each other.
@Suite("Processes that share a folder", .scheduled)
struct SharedFolderTests {
    let server: ScriptedServer
    let directory: TemporaryDirectory

    init() throws {
        server = try ScriptedServer(.make(1, padding: 150_000))
        directory = try TemporaryDirectory()
    }

    @Test("The lock is held while files are renamed and removed, never while they are written or flushed")
    func shortLock() async throws {
        let seen = Lock<[(ReleaseCache.UpdateStep, Bool)]>([])
        let client = try RouteClient.make(server, directory) { cache in
            let path = cache.lockPath
            cache.afterStep = { step throws(RouteClientError) in
                let isFree = try CacheFiles.locked(path, millisecondsMax: 0) { true } ?? false
                seen.withLock { $0.append((step, isFree)) }
            }
        }
        try await client.refresh()
        server.publish(.make(2, padding: 150_000))
        try await client.refresh()
        #expect(client.lastFailure == nil)
        for (step, isFree) in seen.withLock({ $0 }) {
            switch step {
            case .file(_, .renamed), .lock, .removed: #expect(!isFree, "\(step)")
            case .file, .folder, .synchronised: #expect(isFree, "\(step)")
            }
        }
    }

    @Test("`stopUpdating()` ends the writing of a release between two steps; it is used, and stored later")
    func stops() async throws {
        let client = Lock<RouteClient?>(nil)
        let made = try RouteClient.make(server, directory) { cache in
            cache.afterStep = { step in
                if step == .file(.body, .wrote) { client.withLock { $0 }?.stopUpdating() }
            }
        }
        try await made.refresh()
        client.withLock { $0 = made }
        server.publish(.make(2, padding: 150_000))
        try await made.refresh()
        #expect(made.answer == "Detail2" && made.lastFailure?.code == .cancelled)
        #expect(try made.filesInFolder().count == 4, "no temporary file is left")
        #expect(try RouteClient.make(server, directory).answer == "Detail1")
        client.withLock { $0 = nil }
        #expect(try await made.refresh() == .unchanged)
        #expect(made.lastFailure == nil)
        #expect(try RouteClient.make(server, directory).answer == "Detail2")
    }

    @Test("`stopUpdating()` ends the storing of an index that a launch compiled; the next launch stores it")
    func stopsCompiling() async throws {
        let client = try RouteClient.make(server, directory)
        try await client.refresh()
        let index = client.cache.indexPath(try #require(client.release).digest)
        try CacheFiles.remove(index)
        let (reached, mayGoOn) = (Signal(), Signal())
        let launched = try RouteClient.make(server, directory) { cache in
            cache.afterStep = { step in
                guard step == .file(.index, .opened) else { return }
                reached.send()
                mayGoOn.wait()
            }
        }
        #expect(launched.launch.isCompiling)
        #expect(await reached.received())
        launched.stopUpdating()
        mayGoOn.send()
        await launched.finishLaunching()
        #expect(launched.answer == "Detail1" && launched.lastFailure?.code == .cancelled)
        #expect(!CacheFiles.exists(index))
        #expect(try launched.filesInFolder().filter { $0.hasSuffix(TemporaryName.suffix) } == [])
        await (try RouteClient.make(server, directory)).finishLaunching()
        #expect(CacheFiles.exists(index))
    }

    @Test("`stopUpdating()` ends the storing of an index that a look compiled, and the removal of earlier files")
    func stopsLooking() async throws {
        let client = Lock<RouteClient?>(nil)
        let made = try RouteClient.make(server, directory) { cache in
            cache.afterStep = { step in
                if step == .file(.index, .opened) { client.withLock { $0 }?.stopUpdating() }
            }
        }
        let cache = ReleaseCache(folder: made.folder)
        let update = try Publication.make(1, padding: 150_000).update
        _ = try cache.store(update)
        try CacheFiles.remove(cache.indexPath(update.head.digest))
        client.withLock { $0 = made }
        #expect(await made.openCache()?.source == .body)
        client.withLock { $0 = nil }
        #expect(!CacheFiles.exists(cache.indexPath(update.head.digest)))
        let names = try made.filesInFolder()
        let ended = DiskWork()
        ended.end()
        try cache.removeOthers(than: "other", ended)
        try Data([1]).write(to: URL(fileURLWithPath: cache.previousPath))
        cache.forgetPrevious(to: update.head.digest, ended)
        #expect(try made.filesInFolder() == names.union(["previous.json"]), "ended work removes nothing")
        cache.forgetPrevious(to: update.head.digest, DiskWork())
        #expect(try made.filesInFolder() == names)
    }

    @Test("A temporary file stays while its process lives, and goes with the next update after that")
    func abandoned() async throws {
        let cache = ReleaseCache(folder: directory.file("moments"))
        _ = try cache.store(Publication.make(1).update)
        let ours = "body-x.json" + TemporaryName.make()
        // Process 1 runs always; no process has the greatest number.
        for name in [ours, "body-x.json.1-7-7.part", "head.json.2147483647-7-7.part", "index-x.wmi.part"] {
            try Data([1]).write(to: URL(fileURLWithPath: cache.folder + "/" + name))
        }
        _ = try cache.store(Publication.make(2).update)
        let left = try CacheFiles.names(in: cache.folder).filter { $0.hasSuffix(TemporaryName.suffix) }
        #expect(Set(left) == [ours, "body-x.json.1-7-7.part"])
    }

    @Test("An extension sees what its app has stored, without a request; also the very first release")
    func looks() async throws {
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        let observer = RouteClient(
            endpoint: endpoint, cache: ReleaseCache(directory: directory.path, endpoint: endpoint), bundle: nil,
            context: Context(), transport: FetchingTransport(), clock: WallClock.now, lookMilliseconds: 0)
        var events = observer.updates.makeAsyncIterator()
        let app = try RouteClient.make(server, directory)
        for version in 1...3 {
            server.publish(.make(version))
            try await app.refresh()
            let requests = server.paths.count
            await waitUntil { observer.answer == "Detail\(version)" }
            #expect(await events.next() == .updated(try #require(app.release)))
            #expect(server.paths.count == requests && observer.counters.refreshes == 0)
        }
        // While it updates, it hears of releases from the server.
        observer.startUpdating(by: .polling)
        await waitUntil { observer.counters.unchanged == 1 }
        _ = try app.cache.store(Publication.make(4).update)
        for _ in 0..<20 { #expect(observer.answer == "Detail3") }
        observer.stopUpdating()
        await waitUntil { observer.answer == "Detail4" }
    }

    @Test("A release that the app finds in the folder is on trial before its first answer")
    func triesWhatItFinds() async throws {
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        let cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        let app = RouteClient(
            endpoint: endpoint, cache: cache, bundle: nil, context: Context(), transport: FetchingTransport(),
            clock: WallClock.now, process: .foregroundApp, trialMilliseconds: 600_000, lookMilliseconds: 0)
        for version in 1...2 {
            server.publish(.make(version))
            try await RouteClient.make(server, directory).refresh()
            await waitUntil { app.answer == "Detail\(version)" }
            let record = try #require(TrialRecord.read(cache.trialPath))
            #expect(record.digest == app.release?.digest && record.process == getpid() && !record.isPassed)
        }
    }

    @Test("Looks are a tenth of a second apart, whatever the clock does")
    func dueLooks() {
        var look = FolderLook()
        let times: [Int64] = [5000, 5000, 5099, 5100, 5150, 4000, 4050, 4100]
        var due: [Bool] = []
        for time in times { due.append(look.isDue(Instant(milliseconds: time), milliseconds: 100)) }
        #expect(due == [true, false, false, true, false, true, false, true])
        look.isOpening = true
        let isDue = look.isDue(Instant(milliseconds: 9000), milliseconds: 100)
        #expect(!isDue)
    }
}
