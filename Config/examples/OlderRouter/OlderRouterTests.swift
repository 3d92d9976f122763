import Foundation
import RouteNavigation
import Testing

/// What an older router did, with the file that an app copies.
@Suite("Navigators of an older router work unchanged")
@MainActor
struct OlderRouterTests {
    /// No rule of a server: the app has only its own paths.
    struct NoRules: AddressResolving {
        let context = Context(platform: "ios")
        let isReady = true
        func resolve(_ address: String, context: Context) -> Resolution {
            Resolution(outcome: .unmatched, original: address)
        }
    }

    /// A window, and the screen at which its jumps start.
    @MainActor
    struct Window {
        let home = MemoryNode.plain("Home")
        let host: MemoryHost
        let router: AppRouter

        init(_ path: RoutePath, _ navigator: any RouteNavigation.Navigating) {
            host = MemoryHost(root: .stack([home]))
            router = AppRouter(
                routes: NoRules(), screens: ScreenRegistry(), host: host, paths: PathOptions(hosts: ["h"]))
            router.register(path: path, navigator: navigator)
        }
    }

    /// As in the app, where the class is `UIViewController`.
    struct MenuNavigator: Navigating {
        func navigate(
            from viewController: MemoryNode, using transitionType: TransitionType, parameters: [String: String]
        ) {
            guard parameters["hidden"] == nil else { return }
            let menu = MemoryNode.stack([.plain("Menu \(parameters["x"] ?? "")")])
            navigate(to: menu, from: viewController, using: transitionType)
        }
    }

    @Test("a navigator is a structure with one method, and its screens go through the display")
    func navigators() {
        let window = Window("InternalMenu", MenuNavigator())
        let shown = window.router.route(
            to: URL(string: "https://h/internalmenu?X=1"), from: window.home, using: .present)
        #expect(shown == .handled(screen: "InternalMenu"))
        #expect(window.host.rootNode?.outline() == "stack\n  Home\n  ^ stack\n  ^   Menu 1")
        let hidden = window.router.route(to: "https://h/InternalMenu?hidden=1", from: window.home)
        #expect(hidden == .handled(screen: "InternalMenu"), "it decided to show nothing")
    }

    /// Shows one screen two times, which the display refuses.
    struct TwiceNavigator: Navigating {
        let screen = MemoryNode.plain("Again")
        func navigate(from source: MemoryNode, using transitionType: TransitionType, parameters: [String: String]) {
            for _ in 0..<2 { navigate(to: screen, from: source, using: .show) }
        }
    }

    @Test("a screen that the display refuses is the outcome")
    func refused() {
        let window = Window("twice", TwiceNavigator())
        #expect(window.router.route(to: "https://h/twice", from: window.home) == .rejected(.notShown("twice")))
    }

    /// Shows its screen when a test says so, as after a request of its own.
    final class LateNavigator: Navigating {
        var shows: [@MainActor (MemoryNode?) -> RouteOutcome] = []

        func navigate(from source: MemoryNode, using transitionType: TransitionType, parameters: [String: String]) {
            shows.append { [unowned self] other in
                navigate(to: MemoryNode.plain("Late"), from: other ?? source, using: .present)
            }
        }
    }

    @Test("what a navigator shows late appears in its own window, or nowhere and with a reason")
    func late() {
        let navigator = LateNavigator()
        var windows = (0..<3).map { _ in Window("late", navigator) }
        for window in windows {
            #expect(window.router.route(to: "https://h/late", from: window.home) == .handled(screen: "late"))
        }
        for number in [1, 0, 2] {
            #expect(navigator.shows[number](nil) == .handled(screen: "late"))
            #expect(windows.map { $0.host.calls.count }[number] == 1, "window \(number)")
        }
        guard case .failed(let several) = navigator.shows[0](MemoryNode.plain("Elsewhere")) else {
            Issue.record("a screen of no window was shown")
            return
        }
        #expect(several.contains("none from this screen"))
        let home = windows[2].home
        windows.removeLast()
        #expect(navigator.shows[2](home) == .failed("the display of late is gone"))
        #expect(windows.map { $0.host.calls.count } == [1, 1])
    }

    @Test(
        "the query is flattened as before",
        arguments: [
            ("app://h/p?a=1&a=2", ["a": "2"]), ("app://h/p?a=1&a", [:]), ("app://h/p?a=", ["a": ""]),
            ("app://h/p?ID=1&id=2", ["id": "2"]), ("app://h/p?q=x+y%20z", ["q": "x+y z"]), ("app://h/p", [:]),
            ("not an address", [:]),
        ] as [(String, [String: String])])
    func query(address: String, flat: [String: String]) {
        #expect(ScreenRequest(name: "p", parameters: Parameters(), address: address).flatQuery == flat)
    }

    /// Notes the query that it gets.
    final class QueryNavigator: Navigating {
        var queries: [[String: String]] = []
        func navigate(from source: MemoryNode, using transitionType: TransitionType, parameters: [String: String]) {
            queries.append(parameters)
        }
    }

    @Test("in the query of a link from outside the first value counts")
    func outsideQuery() async {
        let navigator = QueryNavigator()
        let window = Window("other", navigator)
        window.router.register(
            path: "p", navigator: navigator, defaults: [:], traits: RoutingTraits(exposure: .exported))
        for kind in LinkKind.allCases {
            #expect(await window.router.open("https://h/p?ID=1&id=2&x=1&x", kind: kind) == .handled(screen: "p"))
            let isFirst = navigator.queries.popLast() == ["id": "1", "x": "1"]
            #expect(isFirst == kind.isExternal, "\(kind)")
        }
    }
}
