import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Contexts", .scheduled)
@MainActor
struct BadooTests {
    struct Chat: ScreenContextInfo, Equatable {
        var id: Int
        var draft = ""
    }

    struct Other: ScreenContextInfo, Equatable { var id: Int }

    /// A scene with the screens List, Chat and Profile.
    private func scene(_ policy: RoutingPolicy = RoutingPolicy()) -> Scene {
        func make(_ name: String) -> ScreenRegistration {
            ScreenRegistration(name, exposure: .exported, transition: .show) { MemoryNode($0) }
        }
        return Scene(policy: policy).with(make("List"), make("Chat"), make("Profile"))
    }

    @Test("a container of the app returns its visible child, and a plain element has no child")
    func containers() {
        final class Pages: ScreenNode {
            let pages: [MemoryNode]
            var current = 1
            init(_ pages: [MemoryNode]) { self.pages = pages }
            var visibleChild: (any ScreenNode)? { pages[current] }
        }
        final class Leaf: ScreenNode {}
        let pages = Pages([.plain("A"), .plain("B")])
        #expect((pages.topScreen as? MemoryNode)?.title == "B")
        pages.pages[1].presented = .plain("Modal")
        #expect((pages.topScreen as? MemoryNode)?.title == "Modal")
        let leaf = Leaf()
        #expect(leaf.topScreen === leaf && leaf.visibleChild == nil && leaf.presentedChild == nil)
    }

    @Test("each window has its own host and router")
    func windows() {
        let scenes = (0..<2).map { _ in Scene(["app://a": .screen("A")]).with(.make("A", transition: .show)) }
        scenes[1].router.route(to: "app://a")
        #expect(scenes[0].host.rootNode?.outline() == "stack\n  Home")
        #expect(scenes[1].host.rootNode?.outline() == "stack\n  Home\n  A")
    }

    @Test(
        "contexts are equal if screen and info are; nil equals only nil, and values of different types are not equal",
        arguments: [
            (ScreenContext("A"), ScreenContext("A"), true), (ScreenContext("A"), ScreenContext("B"), false),
            (ScreenContext("A"), ScreenContext("A", info: Chat(id: 1)), false),
            (ScreenContext("A", info: Chat(id: 1)), ScreenContext("A"), false),
            (ScreenContext("A", info: Chat(id: 1)), ScreenContext("A", info: Chat(id: 1)), true),
            (ScreenContext("A", info: Chat(id: 1)), ScreenContext("A", info: Chat(id: 2)), false),
            (ScreenContext("A", info: Chat(id: 1)), ScreenContext("A", info: Other(id: 1)), false),
        ])
    func contexts(left: ScreenContext, right: ScreenContext, equal: Bool) {
        #expect((left == right) == equal)
        #expect((right == left) == equal)
    }

    @Test("a screen without a context never equals a requested one")
    func silentScreens() async {
        let scene = Scene(["app://a": .screen("A")]).with(
            ScreenRegistration("A", transition: .show, sameScreen: .ignoreIfSame) { _ in MemoryNode.plain("A") })
        for _ in 0..<2 { #expect(scene.router.route(to: "app://a") == .handled(screen: "A")) }
        #expect(scene.host.calls == ["show A", "show A"])
    }

    @Test("links, notifications and jumps in the app's code become the same context")
    func sameContext() async {
        let parameters = Parameters(path: [.init("id", "7")], query: [.init("utm", "mail")])
        let scene = Scene(["app://chat/7": .screen("Chat")], parameters: parameters).with(
            ScreenRegistration(
                "Chat", exposure: .exported, sameScreen: .ignoreIfSame,
                info: { Chat(id: Int($0.parameters["id"] ?? "") ?? 0) }
            ) { MemoryNode($0) })
        #expect(await scene.router.navigate(to: ScreenContext("Chat", info: Chat(id: 7))) == .handled(screen: "Chat"))
        for kind in LinkKind.allCases {
            #expect(await scene.router.open("app://chat/7", kind: kind) == .alreadyThere(screen: "Chat"))
        }
        #expect(scene.host.calls.count == 1)
    }

    @Test("a request for the screen on top is ignored or updates it, according to its policy")
    func onTop() async {
        final class ChatScreen: MemoryLike {}
        for (policy, end) in [
            (ScreenRegistration.SameScreenPolicy.ignoreIfSame, RouteOutcome.handled(screen: "Chat")),
            (.updateIfSameType, .updated(screen: "Chat")),
        ] {
            let host = PlainHost()
            let screens = ScreenRegistry()
            screens.register(
                ScreenRegistration("Chat", sameScreen: policy) { ChatScreen($0) })
            let router = AppRouter(routes: FakeRoutes(), screens: screens, host: host)
            await router.navigate(to: ScreenContext("Chat", info: Chat(id: 1)))
            #expect(
                await router.navigate(to: ScreenContext("Chat", info: Chat(id: 1))) == .alreadyThere(screen: "Chat"))
            #expect(await router.navigate(to: ScreenContext("Chat", info: Chat(id: 2))) == end)
            #expect(host.stack.nodes.count == (policy == .ignoreIfSame ? 2 : 1))
        }
    }

