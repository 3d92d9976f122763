import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("What users of other routers asked for", .scheduled)
@MainActor
struct UserRequestTests {
    @Test("any object can request a jump, such as a coordinator, without a base class")
    func coordinator() {
        final class Coordinator: RoutingSource {
            let router: any AppRouting
            init(_ router: any AppRouting) { self.router = router }
            func start() -> RouteOutcome { router.route(to: "app://a", from: self) }
        }
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        #expect(Coordinator(scene.router).start() == .handled(screen: "A"))
    }

    @Test("the query can have arrays and small objects: repeated names, or JSON within limits")
    func json() throws {
        struct Filter: Codable, Equatable { var tags: [String] }
        func parameters(_ text: String) -> Parameters { Parameters(query: [.init("filter", text)]) }
        let repeated = Parameters(query: [.init("tag", "a"), .init("Tag", "b")])
        #expect(repeated.all("tag") == ["a", "b"])
        #expect(try parameters(#"{"tags":["a","[["]}"#).decodeJSON(Filter.self, "FILTER") == Filter(tags: ["a", "[["]))
        typealias Refusal = ScreenRegistration.Refusal
        #expect(throws: Refusal.missingParameter("other")) { try repeated.decodeJSON(Filter.self, "other") }
        #expect(throws: Refusal.other("filter is not JSON of the expected type")) {
            try parameters("{").decodeJSON(Filter.self, "filter")
        }
        let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
        #expect(throws: Refusal.other("filter has more than 16 arrays and objects inside each other")) {
            try parameters(deep).decodeJSON([Filter].self, "filter")
        }
        let long = "\"" + String(repeating: "x", count: 8192) + "\""
        #expect(throws: Refusal.other("filter is longer than 8192 bytes")) {
            try parameters(long).decodeJSON(String.self, "filter")
        }
    }

    @Test("a caller's closure reaches the screen; a link from outside has only its address")
    func closures() async {
        let scene = Scene(["app://a?done=1": .screen("A")]).with(.make("A"))
        let box = FakeFeatures()
        let done: @MainActor @Sendable () -> Void = { box.on = ["called"] }
        await scene.router.open("app://a?done=1", kind: .internal, userInfo: ["done": done])
        (scene.shown?.userInfo["done"] as? @MainActor @Sendable () -> Void)?()
        #expect(box.on == ["called"])
        await scene.router.open("app://a?done=1", kind: .webView, userInfo: ["done": done])
        #expect(scene.shown?.kind == .webView && scene.shown?.userInfo.isEmpty == true)
    }

    struct Magic: Transition {
        func navigate(
            from source: any ScreenNode, to destination: any ScreenNode, on host: any NavigationHost, animated: Bool
        ) -> Bool {
            host.replaceTop(with: destination, from: source, animated: false)
        }
    }

    @Test("rules and addresses of the app choose transitions by name; unknown names are reported")
    func transitions() {
        let parameters = Parameters(query: [.init("by", "modal")])
        let table: [String: Outcome] = ["app://magic": .screen("A", "magic"), "app://push": .screen("A", "push")]
        let scene = Scene(table).with(.make("A"))
        scene.router.route(to: "app://magic")
        #expect(scene.events.all.first == .unknownTransition("magic"))
        scene.router.transitions.register("magic", Magic())
        scene.router.route(to: "app://magic")
        #expect(scene.host.calls == ["present A", "replace A at once"])
        let asked = Scene(table, parameters: parameters, policy: RoutingPolicy(transitionQueryName: "by"))
            .with(.make("A"))
        asked.router.route(to: "app://push")
        asked.router.start("app://push", kind: .universalLink)
        #expect(asked.host.calls == ["present A", "show A"], "a link from outside cannot choose")
    }

    @Test("paths are declared once, and registrations can be listed")
    func routePaths() throws {
        let menu: RoutePath = "InternalMenu"
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        #expect(scene.router.register(path: menu, navigator: FakeNavigator()))
        try scene.router.register(pattern: "app://photo/:id") { _ in }
        #expect(scene.router.registered == ["InternalMenu", "app://photo/:id"])
        #expect(scene.router.route(to: "https://h/\(menu.text)").isHandled)
    }

    @Test("values registered with a path are passed on, and a caller's values have priority")
    func defaults() async {
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        let navigator = FakeNavigator()
        scene.router.register(path: "p", navigator: navigator, defaults: ["size": 1, "colour": "red"])
        await scene.router.open("https://h/p", kind: .internal, userInfo: ["size": 2])
        #expect(navigator.requests.first?.userInfo["size"] as? Int == 2)
        #expect(navigator.requests.first?.userInfo["colour"] as? String == "red")
    }

    @Test("stashed values are in memory only, expire, and can be cleared")
    func stashEnds() throws {
        let clock = FakeClock()
        let stash = ParameterStash { clock.now }
        let word = try #require(stash.put("x", lifetime: .seconds(86_400)))
        clock.now += .seconds(601)
        #expect(stash.take(word, as: String.self) == nil, "no value is stored for more than ten minutes")
        let other = try #require(stash.put("y"))
        stash.clear()
        #expect(stash.take(other, as: String.self) == nil)
    }

    @Test("a screen gets the value whose key is in its address, once, and never for a link from outside")
    func stashedByAddress() async throws {
        var took: [[Int]?] = []
        let routes = try IndexRoutes(draft: #"{"rules":[{"id":"a","match":["app://h/a"],"to":{"screen":"A"}}]}"#)
        let scene = RealScene(routes)
        scene.screens.register(
            ScreenRegistration("A", exposure: .exported) { request in
                took.append(request.takeStashed(as: [Int].self))
                return MemoryNode(request)
            })
        let word = try #require(scene.router.stash.put([1, 2, 3]))
        let address = try #require(AddressBuilder("app://h").segment("a").query("stash", word).address)
        await scene.router.open(address, kind: .push)
        await scene.router.open(address, kind: .internal)
        await scene.router.open(address, kind: .internal)
        #expect(took == [nil, [1, 2, 3], nil])
    }

    @Test("a caller gets a result once, and a screen that is closed without one ends the wait")
    func results() async {
        var ports: [OneAnswer<String?>] = []
        let scene = Scene(["app://pick": .screen("Pick")]).with(
            ScreenRegistration("Pick") { request in
                if let port = request.resultPort(for: String.self) { ports.append(port) }
                return MemoryNode.plain("Pick")
            })
        async let picked = scene.router.ask(for: String.self, at: "app://pick")
        await waitUntil { !ports.isEmpty }
        #expect(ports[0].give("photo"))
        #expect(!ports[0].give("another"))
        #expect(await picked == "photo")
        ports = []
        async let nothing = scene.router.ask(for: String.self, at: "app://pick")
        await waitUntil { !ports.isEmpty }
        ports = []
        #expect(await nothing == nil)
        #expect(await scene.router.ask(for: String.self, at: "app://unknown") == nil)
    }

    @Test("each router's factory passes on its own container, and no router is global")
    func container() {
        final class Service { var uses = 0 }
        final class Container { let service = Service() }
        let containers = [Container(), Container()]
        let scenes = containers.map { container in
            Scene(["app://a": .screen("A")]).with(
                ScreenRegistration("A") { request in
                    container.service.uses += 1
                    return MemoryNode(request)
                })
        }
        scenes[1].router.route(to: "app://a")
        #expect(containers.map(\.service.uses) == [0, 1])
        #expect(scenes.map(\.host.calls) == [[], ["present A"]])
    }

    @Test("a large object reaches the screen itself, not a copy, and is not in the address")
    func largeObject() throws {
        final class Draft: Sendable {}
        let draft = Draft()
        var got: [ScreenRequest] = []
        let scene = Scene(["app://a": .screen("A")]).with(
            ScreenRegistration("A", exposure: .exported) { request in
                got.append(request)
                return MemoryNode(request)
            })
        scene.router.start("app://a", kind: .internal, userInfo: ["draft": draft])
        #expect(got.last?.userInfo["draft"] as? Draft === draft && got.last?.address == "app://a")
        scene.router.start("app://a", kind: .push, userInfo: ["draft": draft])
        #expect(got.count == 2 && got.last?.userInfo["draft"] == nil, "a link from outside brings no objects")
    }

    @Test("a coordinator starts jumps and says which screen is on top; the router believes it, not the display")
    func coordinatorOnTop() {
        final class Coordinator: RoutingSource, TopScreenProvider {
            var topScreen: (any ScreenNode)?
            var topContext: ScreenContext?
        }
        let scene = Scene(["app://a": .screen("A")]).with(
            .make("A", transition: .show, sameScreen: .ignoreIfSame))
        let coordinator = Coordinator()
        scene.router.topScreenProvider = coordinator
        #expect(scene.router.route(to: "app://a", from: coordinator) == .handled(screen: "A"))
        #expect(
            scene.host.rootNode?.outline() == "stack\n  Home\n  A", "it is on no display: the jump starts at the root")
        #expect(scene.router.route(to: "app://a", from: coordinator) == .handled(screen: "A"), "it knows of no screen")
        coordinator.topContext = scene.shown?.context
        #expect(scene.router.route(to: "app://a", from: coordinator) == .alreadyThere(screen: "A"))
        #expect(scene.host.calls == ["show A", "show A"])
    }

    @Test("an app's own store keeps values beyond a relaunch, and refuses what it cannot write")
    func ownStore() throws {
        /// Texts, as `UserDefaults` has them.
        final class TextStore: StashStore {
            var texts: [String: (text: String, expires: ContinuousClock.Instant)] = [:]
            var keys: [String] { Array(texts.keys) }
            func keep(_ value: StashedValue, for key: String) -> Bool {
                guard let text = value.value as? String else { return false }
                texts[key] = (text, value.expires)
                return true
            }
            func value(for key: String) -> StashedValue? {
                texts[key].map { StashedValue($0.text, expires: $0.expires) }
            }
            func remove(_ key: String) { texts[key] = nil }
        }
        let (store, clock) = (TextStore(), FakeClock())
        let first = ParameterStash(store: store) { clock.now }
        let key = try #require(first.put("draft"))
        #expect(first.put([1, 2, 3]) == nil)
        let relaunched = ParameterStash(store: store) { clock.now }
        #expect(relaunched.take(key, as: Int.self) == nil && store.keys == [key])
        #expect(relaunched.take(key, as: String.self) == "draft" && store.keys.isEmpty)
        let old = try #require(first.put("old"))
        clock.now += .seconds(61)
        #expect(relaunched.take(old, as: String.self) == nil)
        for number in 0..<64 { #expect(first.put("\(number)") != nil, "the expired one is removed") }
        #expect(first.put("one more") == nil && store.texts[old] == nil)
        relaunched.clear()
        #expect(store.keys.isEmpty)
    }

    /// Keeps texts as a file does: with both ends.
    private final class FileStore: StashStore {
        var values: [String: StashedValue] = [:]
        var keys: [String] { Array(values.keys) }
        func keep(_ value: StashedValue, for key: String) -> Bool {
            values[key] = value
            return true
        }
        func value(for key: String) -> StashedValue? { values[key] }
        func remove(_ key: String) { values[key] = nil }
    }

    @Test(
        "a value on the disk ends by the wall clock after a restart of the device, also with a clock that was set back"
    )
    func restartedDevice() throws {
        let (store, clock) = (FileStore(), FakeClock())
        final class Wall { var now: Int64 = 1_000_000 }
        let wall = Wall()
        let stash = ParameterStash(store: store) {
            clock.now
        } wallClock: {
            wall.now
        }
        func stored() -> String? { stash.put("draft", lifetime: .seconds(60)) }
        // The device restarts: its clock begins again, and a day passes.
        var key = try #require(stored())
        clock.now -= .seconds(86_400)
        wall.now += 86_400_000
        #expect(stash.take(key, as: String.self) == nil)
        key = try #require(stored())
        #expect(store.keys == [key], "what has ended is removed")
        wall.now += 59_999
        #expect(stash.take(key, as: String.self) == "draft")
        key = try #require(stored())
        wall.now -= 1
        #expect(stash.take(key, as: String.self) == nil, "a clock that was set to before the value does not keep it")
        // Set back by less, while the process runs: the clock that only goes forward ends it.
        key = try #require(stored())
        clock.now += .seconds(60)
        wall.now += 1
        #expect(stash.take(key, as: String.self) == nil)
        let memory = ParameterStash { clock.now }
        let kept = try #require(memory.put("draft"))
        #expect(memory.take(kept, as: String.self) == "draft")
    }

    @Test("navigators go back by one, to the first, to a screen, and out of a modal")
    func goingBack() async throws {
        let scene = Scene(["app://a": .screen("A"), "app://b": .screen("B"), "app://c": .screen("C")])
            .with(.make("A", transition: .show), .make("B", transition: .show), .make("C"))
        let stack: @MainActor () -> [any ScreenNode] = { scene.host.rootNode?.children ?? [] }
        let ways: [(String, any Navigating)] = [
            ("back", PopNavigator()), ("first", PopToRootNavigator()), ("away", DismissNavigator()),
            ("toA", PopToNavigator(ScreenContext("A", info: Parameters()), stack: stack)),
        ]
        let router = AppRouter(
            routes: scene.routes, screens: scene.screens, host: scene.host, paths: PathOptions(hosts: ["back"]))
        for (path, navigator) in ways { router.register(path: RoutePath(path), navigator: navigator) }
        for address in ["app://a", "app://b", "app://b"] { router.route(to: address) }
        #expect(router.route(to: "x://back/back") == .handled(screen: "B"))
        #expect(router.route(to: "x://back/toA") == .handled(screen: "A"))
        router.route(to: "app://c")
        #expect(router.route(to: "x://back/away") == .handled(screen: "A"))
        #expect(router.route(to: "x://back/first") == .handled(screen: ""))
        for way in ["toA", "first", "away", "back"] {
            #expect(router.route(to: "x://back/\(way)") == .failed("there is nothing to go back to"))
        }
    }
}
