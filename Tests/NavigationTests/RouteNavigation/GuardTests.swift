import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Guards", .scheduled)
@MainActor
struct GuardTests {
    private func scene(_ guards: any RouteGuard..., clock: any Clock<Duration> = StandingClock()) -> Scene {
        let scene = Scene(["app://a": .screen("A"), "app://login": .screen("Login")], clock: clock)
            .with(.make("A", guards: guards), .make("Login", exposure: .internal))
        return scene
    }

    @Test("guards are called in order, the router's first, each once, until one does not allow")
    func order() async {
        var asked: [String] = []
        func make(_ name: String, _ decision: GuardDecision = .allow) -> AsyncGuard {
            AsyncGuard(name) { _ in
                asked.append(name)
                return decision
            }
        }
        let scene = scene(make("own"), make("last", .deny("no")), make("never"))
        scene.router.guards = [make("all")]
        #expect(await scene.router.open("app://a", kind: .internal) == .rejected(.denied(by: "last", "no")))
        #expect(asked == ["all", "own", "last"])
        #expect(scene.host.calls.isEmpty)
        #expect(scene.events.endings == [.rejected(.denied(by: "last", "no"))])
    }

    @Test("a call that does not wait returns `asking`, and one event has the final outcome")
    func starting() async {
        let scene = scene(AsyncGuard("slow") { _ in .allow })
        #expect(scene.router.route(to: "app://a") == .asking(screen: "A"))
        #expect(scene.host.calls.isEmpty)
        await waitUntil { !scene.events.endings.isEmpty }
        #expect(scene.events.endings == [.handled(screen: "A")] && scene.host.calls == ["present A"])
    }

    @Test("a guard that never answers is ended by the time limit, and a late answer has no effect")
    func timeLimit() async {
        var late: [OneAnswer<GuardDecision>] = []
        let clock = StandingClock()
        let scene = scene(CallbackGuard("hangs") { late.append($1) }, clock: clock)
        async let outcome = scene.router.open("app://a", kind: .internal)
        await clock.run()
        #expect(await outcome == .rejected(.guardTimedOut("hangs")))
        #expect(late.count == 1)
        #expect(late[0].give(.allow))
        for _ in 0..<10 { await Task.yield() }
        #expect(scene.host.calls.isEmpty && scene.events.endings.count == 1)
    }

    @Test("the first answer of a callback counts, and a callback without an answer denies")
    func callbacks() async {
        var second: Bool?
        let twice = CallbackGuard("twice") { _, answer in
            answer.give(.allow)
            second = answer.give(.deny("too late"))
        }
        #expect(await scene(twice).router.open("app://a", kind: .internal) == .handled(screen: "A"))
        #expect(second == false)
        let forgetful = scene(CallbackGuard("forgets") { _, _ in })
        let denied = RouteOutcome.rejected(.denied(by: "forgets", "forgets gave no answer"))
        #expect(await forgetful.router.open("app://a", kind: .internal) == denied)
    }

    @Test("cancelling the caller ends the wait for guards")
    func cancelling() async {
        var late: [OneAnswer<GuardDecision>] = []
        let scene = scene(CallbackGuard("waits") { late.append($1) })
        let task = Task { await scene.router.open("app://a", kind: .internal) }
        await waitUntil { !late.isEmpty }
        task.cancel()
        #expect(await task.value == .rejected(.cancelled))
        #expect(scene.host.calls.isEmpty)
    }

    @Test("features, rules and guards that changed while a guard decided are applied")
    func changes() async {
        let features = FakeFeatures()
        features.on = ["f"]
        let scene = Scene(["app://a": .screen("A")]).with(
            .make(
                "A", features: ["f"],
                guards: [
                    AsyncGuard("g") { _ in
                        features.on = []
                        return .allow
                    }
                ]))
        scene.router.features = features
        #expect(await scene.router.open("app://a", kind: .internal) == .rejected(.featureOff("f")))

        let moved = Scene(["app://a": .screen("A")])
        var asked: [String] = []
        let first = AsyncGuard("first") { _ in
            moved.routes.table["app://a"] = .screen("B")
            return .allow
        }
        let second = AsyncGuard("second") { request in
            asked.append(request.name)
            return .deny("not B")
        }
        _ = moved.with(.make("A", guards: [first]), .make("B", guards: [second]))
        #expect(await moved.router.open("app://a", kind: .internal) == .rejected(.denied(by: "second", "not B")))
        #expect(asked == ["B"])
    }

