import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Each request of another app gets one result", .scheduled)
@MainActor
struct CallbackTests {
    private let base = "app://x-callback-url"
    private let callbacks = "x-success=notes://done&x-error=notes://sorry&x-cancel=notes://stopped"

    private func asked(_ path: String) -> String { "\(base)/\(path)?\(callbacks)" }

    /// A scene in which `/orders` and `/more` need a login.
    private func scene(_ person: FakeFeatures) -> (Scene, LinkIngress) {
        let login = AsyncGuard("login") { _ in
            person.isOn("signed in") ? .allow : .redirect(to: "app://login", resume: true)
        }
        let scene = Scene([
            asked("orders"): .screen("Orders"), asked("more"): .screen("More"), "app://login": .screen("Login"),
        ]).with(.make("Orders", guards: [login]), .make("More", guards: [login]), .make("Login"))
        scene.host.systemSchemes.insert("notes")
        let ingress = LinkIngress(router: scene.router) { true }
        ingress.callbackSchemes = ["Notes"]
        return (scene, ingress)
    }

    private func answers(_ scene: Scene) -> [String] { scene.host.calls.filter { $0.hasPrefix("system") } }

    @Test("a request that waits for a login gets its result when it has ended")
    func login() async {
        for isAsked in [true, false] {
            let person = FakeFeatures()
            let (scene, ingress) = scene(person)
            if isAsked {
                #expect(await ingress.receive(IncomingLink(.customScheme, asked("orders"))) != .waiting)
            } else {
                #expect(ingress.handle(IncomingLink(.customScheme, asked("orders"))))
                await waitUntil { scene.router.parked != nil }
            }
            #expect(answers(scene).isEmpty, "nothing has ended yet")
            person.on = ["signed in"]
            #expect(await scene.router.resumeParked() == .handled(screen: "Orders"))
            #expect(answers(scene) == ["system notes://done?screen=Orders"])
            #expect(await scene.router.resumeParked() == nil)
            #expect(answers(scene).count == 1)
        }
    }

    @Test("a request that is dropped or replaced gets one result, and is not followed later")
    func givenUp() async {
        let person = FakeFeatures()
        let (scene, ingress) = scene(person)
        await ingress.receive(IncomingLink(.customScheme, asked("orders")))
        await ingress.receive(IncomingLink(.customScheme, asked("more")))
        #expect(answers(scene).count == 1 && answers(scene)[0].hasPrefix("system notes://sorry?errorCode=409"))
        #expect(scene.events.all.contains(.parkedReplaced(address: asked("orders"))))
        scene.router.dropParked()
        #expect(answers(scene).count == 2 && answers(scene)[1] == "system notes://stopped")
        person.on = ["signed in"]
        #expect(await scene.router.resumeParked() == nil)
        #expect(answers(scene).count == 2 && !scene.host.calls.contains { $0.contains("Orders") })
    }

    @Test("a login that leads nowhere ends the request with one result, and the link parked before stays")
    func loginNowhere() async {
        let (scene, ingress) = scene(FakeFeatures())
        await ingress.receive(IncomingLink(.customScheme, asked("orders")))
        scene.routes.table["app://login"] = .unmatched
        #expect(await ingress.receive(IncomingLink(.customScheme, asked("more"))) == .followed(.notFound))
        #expect(answers(scene).count == 1 && answers(scene)[0].hasPrefix("system notes://sorry?errorCode=404"))
        #expect(scene.router.parked?.address == asked("orders"))
    }

    @Test("a login that ends before the redirect to it has ended resumes the parked link")
    func instantLogin() async throws {
        let person = FakeFeatures()
        let (scene, ingress) = scene(person)
        scene.screens.deregister("Login")
        var resumed: Task<RouteOutcome?, Never>?
        let router = scene.router
        try router.register(pattern: "app://login") { _ in
            person.on = ["signed in"]
            resumed = Task { await router.resumeParked() }
        }
        // A guard delays the redirect to the login.
        scene.router.guards = [
            AsyncGuard("slow") { _ in
                for _ in 0..<5 { await Task.yield() }
                return .allow
            }
        ]
        await ingress.receive(IncomingLink(.customScheme, asked("orders")))
        let task = try #require(resumed)
        #expect(await task.value == .handled(screen: "Orders"))
        #expect(answers(scene) == ["system notes://done?screen=Orders"])
    }

