import Foundation
import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("What is deprecated works until it is removed", .scheduled)
@MainActor
struct DeprecatedTests {
    @available(*, deprecated)
    @Test("in the flattened query of a link from outside the first value counts")
    func outsideQuery() {
        let address = "app://h/p?ID=1&id=2&x=1&x"
        #expect(QueryItems.flattenedAsInLessons(address) == ["id": "2"])
        for kind in LinkKind.allCases where kind.isExternal {
            #expect(QueryItems.flattenedAsInLessons(address, from: kind) == ["id": "1", "x": "1"])
        }
    }

    @available(*, deprecated)
    @Test(
        "the query is flattened as in older routers",
        arguments: [
            ("app://h/p?a=1&a=2", ["a": "2"]), ("app://h/p?a=1&a", [:]), ("app://h/p?a=", ["a": ""]),
            ("app://h/p?ID=1&id=2", ["id": "2"]), ("app://h/p?q=x+y%20z", ["q": "x+y z"]), ("app://h/p", [:]),
            ("not an address", [:]),
        ] as [(String, [String: String])])
    func query(address: String, flat: [String: String]) {
        #expect(QueryItems.flattenedAsInLessons(address) == flat)
    }

    /// In an app the class is `UIViewController`.
    @available(*, deprecated)
    struct InternalMenuNavigator: ControllerNavigating {
        func navigate(
            from viewController: MemoryNode, using transitionType: TransitionType, parameters: [String: String]
        ) {
            guard parameters["hidden"] == nil else { return }
            navigate(
                to: MemoryNode.stack([.plain("Menu \(parameters["x"] ?? "")")]), from: viewController,
                using: transitionType)
        }
    }

    @available(*, deprecated)
    @Test("a navigator with a method without a display is a structure, and its screens go through the display")
    func navigators() {
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        let path = ["InternalMenu"].first ?? ""
        #expect(scene.router.register(path: path, navigator: InternalMenuNavigator()))
        let url = URL(string: "https://h/internalmenu?X=1")
        #expect(scene.router.route(to: url, from: scene.home, using: .present) == .handled(screen: path))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  ^ stack\n  ^   Menu 1")
        let twice = MemoryNode.plain("Again")
        struct Refused: ControllerNavigating {
            let screen: MemoryNode
            func navigate(from source: MemoryNode, using transitionType: TransitionType, parameters: [String: String]) {
                for _ in 0..<2 { navigate(to: screen, from: source, using: .show) }
            }
        }
        scene.router.register(path: "twice", navigator: Refused(screen: twice))
        #expect(scene.router.route(to: "https://h/twice", from: scene.home) == .rejected(.notShown("twice")))
        #expect(
            scene.router.route(to: "https://h/InternalMenu?hidden=1", from: scene.home) == .handled(screen: path),
            "it decided to show nothing")
    }

    /// Shows its screen when a test says so, as after a request of its own.
    @available(*, deprecated)
    private final class LateNavigator: ControllerNavigating {
        var shows: [@MainActor (MemoryNode?) -> RouteOutcome] = []

        func navigate(from source: MemoryNode, using transitionType: TransitionType, parameters: [String: String]) {
            shows.append { [unowned self] other in
                navigate(to: MemoryNode.plain("Late"), from: other ?? source, using: .present)
            }
        }
    }

    @available(*, deprecated)
    @Test("what a navigator shows late appears in its own window, or nowhere and with a reason")
    func lateNavigators() throws {
        let navigator = LateNavigator()
        var windows = (0..<3).map { _ in Scene(paths: PathOptions(hosts: ["h"])) }
        for window in windows {
            window.router.register(path: "late", navigator: navigator)
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
        #expect(several.contains("displays have called navigators"))
        let home = windows[2].home
        windows.removeLast()
        #expect(navigator.shows[2](home) == .failed("the display of late is gone"))
        #expect(windows.map { $0.host.calls.count } == [1, 1])
    }
}