    @Test("a list of contexts becomes a back stack; existing screens stay, and the last step is animated")
    func backStack() async {
        let scene = scene()
        let list = ScreenContext("List", info: Other(id: 0))
        let chat = ScreenContext("Chat", info: Chat(id: 7))
        #expect(await scene.router.navigate(to: [list, chat]) == .handled(screen: "Chat"))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  List\n  Chat")
        #expect(scene.host.calls == ["show List at once", "show Chat"])
        scene.router.switchers = [StackSwitcher(host: scene.host) { scene.host.rootNode?.children ?? [] }]
        let profile = ScreenContext("Profile", info: Other(id: 7))
        #expect(await scene.router.navigate(to: [list, profile]) == .handled(screen: "Profile"))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  List\n  Profile")
        let before = scene.host.calls
        #expect(
            await scene.router.navigate(to: [list, ScreenContext("Nobody")]) == .rejected(.unknownScreen("Nobody")))
        #expect(scene.host.calls == before, "nothing moves if one context has no screen")
        #expect(scene.events.endings.count == 3, "one event for each")
        guard case .failed = await scene.router.navigate(to: []) else { return #expect(Bool(false), "no contexts") }
        let many = Array(repeating: list, count: 17)
        guard case .failed = await scene.router.navigate(to: many) else { return #expect(Bool(false), "too many") }
    }

    @Test("a factory that returns no screen ends the jump with an outcome")
    func nothingMade() async {
        let scene = Scene(["app://a": .screen("A")]).with(ScreenRegistration("A") { _ in nil })
        #expect(scene.router.route(to: "app://a") == .rejected(.nothingMade("A")))
        #expect(await scene.router.navigate(to: ScreenContext("A")) == .rejected(.nothingMade("A")))
        struct Broken: Error {}
        _ = scene.with(ScreenRegistration("B") { _ in throw Broken() })
        scene.routes.table["app://b"] = .screen("B")
        #expect(scene.router.route(to: "app://b") == .rejected(.refusedByScreen("Broken()")))
        #expect(scene.host.calls.isEmpty)
    }

    final class Factory: ContextFactory {
        func screen(for context: ScreenContext) -> (any ScreenNode)? {
            context.screen == "Module" ? MemoryNode(ScreenRequest(context)) : nil
        }
    }

    @Test("a context factory makes screens that the registry does not have, but never for a rule")
    func factory() async {
        let scene = Scene(["app://module": .screen("Module")])
        let factory = Factory()
        scene.router.contextFactory = factory
        #expect(await scene.router.navigate(to: ScreenContext("Module")) == .handled(screen: "Module"))
        #expect(await scene.router.navigate(to: ScreenContext("None")) == .rejected(.nothingMade("None")))
        #expect(scene.router.route(to: "app://module") == .rejected(.unknownScreen("Module")))
    }

    final class Ways: TransitionProvider {
        func transition(for context: ScreenContext) -> (any Transition)? {
            StandardTransition(rawValue: context.screen)
        }
    }

    @Test("push, modal, replace and root exist, a provider chooses by context, and apps add transitions")
    func transitions() async {
        let scene = Scene().with(.make("show"), .make("present"), .make("replace"), .make("root"), .make("own"))
        let ways = Ways()
        scene.router.transitionProvider = ways
        for name in ["show", "replace", "present", "own", "root"] {
            #expect(await scene.router.navigate(to: ScreenContext(name), animated: false).isHandled)
        }
        #expect(
            scene.host.calls == [
                "show show at once", "replace replace at once", "present present at once", "present own at once",
                "root root at once",
            ])
        #expect(scene.host.rootNode?.outline() == "root")
        #expect(scene.router.transitions["push"] as? StandardTransition == .show)
        #expect(scene.router.transitions["modal"] as? StandardTransition == .present)
        #expect(scene.router.transitions["fade"] == nil)
    }

