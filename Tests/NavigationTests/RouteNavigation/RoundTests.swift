import RouteNavigation
import TestSupport
import Testing

@Suite("Rounds of links that never end are ended, with an outcome that says so", .scheduled)
@MainActor
struct RoundTests {
    /// More links than a round may have; a faulty build ends here and not never.
    private nonisolated static let patience = 1000

    private static let allowed = AsyncGuard("allows") { _ in .allow }

    @MainActor private final class Count {
        var runs = 0
        var isPatient: Bool { runs < RoundTests.patience }
    }

    @Test("a handler that opens its own address in a task of its own")
    func tasks() async throws {
        let (scene, count) = (Scene(), Count())
        try scene.router.register(pattern: "app://a") { _ in
            count.runs += 1
            if count.isPatient { Task { await scene.router.open("app://a", kind: .internal) } }
        }
        await scene.router.open("app://a", kind: .internal)
        await waitUntil { scene.events.endings.last == .rejected(.tooDeep) || !count.isPatient }
        #expect(count.runs == 64)
        #expect(scene.events.endings.count { $0 == .rejected(.tooDeep) } == 1)
    }

    @Test("two handlers with guards that open each other without waiting")
    func guarded() async throws {
        let (scene, count) = (Scene(), Count())
        for (from, to) in [("app://a", "app://b"), ("app://b", "app://a")] {
            try scene.router.register(pattern: from, traits: RoutingTraits(guards: [Self.allowed])) { _ in
                count.runs += 1
                if count.isPatient { scene.router.route(to: to) }
            }
        }
        scene.router.route(to: "app://a")
        await waitUntil { scene.events.endings.last == .rejected(.tooDeep) || !count.isPatient }
        #expect(count.runs == 64)
    }

    @Test("a handler that hands its link to the ingress again, while that follows waiting links")
    func ingress() async throws {
        let (scene, count, display) = (Scene(), Count(), FakeFeatures())
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        var misses: [LinkIngress.Miss] = []
        ingress.onMiss = { misses.append($1) }
        try scene.router.register(pattern: "app://a", traits: RoutingTraits(exposure: .exported)) { _ in
            count.runs += 1
            if count.isPatient { ingress.handle(IncomingLink(.push, "app://a")) }
        }
        ingress.handle(IncomingLink(.push, "app://a"))
        display.on = ["display"]
        #expect(await ingress.becameReady().count == 65)
        #expect(count.runs == 64 && misses == [.ended(.rejected(.tooDeep))])
        ingress.handle(IncomingLink(.push, "app://a"))
        #expect(count.runs > 64, "a link of a person begins anew")
    }

    @Test("an address of the app's own scheme that a rule gives to the system, which hands it back")
    func system() async {
        let scene = Scene(
            ["app://a": .address("app://a")], policy: RoutingPolicy(systemSchemes: ["app"]))
        scene.host.systemSchemes = ["app"]
        let ingress = LinkIngress(router: scene.router) { true }
        var (rounds, last) = (0, LinkIngress.Reception.waiting)
        repeat {
            rounds += 1
            last = await ingress.receive(IncomingLink(.customScheme, "app://a"))
        } while last == .followed(.opened(address: "app://a", by: .system)) && rounds < Self.patience
        #expect(rounds == 65 && last == .followed(.rejected(.tooDeep)))
    }

    @Test("links with a pause between them are no round, such as those of a timer that a handler has started")
    func pauses() async throws {
        let (scene, count) = (Scene(), Count())
        var moment = ContinuousClock.now
        scene.router.now = { moment }
        try scene.router.register(pattern: "app://a") { _ in
            count.runs += 1
            moment = moment.advanced(by: .seconds(10))
            if count.isPatient { Task { await scene.router.open("app://a", kind: .internal) } }
        }
        await scene.router.open("app://a", kind: .internal)
        await waitUntil { !count.isPatient || scene.events.endings.last == .rejected(.tooDeep) }
        #expect(count.runs == Self.patience)
    }
}
