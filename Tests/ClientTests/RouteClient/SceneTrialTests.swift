import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

@Suite("A trial on systems with scenes, and in folders without links", .scheduled)
struct SceneTrialTests {
    let directory: TemporaryDirectory
    let cache: ReleaseCache

    init() throws {
        directory = try TemporaryDirectory()
        cache = ReleaseCache(folder: directory.path)
    }

    private func trial(isActive: Bool? = nil) -> ReleaseTrial {
        let question: (@MainActor @Sendable () -> Bool)?
        if let isActive { question = { isActive } } else { question = nil }
        return ReleaseTrial(
            cache, role: .automatic, appVersion: nil, milliseconds: 600_000, hasScenes: true, isActive: question)
    }

    /// The process whose end counts, as the next launch reads it.
    private func counted(_ trial: ReleaseTrial) async -> Int32 {
        await trial.isSettled()
        return TrialRecord.read(cache.trialPath)?.process ?? 0
    }

    @Test("A scene that comes while a release is compiled keeps the end of the process counting")
    func sceneDuringCompile() async {
        let early = trial()
        early.resumes()
        early.begins("abc")
        early.launched()
        #expect(await counted(early) == getpid())
        early.pauses()
        #expect(await counted(early) == 0)
    }

    @Test("The end of a process counts from the moment at which the app is in the foreground")
    func atOnce() {
        let app = trial()
        app.begins("abc")
        app.launched()
        app.resumes()
        // Not settled first: the process may end at once.
        #expect(TrialRecord.read(cache.trialPath)?.process == getpid())
    }

    @Test("Without a scene the end of the process counts while the client is made, and not after")
    func noScene() async {
        let background = trial()
        background.begins("abc")
        #expect(await counted(background) == getpid())
        background.launched()
        #expect(await counted(background) == 0)
    }

    @Test("A client that is made while the app is active counts, and one that is made in the background does not")
    func madeLate() async {
        for isActive in [true, false] {
            let late = trial(isActive: isActive)
            late.begins("abc")
            late.launched()
            // After the question, which waits for the main thread, too.
            await MainActor.run {}
            #expect(await counted(late) == (isActive ? getpid() : 0))
            late.pauses()
            #expect(await counted(late) == 0)
        }
    }

    @Test("A scene that comes at the moment at which the client is made keeps the end of the process counting")
    func sceneDuringLaunch() async {
        for _ in 0..<200 {
            let app = trial()
            app.begins("abc")
            async let launched: Void = app.launched()
            async let resumed: Void = app.resumes()
            _ = await (launched, resumed)
            #expect(await counted(app) == getpid())
        }
    }

    @Test("A screen passes the trial when the app is still in front a second later, not at once")
    func screen() async {
        let app = trial()
        app.begins("abc")
        app.launched()
        app.resumes(showing: true)
        await app.isSettled()
        #expect(TrialRecord.read(cache.trialPath)?.isPassed != true, "in the background nothing is drawn")
        app.resumes()
        app.resumes(showing: true)
        #expect(await counted(app) == getpid(), "the view that is drawn now may end the app")
        app.pauses()
        app.resumes()
        await waitUntil { TrialRecord.read(cache.trialPath)?.isPassed == true }
        #expect(await counted(app) == 0)
    }

    @Test("An app that leaves the front counts no more from that moment on, for a person may swipe it away")
    func swipe() {
        for _ in 0..<50 {
            let app = trial()
            app.begins("abc")
            app.launched()
            app.resumes()
            app.pauses()
            // Not settled first: the swipe ends the process.
            #expect(TrialRecord.read(cache.trialPath)?.process == 0)
        }
    }

    @Test("Updates in the background do not count, and their end in the foreground changes nothing")
    func updates() async {
        let app = trial()
        app.launched()
        app.begins("abc")
        app.updatingBegins()
        #expect(await counted(app) == 0, "launched in the background, such as for a notification")
        app.resumes()
        #expect(await counted(app) == getpid())
        app.updatingEnds()
        #expect(await counted(app) == getpid())
        app.pauses()
        #expect(await counted(app) == 0)
    }

    @Test("In a folder without links the release before is copied, and an update does not fail")
    func noLinks() async throws {
        let server = try ScriptedServer(.make(1))
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        var cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        cache.link = { _, other throws(RouteClientError) in throw .cache(writing: other) }
        let app = RouteClient(
            endpoint: endpoint, cache: cache, bundle: nil, context: Context(), transport: FetchingTransport(),
            clock: WallClock.now, process: .foregroundApp, trialMilliseconds: 600_000)
        try await app.refresh()
        await app.showsScreen()
        server.publish(.make(2))
        try await app.refresh()
        #expect(app.answer == "Detail2" && app.counters.failures.isEmpty)
        #expect(cache.storedPrevious()?.version == 1)
        #expect(try RouteClient.make(server, directory).answer == "Detail2", "stored")
    }
}
