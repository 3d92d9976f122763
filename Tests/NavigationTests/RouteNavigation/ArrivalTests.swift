import Foundation
import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Incoming links are followed in order, and none is lost", .scheduled)
@MainActor
struct ArrivalTests {
    /// A guard that waits until a test answers it.
    @MainActor
    final class Gate {
        var waiting: [OneAnswer<GuardDecision>] = []
        lazy var asking = CallbackGuard("gate") { [weak self] _, answer in self?.waiting.append(answer) }

        func open() async {
            await waitUntil { !waiting.isEmpty }
            waiting.removeFirst().give(.allow)
        }
    }

    private func scene(_ gate: Gate) -> Scene {
        Scene(["app://slow": .screen("Slow"), "app://b": .screen("B"), "app://c": .screen("C")]).with(
            .make("Slow", guards: [gate.asking]), .make("B"), .make("C"))
    }

    @Test("a link that arrives while others are followed waits for its turn")
    func order() async {
        let gate = Gate()
        let scene = scene(gate)
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        #expect(await ingress.receive(IncomingLink(.push, "app://slow")) == .waiting)
        #expect(await ingress.receive(IncomingLink(.push, "app://b")) == .waiting)
        display.on = ["display"]
        async let outcomes = ingress.becameReady()
        await waitUntil { !gate.waiting.isEmpty }
        #expect(ingress.handle(IncomingLink(.universalLink, "app://c")))
        #expect(await ingress.receive(IncomingLink(.universalLink, "app://b")) == .waiting)
        #expect(scene.host.calls.isEmpty, "no link overtakes the one whose guards are being asked")
        #expect(await ingress.becameReady().isEmpty, "only one call follows the waiting links")
        await gate.open()
        #expect(await outcomes.count == 4)
        #expect(scene.host.calls == ["present Slow", "present B", "present C", "present B"])
    }

    @Test("a link that arrives when the app is ready is followed after the waiting ones")
    func forgotten() async {
        let gate = Gate()
        let scene = scene(gate)
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        #expect(ingress.handle(IncomingLink(.push, "app://b")))
        display.on = ["display"]
        #expect(ingress.handle(IncomingLink(.push, "app://c")))
        await waitUntil { scene.host.calls.count >= 2 }
        #expect(scene.host.calls == ["present B", "present C"] && ingress.waitingCount == 0)
    }

    @Test(
        "a URL is a universal link if its scheme is that of a web address",
        arguments: [
            ("https://h/p", LinkKind.universalLink), ("HTTP://h", .universalLink), ("app://h", .customScheme),
            ("httpsx:a", .customScheme),
        ])
    func urls(address: String, kind: LinkKind) throws {
        let url = try #require(URL(string: address))
        #expect(IncomingLink(url) == IncomingLink(kind, address))
        let scene = Scene([address: .screen("A")]).with(.make("A"))
        #expect(LinkIngress(router: scene.router) { true }.handle(url))
    }

    @Test("cancelling the caller that waits for the links does not cancel the links")
    func cancelled() async {
        let gate = Gate()
        let scene = scene(gate)
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        for address in ["app://slow", "app://b"] { ingress.handle(IncomingLink(.push, address)) }
        display.on = ["display"]
        let draining = Task { await ingress.becameReady() }
        await waitUntil { !gate.waiting.isEmpty }
        draining.cancel()
        await gate.open()
        #expect(await draining.value == [.handled(screen: "Slow"), .handled(screen: "B")])
        #expect(scene.host.calls == ["present Slow", "present B"])
    }

    @Test("the queue of waiting links is limited")
    func flood() async {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        let taken = (0..<10_000).map { ingress.handle(IncomingLink(.customScheme, "app://a", id: "\($0)")) }
        #expect(taken.count { $0 } == 16 && ingress.waitingCount == 16)
        display.on = ["display"]
        #expect(await ingress.becameReady().count == 16)
        let long = "app://a?x=" + String(repeating: "y", count: 9000)
        #expect(!ingress.handle(IncomingLink(.customScheme, long)) && ingress.waitingCount == 0)
    }

    @Test(
        "every link that leads nowhere is reported, also after waiting, and also without callback schemes")
    func misses() async {
        let scene = Scene(["app://a": .screen("A")], policy: RoutingPolicy(webViewHosts: ["ours"])).with(.make("A"))
        scene.router.guards = [AsyncGuard("no") { _ in .deny("closed") }]
        let ingress = LinkIngress(router: scene.router) { true }
        var misses: [LinkIngress.Miss] = []
        ingress.onMiss = { misses.append($1) }
        ingress.handle(IncomingLink(.universalLink, "https://h/unknown"))
        ingress.handle(IncomingLink(.universalLink, nil))
        #expect(misses == [.ended(.notFound), .ended(.rejected(.noAddress))])
        #expect(scene.host.calls.isEmpty, "a universal link does not return to the browser")
        #expect(ingress.handle(IncomingLink(.universalLink, "https://ours/unknown")))
        #expect(scene.host.calls == ["web https://ours/unknown"])
        #expect(ingress.handle(IncomingLink(.push, "app://a")), "a guard is asked")
        await waitUntil { misses.count >= 3 }
        #expect(misses.last == .ended(.rejected(.denied(by: "no", "closed"))))
        scene.host.hasWebView = false
        #expect(
            await ingress.receive(IncomingLink(.universalLink, "https://ours/unknown")) == .followed(.notFound),
            "no loop with the system if the web view refuses")
        let closed = LinkIngress(router: scene.router) { false }
        closed.onMiss = { misses.append($1) }
        for _ in 0..<17 { closed.handle(IncomingLink(.push, "app://a")) }
        #expect(misses.last == .dropped && misses.count == 5)
        #expect(misses.allSatisfy { !$0.text.isEmpty })
    }

    @Test("links continue to wait if the display is gone while they are followed")
    func displayGone() async {
        let gate = Gate()
        let scene = scene(gate)
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        for address in ["app://slow", "app://b"] { ingress.handle(IncomingLink(.push, address)) }
        display.on = ["display"]
        async let first = ingress.becameReady()
        await waitUntil { !gate.waiting.isEmpty }
        display.on = []
        await gate.open()
        #expect(await first.count == 1 && ingress.waitingCount == 1)
        display.on = ["display"]
        #expect(await ingress.becameReady() == [.handled(screen: "B")])
    }
}