    @Test("the names of the x-callback-url protocol are not parameters of the screen")
    func protocolNames() async throws {
        let query = Parameters(query: [
            .init("id", "7"), .init("X-Success", "notes://done"), .init("x-source", "Notes"),
        ])
        let address = "\(base)/item?id=7&X-Success=notes://done&x-source=Notes"
        let scene = Scene([address: .screen("Item"), "app://h/item?x-y=1": .screen("Item")], parameters: query)
            .with(.make("Item"))
        let ingress = LinkIngress(router: scene.router) { true }
        await ingress.receive(IncomingLink(.customScheme, address))
        #expect(scene.shown?.parameters.items == [.init("id", "7")])
        await ingress.receive(IncomingLink(.customScheme, "app://h/item?x-y=1"))
        #expect(scene.shown?.parameters.items.count == 3, "other addresses keep such names")
    }

    @Test(
        "with random links, logins and refusals each request ends once, and has no effect afterwards")
    func exactlyOnce() async {
        var random = SeededGenerator.fromEnvironment(default: 6)
        for _ in 0..<100 {
            let person = FakeFeatures()
            let (scene, ingress) = scene(person)
            var tasks: [Task<Void, Never>] = []
            let count = Int.random(in: 1...24, using: &random)
            for number in 0..<count {
                let address =
                    "\(base)/\(number)?x-success=notes://end/\(number)&x-error=notes://end/\(number)"
                    + "&x-cancel=notes://end/\(number)"
                let guards = number % 3 == 0 ? [] : scene.screens["Orders"]?.guards ?? []
                scene.screens.register(
                    ScreenRegistration("S\(number)", exposure: .exported, guards: guards) { _ in
                        .some(MemoryNode.plain("S\(number)"))
                    })
                scene.routes.table[address] = .screen("S\(number)")
                if Bool.random(using: &random) {
                    ingress.handle(IncomingLink(.customScheme, address))
                } else {
                    tasks.append(Task { _ = await ingress.receive(IncomingLink(.customScheme, address)) })
                }
                for _ in 0..<Int.random(in: 0...6, using: &random) { await Task.yield() }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: person.on = ["signed in"]
                case 1: person.on = []
                case 2: tasks.append(Task { _ = await scene.router.resumeParked() })
                case 3: scene.router.dropParked()
                case 4: scene.routes.table["app://login"] = Bool.random(using: &random) ? .unmatched : .screen("Login")
                default: break
                }
            }
            for task in tasks { await task.value }
            // A request that is resumed may park again, or be under way when the others have ended.
            await waitUntil {
                scene.router.dropParked()
                return (0..<count).allSatisfy { number in
                    scene.host.calls.contains { Self.isEnd(of: number, $0) }
                }
            }
            for _ in 0..<200 { await Task.yield() }
            for number in 0..<count {
                let steps = scene.host.calls.filter {
                    $0 == "present S\(number)" || Self.isEnd(of: number, $0)
                }
                #expect(
                    steps.count { $0.hasPrefix("system") } == 1 && steps.last?.hasPrefix("system") == true, "\(steps)")
                #expect(steps.count <= 2)
            }
        }
    }

    /// Whether a call of the host is the answer to a request.
    private static func isEnd(of number: Int, _ call: String) -> Bool {
        call == "system notes://end/\(number)" || call.hasPrefix("system notes://end/\(number)?")
    }

    @Test("an app that lists its own scheme does not call itself")
    func ownScheme() async {
        let (scene, ingress) = scene(FakeFeatures())
        ingress.callbackSchemes = ["app", "notes"]
        scene.host.systemSchemes.insert("app")
        await ingress.receive(IncomingLink(.customScheme, "\(base)/none?x-error=app://x-callback-url/none"))
        await ingress.receive(IncomingLink(.customScheme, "\(base)/none?x-error=javascript:alert(1)"))
        await ingress.receive(IncomingLink(.customScheme, "\(base)/none?x-error=https://evil.example/"))
        #expect(scene.host.calls.isEmpty)
    }
}

@Suite("Limits of logins, handlers and guards", .scheduled)
@MainActor
struct ResumingTests {
    @Test("a link that is redirected to the login again and again ends")
    func circle() async {
        let login = AsyncGuard("login") { _ in .redirect(to: "app://login", resume: true) }
        let scene = Scene(["app://a": .screen("A"), "app://login": .screen("Login")]).with(
            .make("A", guards: [login]), .make("Login", sameScreen: .ignoreIfSame))
        await scene.router.open("app://a", kind: .push)
        var ends: [RouteOutcome] = []
        while let end = await scene.router.resumeParked(), ends.count < 100 { ends.append(end) }
        #expect(ends.count == 4 && ends.last == .rejected(.tooManyGuardRedirects))
        #expect(scene.host.calls == ["present Login"], "one login screen for all redirects")
    }

