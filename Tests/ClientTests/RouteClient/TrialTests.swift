import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// Child processes stand for launches of an app; SIGKILL is how a crash, a watchdog and a swipe look from outside.
@Suite("A release on trial cannot keep an app from starting", .scheduled)
struct TrialTests {
    let server: ScriptedServer
    let directory: TemporaryDirectory

    init() throws {
        server = try ScriptedServer(.make(1))
        directory = try TemporaryDirectory()
    }

    /// How the child of ``dies(_:)`` spends its life.
    enum Life: String, Codable, Sendable, CaseIterable {
        case foreground, background, wokenInBackground, other, swipedAway, drawing, screen, tenSeconds, closed
    }

    private func client(
        _ process: ProcessRole = .foregroundApp, bundle: String? = nil, appVersion: String? = "7.2"
    ) throws -> RouteClient {
        try RouteClient(
            server: server.base, app: "moments", cache: directory.path, bundle: bundle,
            context: Context(appVersion: appVersion), process: process)
    }

    /// Release 1 has passed its trial, and release 2 is stored.
    private func prepare() async throws {
        let app = try client()
        try await app.refresh()
        await app.showsScreen()
        server.publish(.make(2))
        try await client(.other).refresh()
    }

    /// Launches the app in a child process that ends by SIGKILL.
    private func dies(_ life: Life = .foreground, appVersion: String = "7.2") async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                base = server.base as String, path = directory.path as String, life = life as Life,
                appVersion = appVersion as String
            ] in
            let role: ProcessRole =
                switch life {
                case .background, .wokenInBackground: .backgroundApp
                case .other: .other
                default: .foregroundApp
                }
            let endpoint = try Endpoint(server: base, app: "moments", channel: "production")
            var app: RouteClient? = RouteClient(
                endpoint: endpoint, cache: ReleaseCache(directory: path, endpoint: endpoint), bundle: nil,
                context: Context(appVersion: appVersion), transport: FetchingTransport(), clock: WallClock.now,
                process: role, trialMilliseconds: life == .tenSeconds ? 1 : 600_000)
            let trial = try #require(app).trial
            _ = app?.answer
            switch life {
            case .foreground, .background, .other: break
            case .wokenInBackground: app?.startUpdating()
            case .swipedAway: app?.stopUpdating()
            case .drawing: app?.screenShown()
            case .screen: await app?.showsScreen()
            case .tenSeconds:
                let record = "\(path)/\(endpoint.folderName)/trial"
                await waitUntil { TrialRecord.read(record)?.isPassed == true }
            case .closed: app = nil
            }
            await trial.isSettled()
            kill(getpid(), SIGKILL)
        }
    }

    @Test("After two launches that end in the foreground the release before is used, until the channel moves")
    func goesBack() async throws {
        try await prepare()
        await dies()
        await dies()
        let app = try client()
        #expect(app.answer == "Detail1" && app.launch.source == .index && app.release?.version == 1)
        #expect(app.launch.setAside?.version == 2 && app.launch.setAside?.position?.sequence == 2)
        #expect(app.counters.releasesSetAside == 1 && app.counters.failures == [.invalidBody: 1])
        #expect(app.launch.problems.first?.code == .invalidBody)
        let requests = server.paths.count
        #expect(try await app.refresh() == .unchanged)
        #expect(app.answer == "Detail1" && server.paths.count == requests + 1, "the body is not fetched again")
        // Later launches and extensions leave it alone, too, and do not count it again.
        #expect(try client().counters.releasesSetAside == 0 && client(.other).answer == "Detail1")
        await dies()
        await dies()
        #expect(try client().answer == "Detail1", "a release that has passed is never on trial again")
        // The channel moves, and names the same body: it is on trial again.
        server.publish(Publication.make(2).moved(to: 3))
        let again = try client()
        guard case .updated = try await again.refresh() else { return #expect(Bool(false), "not updated") }
        #expect(again.answer == "Detail2")
    }

    @Test("A later release than the one set aside is used, and on trial itself; the one before both is kept")
    func nextRelease() async throws {
        try await prepare()
        await dies()
        await dies()
        let app = try client()
        server.publish(.make(3))
        try await app.refresh()
        #expect(app.answer == "Detail3")
        app.stopUpdating()
        await app.trial.isSettled()
        await dies()
        await dies()
        let after = try client()
        #expect(after.answer == "Detail1" && after.launch.setAside?.version == 3)
        // The operator goes back: the head names the release in use, at a later position.
        server.publish(Publication.make(1).moved(to: 4))
        #expect(try await after.refresh() == .unchanged)
        #expect(try client().launch.setAside == nil && client().answer == "Detail1")
    }

    @Test("What is no end in the foreground does not count", arguments: Life.allCases)
    func counts(life: Life) async throws {
        try await prepare()
        for _ in 0..<3 { await dies(life) }
        let isCounted = life == .foreground || life == .wokenInBackground || life == .drawing
        let app = try client()
        #expect(app.answer == (isCounted ? "Detail1" : "Detail2"))
        #expect((app.launch.setAside != nil) == isCounted)
        let hasPassed = life == .screen || life == .tenSeconds
        #expect(CacheFiles.exists(app.cache.previousPath) != hasPassed, "kept until the trial is passed")
        #expect(try app.filesInFolder().count == (hasPassed ? 5 : 8))
    }

    @Test("One end in the foreground is not enough, and a screen forgives it")
    func once() async throws {
        try await prepare()
        await dies()
        #expect(try client().answer == "Detail2")
        await dies(.screen)
        await dies()
        await dies()
        #expect(try client().answer == "Detail2")
    }

    @Test("A release that ends the app as soon as it arrives counts from that moment on")
    func whileRunning() async throws {
        try await prepare()
        await dies(.screen)
        server.publish(.make(3))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [base = server.base as String, path = directory.path as String] in
            let app = try RouteClient(
                server: base, app: "moments", cache: path, context: Context(appVersion: "7.2"), process: .foregroundApp)
            app.screenShown()
            try await app.refresh()
            kill(getpid(), SIGKILL)
        }
        await dies()
        let app = try client()
        #expect(app.answer == "Detail2" && app.launch.setAside?.version == 3)
    }

    @Test("Without a release before it the bundle is used, and without a bundle none; another app version tries again")
    func nothingBefore() async throws {
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        server.publish(.make(2))
        try await client(.other).refresh()
        await dies()
        await dies()
        #expect(try client(.other).answer == "Detail2", "only the app itself sets a release aside")
        #expect(try client(bundle: folder).answer == "Detail1")
        let app = try client()
        #expect(app.answer == nil && app.launch.source == .nothing && app.launch.setAside?.version == 2)
        #expect(try await app.refresh() == .unchanged)
        #expect(try client(appVersion: "7.3").answer == "Detail2")
    }

    @Test("A bundle that ends the app is set aside, too, and by its digest")
    func bundle() async throws {
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        for _ in 0..<2 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [base = server.base as String, path = directory.path as String, folder = folder as String] in
                let app = try RouteClient(
                    server: base, app: "moments", cache: path, bundle: folder, process: .foregroundApp)
                #expect(app.answer == "Detail1")
                kill(getpid(), SIGKILL)
            }
        }
        let app = try client(bundle: folder, appVersion: nil)
        #expect(app.answer == nil && app.launch.setAside?.version == 1)
        #expect(try await app.refresh() == .unchanged)
        server.publish(.make(2))
        try await app.refresh()
        #expect(app.answer == "Detail2")
    }

    /// Launches the app with a bundle in a child process that ends by SIGKILL after its first answer.
    private func diesWithBundle(_ folder: String, _ answer: String) async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                base = server.base as String, path = directory.path as String, folder = folder as String,
                answer = answer as String
            ] in
            let app = try RouteClient(
                server: base, app: "moments", cache: path, bundle: folder, process: .foregroundApp)
            #expect(app.answer == answer)
            kill(getpid(), SIGKILL)
        }
    }

    @Test(
        "A bundle later than the cache is set aside, and then the cache's release; no release that was set aside comes back"
    )
    func laterBundle() async throws {
        try await client(.other).refresh()
        server.publish(.make(2))
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        for _ in 0..<2 { await diesWithBundle(folder, "Detail2") }
        for _ in 0..<2 { await diesWithBundle(folder, "Detail1") }
        for _ in 0..<2 {
            let app = try client(bundle: folder, appVersion: nil)
            #expect(app.answer == nil && app.launch.setAside?.version == 2)
            #expect(try await app.refresh() == .unchanged)
            #expect(app.answer == nil)
        }
        server.publish(.make(3))
        let app = try client(bundle: folder, appVersion: nil)
        try await app.refresh()
        #expect(app.answer == "Detail3")
    }

    @Test("The record is read as it was written; a damaged one is no record")
    func record() {
        var record = TrialRecord()
        #expect(TrialRecord(record.text) == record)
        (record.digest, record.deaths, record.process, record.appVersion) = ("abc", 1, 4711, "7.2 beta")
        #expect(TrialRecord(record.text) == record)
        for position in [nil, Head.Position(epoch: 3, sequence: 9)] {
            record.setAside(.init(digest: position == nil ? "def" : "ghi", version: 12, position: position))
            #expect(TrialRecord(record.text) == record)
        }
        record.digest = String(repeating: "é", count: 32)
        record.appVersion = TrialRecord.short(String(repeating: "7.\n", count: 99))
        #expect(record.bytes.count == 512 && TrialRecord(String(decoding: record.bytes, as: UTF8.self)) == record)
        let whole = record.text
        let parts = (0..<whole.count).map { String(whole.prefix($0)) }.compactMap(TrialRecord.init)
        #expect(parts.allSatisfy { $0.setAside.isEmpty || $0.setAside == record.setAside })
        #expect(record.setAside.map(\.digest) == ["ghi", "def"])
        let endless = TrialRecord().text.replacing("\n0\n0\n0\n", with: "\n0\n9223372036854775807\n0\n")
        #expect(TrialRecord(endless) == nil)
        #expect(["", "\n\n\n\n\n", "waymark trial 2\n\n0\n0\n0\n    \n"].allSatisfy { TrialRecord($0) == nil })
    }
}

extension ReleaseTrial {
    /// Waits until the record is written.
    func isSettled() async { await withCheckedContinuation { done in queue.async { done.resume() } } }
}

extension RouteClient {
    /// Shows a screen, and waits until the trial is passed.
    func showsScreen() async {
        screenShown()
        await waitUntil { TrialRecord.read(cache.trialPath)?.isPassed == true }
        await trial.isSettled()
    }
}