    @Test(
        "a guard is called again if parameters changed while it decided, even if the screen compares equal"
    )
    func otherParameters() async {
        let scene = Scene(["app://a": .screen("A")], parameters: Parameters(constants: [.init("amount", "1")]))
        var asked: [String?] = []
        let cautious = AsyncGuard("cautious") { request in
            asked.append(request.parameters["amount"])
            scene.routes.parameters = Parameters(constants: [.init("amount", "1000")])
            return request.parameters["amount"] == "1" ? .allow : .deny("too much")
        }
        scene.screens.register(
            ScreenRegistration("A", guards: [cautious], info: { _ in BadooTests.Other(id: 1) }) { MemoryNode($0) })
        #expect(await scene.router.open("app://a", kind: .internal) == .rejected(.denied(by: "cautious", "too much")))
        #expect(asked == ["1", "1000"] && scene.host.calls.isEmpty)
    }

    @Test("rules that change whenever a guard decides end the attempt")
    func restless() async {
        let scene = Scene(["app://a": .screen("A")])
        func flip(_ name: String) -> AsyncGuard {
            AsyncGuard(name) { _ in
                scene.routes.table["app://a"] = .screen(name)
                return .allow
            }
        }
        _ = scene.with(.make("A", guards: [flip("B")]), .make("B", guards: [flip("A")]))
        #expect(await scene.router.open("app://a", kind: .internal) == .rejected(.tooManyGuardRedirects))
    }

    @Test("guards that redirect to each other end, and a redirect has no values of the attempt")
    func detours() async {
        let to = { (address: String) in AsyncGuard("to \(address)") { _ in .redirect(to: address, resume: false) } }
        let scene = Scene(["app://a": .screen("A"), "app://b": .screen("B"), "app://c": .screen("C")])
            .with(.make("A", guards: [to("app://b")]), .make("B", guards: [to("app://a")]), .make("C"))
        #expect(await scene.router.open("app://a", kind: .push) == .rejected(.tooManyGuardRedirects))
        _ = scene.with(.make("D", guards: [to("app://c")]))
        scene.routes.table["app://d"] = .screen("D")
        let outcome = await scene.router.open("app://d", kind: .internal, userInfo: ["x": 1])
        #expect(outcome == .redirected(by: "to app://c", to: "app://c", resumes: false))
        #expect(scene.shown?.userInfo.isEmpty == true && scene.router.parked == nil)
        scene.routes.table["app://c"] = .unmatched
        #expect(await scene.router.open("app://d", kind: .internal) == .notFound, "a redirect that leads nowhere")
    }

    @Test("the later of two parked links stays, and an event reports the other")
    func parking() async {
        let login = AsyncGuard("login") { _ in .redirect(to: "app://login", resume: true) }
        let scene = scene(login)
        scene.routes.table["app://a2"] = .screen("A")
        await scene.router.open("app://a", kind: .push)
        await scene.router.open("app://a2", kind: .push)
        #expect(scene.router.parked?.address == "app://a2")
        #expect(scene.events.all.contains(.parkedReplaced(address: "app://a")))
    }

    @Test("handlers and paths are guarded, too")
    func handlers() async throws {
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        scene.router.guards = [AsyncGuard("no") { .deny($0.name) }]
        try scene.router.register(pattern: "app://h/x") { _ in }
        scene.router.register(path: "p", navigator: FakeNavigator())
        #expect(await scene.router.open("app://h/x", kind: .internal) == .rejected(.denied(by: "no", "app://h/x")))
        #expect(await scene.router.open("app://h/p", kind: .internal) == .rejected(.denied(by: "no", "p")))
        var ends: [RouteOutcome] = []
        #expect(scene.router.open("app://h/x") { end, _ in ends.append(end) } == .asking(screen: "app://h/x"))
        await waitUntil { !ends.isEmpty }
        #expect(ends == [.rejected(.denied(by: "no", "app://h/x"))])
    }
}

