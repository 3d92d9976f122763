import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("The display", .scheduled)
@MainActor
struct DisplayTests {
    @Test("the top screen is found through stacks, tabs and what is presented, in that order")
    func topScreen() {
        let deep = MemoryNode.plain("Deep")
        let modal = MemoryNode.stack([.plain("First"), deep])
        let tab = MemoryNode.stack([.plain("A"), .plain("B")])
        let root = MemoryNode.tabs([.plain("Other"), tab])
        #expect((root.topScreen as? MemoryNode)?.title == "Other")
        root.selected = 1
        #expect((root.topScreen as? MemoryNode)?.title == "B")
        tab.children[1].presented = modal
        #expect(root.topScreen === deep)
        root.selected = 7
        #expect(root.topScreen === root)
        #expect(MemoryHost(root: nil).topScreen == nil)
    }

    @Test("the search for the top screen ends even if the display contains itself")
    func cycle() {
        let one = MemoryNode.plain("One")
        let two = MemoryNode.plain("Two")
        one.presented = two
        two.presented = one
        #expect(one.topScreen === one)
    }

    @Test("going back removes one screen, never the last, and an empty stack is an outcome")
    func popping() {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        scene.router.route(to: "app://a", from: nil, using: .show)
        scene.router.route(to: "app://a", from: nil, using: .show)
        let pop = PopNavigator()
        func goBack() -> RouteOutcome {
            pop.navigate(
                from: scene.host.root ?? scene.home, using: .show,
                request: ScreenRequest(name: "back", parameters: Parameters(), address: "app://back"), host: scene.host)
        }
        #expect(goBack() == .handled(screen: "A"))
        #expect(goBack() == .handled(screen: ""))
        #expect(goBack() == .failed("there is nothing to go back to"))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home")
        scene.router.route(to: "app://a", from: nil, using: .show)
        scene.router.route(to: "app://a", from: nil, using: .show)
        #expect(scene.host.popToRoot(from: scene.home, animated: false))
        #expect(!scene.host.popToRoot(from: scene.home, animated: false))
    }

    @Test("dismissing removes only the nearest modal")
    func dismissing() throws {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A", wrapping: .navigation))
        scene.router.route(to: "app://a")
        scene.router.route(to: "app://a", from: nil, using: .show)
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  ^ stack\n  ^   A\n  ^   A")
        scene.router.route(to: "app://a")
        let top = try #require(scene.host.topScreen)
        #expect(scene.host.dismiss(top, animated: true))
        #expect(scene.host.dismiss(try #require(scene.host.topScreen), animated: true))
        #expect(!scene.host.dismiss(try #require(scene.host.topScreen), animated: true))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home")
    }
}

@Suite("Links and large values", .scheduled)
@MainActor
struct IngressTests {
    @Test("one object receives every kind of link, and returns whether it is handled")
    func kinds() {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        let ingress = LinkIngress(router: scene.router) { true }
        for kind in LinkKind.allCases {
            #expect(ingress.handle(IncomingLink(kind, "app://a")))
            #expect(!ingress.handle(IncomingLink(kind, "app://unknown")))
            #expect(!ingress.handle(IncomingLink(kind, nil)))
        }
    }

    @Test("links of a cold start wait for the display and the first rules, in order, up to a limit")
    func coldStart() async {
        let scene = Scene(["app://a": .screen("A"), "app://b": .screen("B")]).with(.make("A"), .make("B"))
        let display = FakeFeatures()
        let ingress = LinkIngress(router: scene.router) { display.isOn("display") }
        #expect(await ingress.receive(IncomingLink(.universalLink, "app://b")) == .waiting)
        #expect(await ingress.receive(IncomingLink(.push, "app://a")) == .waiting)
        #expect(await ingress.becameReady().isEmpty)
        display.on = ["display"]
        #expect(await ingress.becameReady() == [.handled(screen: "B"), .handled(screen: "A")])
        #expect(await ingress.becameReady().isEmpty)
        let unready = LinkIngress(router: Scene(isReady: false).router) { true }
        var receptions: [LinkIngress.Reception] = []
        for _ in 0..<40 { receptions.append(await unready.receive(IncomingLink(.push, "app://a"))) }
        #expect(receptions.contains(.dropped) && receptions.first == .waiting)
    }

    @Test("a stashed value is returned once, for its key and type, before it expires")
    func stash() throws {
        let clock = FakeClock()
        let stash = ParameterStash { clock.now }
        let word = try #require(stash.put([1, 2, 3]))
        let other = try #require(stash.put("text", lifetime: .seconds(5)))
        #expect(word != other && word.count > 20)
        #expect(stash.take(word, as: String.self) == nil)
        #expect(stash.take(word, as: [Int].self) == [1, 2, 3])
        #expect(stash.take(word, as: [Int].self) == nil)
        clock.now += .seconds(6)
        #expect(stash.take(other, as: String.self) == nil)
        let words = (0..<100).map { stash.put($0) }
        #expect(words.contains(nil))
        stash.clear()
        #expect(words.compactMap(\.self).allSatisfy { stash.take($0, as: Int.self) == nil })
    }
}

@Suite("Switching to screens of the display, and other apps", .scheduled)
@MainActor
struct SwitchingTests {
    @Test("requests are equal if screen and parameters are, and a plain element never equals one")
    func equality() {
        let one = ScreenRequest(name: "A", parameters: Parameters(path: [.init("id", "1")]), address: "app://a/1")
        var other = one
        other.address = "https://h/a/1"
        #expect(one.isSame(as: other))
        other.parameters = Parameters()
        #expect(!one.isSame(as: other))
        #expect(MemoryNode.plain("A").currentContext == nil)
    }

    @Test("the first switcher that can switch brings the screen to the front; without one a screen is made")
    func switching() {
        let scene = Scene(["app://tab": .screen("Tab"), "app://a": .screen("A"), "app://b": .screen("B")]).with(
            .make("Tab", transition: .show), .make("A", transition: .show), .make("B", transition: .show))
        var selected: [Int] = []
        let tabs = TabSwitcher(tabs: ["Tab": 2]) { index, _ in
            selected.append(index)
            return true
        }
        let stack = StackSwitcher(host: scene.host) { scene.host.rootNode?.children ?? [] }
        scene.router.switchers = [tabs, stack]
        for address in ["app://tab", "app://a", "app://b", "app://b"] { scene.router.route(to: address) }
        #expect(selected == [2])
        #expect(
            scene.host.rootNode?.outline() == "stack\n  Home\n  A\n  B", "the second B is the same screen")
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  A")
    }

    @Test("a request of another app is read, and its result is sent only to an allowed scheme")
    func callback() throws {
        let text =
            "moments://x-callback-url/open/moment?x-source=Notes&x-success=notes://done?a=1&x-error=evil://x&id=7"
        let request = try #require(XCallbackURL(text))
        #expect(request.action == "open/moment" && request.source == "Notes" && request.parameters == ["id": "7"])
        let success = XCallbackURL.answer(to: .handled(screen: "Moment"))
        #expect(request.callback(for: success, allowing: ["notes"]) == "notes://done?a=1&screen=Moment")
        #expect(request.callback(for: success, allowing: []) == nil)
        #expect(request.callback(for: .error(code: 1, message: "m"), allowing: ["notes"]) == nil)
        #expect(request.callback(for: .cancel, allowing: ["notes"]) == nil, "the request has no x-cancel")
        #expect(request.callback(for: .success(["x-y": "1"]), allowing: ["notes"]) == "notes://done?a=1")
        #expect(XCallbackURL("moments://open/moment") == nil)
    }
}