    final class Trace: ContextSwitching, TopScreenProvider {
        var steps: [String] = []
        var can = false
        let host: MemoryHost
        init(_ host: MemoryHost) { self.host = host }
        var topScreen: (any ScreenNode)? {
            steps.append("top")
            return host.topScreen
        }
        func canSwitch(to request: ScreenRequest) -> Bool {
            steps.append("switcher")
            return can
        }
        func switchContext(to request: ScreenRequest, animated: Bool) -> Bool {
            steps.append("switch \(animated)")
            return true
        }
    }

    @Test("the order is: top, switchers, factory, top again, transition; and animated is passed on")
    func order() async {
        let scene = Scene()
        let trace = Trace(scene.host)
        scene.screens.register(
            ScreenRegistration("A", transition: .show) { request in
                trace.steps.append("factory")
                return MemoryNode(request)
            })
        scene.router.topScreenProvider = trace
        scene.router.switchers = [trace]
        let context = ScreenContext("A", info: Other(id: 1))
        await scene.router.navigate(to: context, animated: false)
        #expect(trace.steps.first == "top" && trace.steps.last == "top")
        #expect(trace.steps.filter { $0 != "top" } == ["switcher", "factory"])
        #expect(scene.host.calls == ["show A at once"])
        #expect(await scene.router.navigate(to: context) == .alreadyThere(screen: "A"))
        trace.can = true
        trace.steps = []
        await scene.router.navigate(to: ScreenContext("A", info: Other(id: 2)), animated: false)
        #expect(trace.steps.filter { $0 != "top" } == ["switcher", "switch false"])
        #expect(scene.host.calls == ["show A at once"])
    }

    @Test("guards of the router apply to every jump")
    func validators() async {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        scene.router.guards = [AsyncGuard("maintenance") { $0.name == "A" ? .deny("closed") : .allow }]
        #expect(await scene.router.open("app://a", kind: .push) == .rejected(.denied(by: "maintenance", "closed")))
        #expect(await scene.router.navigate(to: ScreenContext("A")) == .rejected(.denied(by: "maintenance", "closed")))
    }

    @Test("a context whose guard redirects has the outcome of the redirect, and is not parked")
    func detours() async {
        let scene = Scene().with(.make("A"), .make("Login"))
        scene.router.guards = [
            AsyncGuard("login") { $0.name == "A" ? .redirect(to: "app://login", resume: true) : .allow }
        ]
        #expect(await scene.router.navigate(to: ScreenContext("A")) == .notFound)
        scene.routes.table["app://login"] = .screen("Login")
        #expect(
            await scene.router.navigate(to: ScreenContext("A"))
                == .redirected(by: "login", to: "app://login", resumes: false))
        #expect(scene.router.parked == nil && scene.host.calls == ["present Login"])
    }

    final class Coordinator: TopScreenProvider {
        let topScreen: (any ScreenNode)? = nil
        var topContext: ScreenContext?
    }

    @Test("a coordinator instead of the display can determine which screen is on top")
    func coordinator() async {
        let scene = scene()
        let coordinator = Coordinator()
        scene.router.topScreenProvider = coordinator
        let chat = ScreenContext("Chat", info: Chat(id: 1))
        coordinator.topContext = chat
        #expect(await scene.router.navigate(to: chat) == .alreadyThere(screen: "Chat"))
        coordinator.topContext = nil
        #expect(await scene.router.navigate(to: chat) == .handled(screen: "Chat"))
        #expect(scene.host.calls == ["show Chat"])
    }
}

/// A screen that can be updated and has a context.
class MemoryLike: Updatable, ContextHolder {
    var request: ScreenRequest
    var currentContext: ScreenContext? { request.context }
    init(_ request: ScreenRequest) { self.request = request }
    func post(_ request: ScreenRequest) { self.request = request }
}