    @Test("cancelling the task of a login screen does not cancel the parked link")
    func cancelledLogin() async {
        let person = FakeFeatures()
        let login = AsyncGuard("login") { _ in
            await Task.yield()
            return person.isOn("signed in") ? .allow : .redirect(to: "app://login", resume: true)
        }
        let scene = Scene(["app://a": .screen("A"), "app://login": .screen("Login")]).with(
            .make("A", guards: [login]), .make("Login"))
        await scene.router.open("app://a", kind: .push)
        person.on = ["signed in"]
        let task = Task { await scene.router.resumeParked() }
        task.cancel()
        #expect(await task.value == .handled(screen: "A"))
    }

    @Test("if the login itself has a guard, the first link stays parked")
    func twoGates() async {
        let gates = FakeFeatures()
        func gate(_ name: String) -> AsyncGuard {
            AsyncGuard(name) { _ in gates.isOn(name) ? .allow : .redirect(to: "app://\(name)", resume: true) }
        }
        let scene = Scene([
            "app://a": .screen("A"), "app://login": .screen("Login"), "app://setup": .screen("Setup"),
        ]).with(.make("A", guards: [gate("login")]), .make("Login", guards: [gate("setup")]), .make("Setup"))
        #expect(
            await scene.router.open("app://a", kind: .internal)
                == .redirected(by: "setup", to: "app://setup", resumes: true))
        #expect(scene.router.parked?.address == "app://a")
        #expect(!scene.events.all.contains { if case .parkedReplaced = $0 { true } else { false } })
        gates.on = ["setup", "login"]
        #expect(await scene.router.resumeParked() == .handled(screen: "A"))
    }

    @Test("a handler, a screen or a completion that opens its own address ends")
    func inside() throws {
        let scene = Scene(["app://b": .screen("B")])
        let router = scene.router
        var runs = 0
        var ends: [RouteOutcome] = []
        try router.register(pattern: "app://a") { _ in
            runs += 1
            if runs < 1000 { ends.append(router.route(to: "app://a")) }
        }
        #expect(router.route(to: "app://a") == .performed(pattern: "app://a"))
        #expect(runs == 16 && ends.first == .rejected(.tooDeep) && ends.count == 16)
        scene.screens.register(
            ScreenRegistration("B") { request in
                runs += 1
                if runs < 1000 { router.route(to: "app://b") }
                return MemoryNode(request)
            })
        runs = 0
        #expect(router.route(to: "app://b").isHandled && runs == 16)
        var completions = 0
        router.open("app://none") { _, _ in
            completions += 1
            router.open("app://neither") { _, _ in completions += 1 }
        }
        #expect(completions == 2, "a link opened by a completion is followed")
    }

    @Test("a completion or an event closure that opens a link at every end does not overflow the stack")
    func stubborn() async throws {
        let scene = Scene()
        let router = scene.router
        var ends = 0
        func retry() {
            router.open("app://none") { _, _ in
                ends += 1
                if ends < 5000 { retry() }
            }
        }
        retry()
        await waitUntil { ends >= 5000 }
        var events = 0
        router.onEvent = { _ in
            events += 1
            if events < 5000 { router.route(to: "app://none") }
        }
        router.route(to: "app://none")
        await waitUntil { events >= 5000 }
    }

    @Test("the number of attempts that wait for guards is limited")
    func flood() async {
        var waiting: [OneAnswer<GuardDecision>] = []
        let scene = Scene(["app://a": .screen("A")]).with(
            .make("A", guards: [CallbackGuard("asks") { waiting.append($1) }]))
        for _ in 0..<10_000 { scene.router.start("app://a", kind: .webView) }
        await waitUntil { scene.events.endings.count >= 10_000 - 64 && waiting.count >= 64 }
        #expect(Set(scene.events.endings) == [.rejected(.tooManyAtOnce)])
        for answer in waiting { answer.give(.deny("no")) }
        await waitUntil { scene.events.endings.count >= 10_000 }
        scene.router.start("app://a", kind: .internal)
        await waitUntil { waiting.count >= 65 }
    }
}
