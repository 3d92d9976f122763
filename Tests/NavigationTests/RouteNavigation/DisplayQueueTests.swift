import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Screens that are shown during a transition", .scheduled)
@MainActor
struct DisplayQueueTests {
    /// A display with a transition that a test ends.
    @MainActor
    final class Moving {
        var isMoving = false
        var reportsEnd = true
        var ends: [@MainActor () -> Void] = []
        var done: [String] = []

        func end() {
            isMoving = false
            let waiting = ends
            ends = []
            for end in waiting { end() }
        }
    }

    private func queue(_ display: Moving) -> DisplayQueue {
        DisplayQueue {
            guard display.isMoving else { return nil }
            return { ended in
                if display.reportsEnd { display.ends.append(ended) }
                return display.reportsEnd
            }
        } pause: {
            await Task.yield()
        }
    }

    @Test("screens wait for the end of the transition, in order, and each starts a transition for the rest")
    func order() {
        let display = Moving()
        let queue = queue(display)
        func show(_ name: String) -> Bool {
            queue.run {
                display.done.append(name)
                display.isMoving = true
                return true
            }
        }
        #expect(show("a") && display.done == ["a"])
        #expect(show("b") && show("c") && display.done == ["a"], "nothing is lost or too early")
        display.end()
        #expect(display.done == ["a", "b"])
        display.end()
        #expect(display.done == ["a", "b", "c"])
        display.end()
        #expect(show("d") && display.done.last == "d")
    }

    @Test("the screen that waits last is the one on top for the next request; one that goes back ends that")
    func expected() {
        let display = Moving()
        let queue = queue(display)
        let (one, two) = (MemoryNode.plain("1"), MemoryNode.plain("2"))
        #expect(queue.run({ true }, showing: one) && queue.expectedScreen == nil, "it is on top already")
        display.isMoving = true
        #expect(queue.run({ true }, showing: one) && queue.expectedScreen === one)
        #expect(queue.run({ true }, showing: MemoryNode.stack([two])) && queue.expectedScreen === two)
        #expect(queue.run { true } && queue.expectedScreen == nil, "a pop waits")
        display.end()
        #expect(queue.expectedScreen == nil)
    }

    @Test("a transition that cannot report its end is checked again, for a limited time")
    func silent() async {
        let display = Moving()
        display.isMoving = true
        display.reportsEnd = false
        let queue = queue(display)
        let taken = queue.run {
            display.done.append("a")
            return true
        }
        #expect(taken && display.done.isEmpty)
        await waitUntil { !display.done.isEmpty }
        #expect(display.done == ["a"] && display.isMoving)
    }

    @Test("screens that the display refuses are reported, at once or later, and the queue is limited")
    func losing() {
        let display = Moving()
        let queue = queue(display)
        #expect(!queue.run { false })
        display.isMoving = true
        var lost = 0
        let taken = (0..<20).map { _ in
            queue.run {
                false
            } orElse: {
                lost += 1
            }
        }
        #expect(taken.count { $0 } == 16 && lost == 0)
        display.end()
        #expect(lost == 16)
    }

    @Test("a screen that the display refuses has an outcome, by link and by context")
    func refused() async {
        let host = PlainHost()
        let screens = ScreenRegistry()
        screens.register(.make("A"))
        let router = AppRouter(
            routes: FakeRoutes(["app://a": .screen("A")]), screens: screens, host: host, clock: StandingClock())
        host.takes = false
        #expect(router.route(to: "app://a") == .rejected(.notShown("A")))
        #expect(await router.navigate(to: ScreenContext("A")) == .rejected(.notShown("A")))
        host.takes = true
        #expect(router.route(to: "app://a").isHandled)
    }
}

@Suite("One screen shown twice", .scheduled)
@MainActor
struct TwiceTests {
    @Test(
        "a factory that returns a screen that is on the display already causes an outcome, not a crash",
        arguments: ["show", "present", "replace", "root"])
    func twice(transition: String) {
        let scene = Scene(["app://a": .screen("A", transition), "app://b": .screen("B", transition)])
        let only = MemoryNode.plain("A")
        scene.screens.register(ScreenRegistration("A") { _ in only })
        scene.screens.register(ScreenRegistration("B", wrapping: .navigation) { _ in only })
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
        let outline = scene.host.rootNode?.outline()
        #expect(scene.router.route(to: "app://a") == .rejected(.notShown("A")))
        #expect(scene.router.route(to: "app://b") == .rejected(.notShown("B")))
        #expect(scene.host.rootNode?.outline() == outline)
    }
}

@Suite("Tabs and parameters", .scheduled)
@MainActor
struct TabParameterTests {
    @Test("the screen of a tab gets the parameters of the link, and an event reports one that cannot")
    func parameters() {
        let parameters = Parameters(path: [.init("text", "swift")])
        let scene = Scene(["app://s": .screen("/search/:text"), "app://p": .screen("Plain")], parameters: parameters)
            .with(.make("/search/:text"), .make("Plain"))
        let search = SearchScreen("old")
        scene.router.switchers = [
            TabSwitcher(tabs: ["/search/:text": 1, "Plain": 0]) { index in
                if index == 1 { search } else { MemoryNode.plain("Plain") }
            } select: { _, _ in
                true
            }
        ]
        #expect(scene.router.route(to: "app://s") == .updated(screen: "/search/:text"))
        #expect(search.posts == ["swift"])
        #expect(scene.router.route(to: "app://s") == .handled(screen: "/search/:text"))
        #expect(search.posts == ["swift"], "it shows the same already")
        #expect(scene.router.route(to: "app://p") == .handled(screen: "Plain"))
        #expect(scene.events.all.contains(.parametersNotTaken(screen: "Plain")))
        #expect(scene.host.calls.isEmpty)
    }
}