@Suite("Permissions", .scheduled)
@MainActor
struct ExposureTests {
    @Test("a rule cannot extend the permissions of a screen, with any parameters")
    func rulesCannotRaise() async throws {
        let routes = try IndexRoutes(
            draft: #"""
                {"settings": {"destinations": ["app://h"]}, "rules": [
                 {"id": "direct", "match": ["https://w/a"],
                  "to": {"screen": "Inner", "parameters": {"exposure": "exported", "effect": "read"}}},
                 {"id": "hop", "match": ["https://w/b"], "to": {"redirect": "app://h/inner"}}]}
                """#)
        let scene = RealScene(routes)
        scene.screens.register(.make("Inner", exposure: .internal))
        try scene.router.register(pattern: "app://h/inner") { _ in }
        for kind in LinkKind.allCases where kind.isExternal {
            #expect(await scene.router.open("https://w/a", kind: kind) == .rejected(.notExported("Inner")))
            #expect(await scene.router.open("https://w/b", kind: kind) == .rejected(.notExported("app://h/inner")))
        }
        #expect(await scene.router.open("https://w/a", kind: .internal).isHandled)
    }

    @Test(
        "only the app may reach paths and handlers, unless they are exported and only read"
    )
    func localRoutes() async throws {
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        let open = RoutingTraits(exposure: .exported)
        scene.router.register(path: "p", navigator: FakeNavigator())
        scene.router.register(path: "q", navigator: FakeNavigator(), defaults: [:], traits: open)
        try scene.router.register(
            pattern: "app://x/wipe", traits: RoutingTraits(exposure: .exported, effect: .mutate)
        ) { _ in }
        #expect(await scene.router.open("https://h/p", kind: .universalLink) == .rejected(.notExported("p")))
        #expect(await scene.router.open("https://h/q", kind: .universalLink).isHandled)
        #expect(await scene.router.open("app://x/wipe", kind: .customScheme) == .rejected(.notExported("app://x/wipe")))
        #expect(await scene.router.open("app://x/wipe", kind: .internal).isHandled)
    }

    @Test("a screen may need all of several features")
    func allFeatures() {
        let scene = Scene(["app://a": .screen("A")]).with(
            ScreenRegistration("A", allOfFeatures: ["one", "two"]) { MemoryNode($0) })
        let features = FakeFeatures()
        scene.router.features = features
        for (on, isOpen) in [(["one"], false), (["two"], false), (["one", "two"], true)] as [(Set<String>, Bool)] {
            features.on = on
            #expect(scene.router.route(to: "app://a").isHandled == isOpen)
        }
    }

    @Test("a link that the system reports several times is followed once")
    func repeats() async {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        let ingress = LinkIngress(router: scene.router) { true }
        #expect(await ingress.receive(IncomingLink(.push, "app://a", id: "n1")) == .followed(.handled(screen: "A")))
        #expect(await ingress.receive(IncomingLink(.push, "app://a", id: "n1")) == .repeated)
        #expect(ingress.handle(IncomingLink(.push, "app://a", id: "n1")))
        #expect(ingress.handle(IncomingLink(.push, "app://a")) && ingress.handle(IncomingLink(.push, "app://a")))
        #expect(scene.host.calls.count == 3)
        let closed = LinkIngress(router: scene.router) { false }
        for number in 0..<16 { closed.handle(IncomingLink(.push, "app://a", id: "n\(number)")) }
        #expect(await closed.receive(IncomingLink(.push, "app://a", id: "late")) == .dropped)
        #expect(await closed.receive(IncomingLink(.push, "app://a", id: "late")) == .dropped, "it may come again")
        #expect(closed.waitingCount == 16)
    }

    @Test("a first launch without a network can open pages and registered routes")
    func offline() async throws {
        let scene = Scene(isReady: false, policy: RoutingPolicy(webViewHosts: ["h"]))
        try scene.router.register(pattern: "app://h/own", traits: RoutingTraits(exposure: .exported)) { _ in }
        let ingress = LinkIngress(router: scene.router) { true }
        for address in ["https://h/p", "app://h/own", "app://h/unknown"] {
            #expect(await ingress.receive(IncomingLink(.push, address)) == .waiting)
        }
        #expect(await ingress.becameReady().isEmpty)
        #expect(
            await ingress.stopWaitingForRules() == [
                .opened(address: "https://h/p", by: .webView), .performed(pattern: "app://h/own"), .rejected(.notReady),
            ])
        #expect(ingress.handle(IncomingLink(.push, "app://h/own")))
    }

    @Test("another app gets the result of its request only with an allowed scheme, and a callback is never routed")
    func callbacks() async {
        let base = "app://x-callback-url/open"
        let asked = "\(base)?x-success=notes://done&x-error=notes://sorry"
        let scene = Scene([asked: .screen("A")]).with(.make("A"))
        scene.host.systemSchemes.insert("notes")
        let ingress = LinkIngress(router: scene.router) { true }
        await ingress.receive(IncomingLink(.customScheme, asked))
        #expect(scene.host.calls == ["present A"], "no result is sent without allowed schemes")
        ingress.callbackSchemes = ["notes"]
        await ingress.receive(IncomingLink(.customScheme, asked))
        #expect(ingress.handle(IncomingLink(.customScheme, asked)))
        #expect(
            scene.host.calls.filter { $0.hasPrefix("system") }
                == ["system notes://done?screen=A", "system notes://done?screen=A"])
        #expect(!ingress.handle(IncomingLink(.customScheme, "\(base)/none?x-error=notes://sorry?a=1")))
        #expect(scene.host.calls.last?.hasPrefix("system notes://sorry?a=1&errorCode=404") == true)
    }
}
