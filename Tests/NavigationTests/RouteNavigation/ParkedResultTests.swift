import RouteNavigation
import TestSupport
import Testing

@Suite("Results survive a redirect to a login", .scheduled)
@MainActor
struct ParkedResultTests {
    private func scene(_ account: FakeFeatures) throws -> Scene {
        let scene = Scene(["app://login": .screen("Login"), "app://pick": .screen("Pick")]).with(.make("Login"))
        let login = AsyncGuard("login") { _ in
            account.isOn("yes") ? .allow : .redirect(to: "app://login", resume: true)
        }
        scene.screens.register(
            ScreenRegistration("Pick", guards: [login]) { request in
                request.resultPort(for: Int.self)?.give(7)
                return MemoryNode(request)
            })
        try scene.router.register(pattern: "app://sum", traits: RoutingTraits(guards: [login])) { $0.complete(8) }
        return scene
    }

    @Test("the result of a screen and of a handler come after the login, and once")
    func survive() async throws {
        let account = FakeFeatures()
        let scene = try scene(account)
        let asked = Task { await scene.router.ask(for: Int.self, at: "app://pick") }
        await waitUntil { scene.router.parked != nil }
        account.on = ["yes"]
        #expect(await scene.router.resumeParked() == .handled(screen: "Pick"))
        #expect(await asked.value == 7)

        account.on = []
        var ends: [(RouteOutcome, Int?)] = []
        scene.router.open("app://sum") { ends.append(($0, $1 as? Int)) }
        await waitUntil { scene.router.parked != nil }
        #expect(ends.isEmpty, "the link waits")
        account.on = ["yes"]
        await scene.router.resumeParked()
        await waitUntil { !ends.isEmpty }
        #expect(ends.count == 1 && ends.first?.0 == .performed(pattern: "app://sum") && ends.first?.1 == 8)
    }

    @Test("a login that is given up ends the wait without a result")
    func givenUp() async throws {
        let scene = try scene(FakeFeatures())
        var ends: [RouteOutcome] = []
        scene.router.open("app://sum") { outcome, _ in ends.append(outcome) }
        await waitUntil { scene.router.parked != nil }
        scene.router.dropParked()
        await waitUntil { !ends.isEmpty }
        #expect(ends == [.rejected(.givenUp)])
    }

    @Test("the transition and the source of the caller survive, too")
    func caller() async throws {
        let account = FakeFeatures()
        let scene = try scene(account)
        await scene.router.open("app://pick", kind: .internal, from: scene.home, using: .show)
        account.on = ["yes"]
        scene.host.rootNode?.presented = nil
        await scene.router.resumeParked()
        #expect(scene.host.calls.last == "show Pick")
    }
}
