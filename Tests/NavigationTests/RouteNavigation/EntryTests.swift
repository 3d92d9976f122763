import Foundation
import RouteNavigation
import TestSupport
import Testing

@Suite("One door for what the system hands to an app", .scheduled)
@MainActor
struct EntryTests {
    private static let payload: [AnyHashable: Any] = [
        "aps": ["alert": "Hello", "badge": 1], "link": "app://a", "gcm.notification.link": "app://b",
        "data": ["link": "app://c", "pages": [["url": "app://d"], ["url": 7]], "": "app://e"] as [String: Any],
    ]

    private func ingress(_ addresses: String...) -> (LinkIngress, Scene) {
        let table = Dictionary(uniqueKeysWithValues: addresses.map { ($0, Outcome.screen("A")) })
        let scene = Scene(table).with(.make("A"))
        return (LinkIngress(router: scene.router) { true }, scene)
    }

    @Test(
        "a path names the address in a payload",
        arguments: [
            ("link", "app://a"), ("$.link", "app://a"), ("['gcm.notification.link']", "app://b"),
            ("$[\"gcm.notification.link\"]", "app://b"), ("data.link", "app://c"), ("data['link']", "app://c"),
            ("data.pages[0].url", "app://d"), ("data['']", "app://e"),
        ])
    func paths(path: String, address: String) throws {
        var reading = EntryReading()
        reading.notificationPaths = [EntryPath(path)]
        let entry = NotificationEntry(id: "1", payload: Self.payload)
        #expect(try reading.link(entry) == IncomingLink(.push, address, id: "1"))
    }

    @Test(
        "a payload without an address says where and why",
        arguments: [
            ("other", "other: the payload is an object with aps, data, gcm.notification.link, link"),
            ("aps.badge", "aps.badge: a value of type Int is no address"),
            ("aps", "aps: an object with alert, badge is no address"),
            ("link.url", "link.url: link is a text, and has no url"),
            ("data.pages[2]", "data.pages[2]: data.pages is a list of 2"),
            ("data.pages.url", "data.pages.url: data.pages is a list of 2, and has no url"),
            ("data.pages[1].url", "data.pages[1].url: a value of type Int is no address"),
        ])
    func badPayloads(path: String, text: String) {
        var reading = EntryReading()
        reading.notificationPaths = [EntryPath(path)]
        let problem = #expect(throws: EntryProblem.self) {
            try reading.link(NotificationEntry(payload: Self.payload))
        }
        #expect(problem?.description.hasPrefix("push, \(text) (the sender writes") == true, "\(problem as Any)")
    }

    @Test(
        "a text that is no path says at which character",
        arguments: [
            ("", 1), ("$", 2), (".a", 1), ("a.", 3), ("a..b", 3), ("a[", 3), ("a[x]", 3), ("a['b]", 3), ("a['b'", 6),
            ("a[1", 4), ("a]", 2), ("a b", 2), ("$a", 2), ("a[99999999999999999999]", 23),
        ])
    func badPaths(text: String, position: Int) {
        let path = EntryPath(text)
        #expect(path.problem?.hasSuffix("at character \(position)") == true, "\(path.problem ?? "a path")")
        var reading = EntryReading()
        reading.notificationPaths = ["missing", path]
        #expect(throws: EntryProblem.self) { try reading.link(NotificationEntry(payload: [:])) }
    }

    @Test("the first path that finds something counts, and an old key is one name with dots in it")
    func keys() {
        let (ingress, scene) = ingress("app://a", "app://b", "app://c")
        ingress.reading.notificationPaths = ["none", "data.link", "link"]
        #expect(ingress.handle(NotificationEntry(id: "1", payload: Self.payload)))
        ingress.notificationKey = "gcm.notification.link"
        #expect(ingress.notificationKey == "gcm.notification.link")
        #expect(ingress.handle(NotificationEntry(id: "2", payload: Self.payload)))
        #expect(ingress.handle(NotificationEntry(id: "2", payload: Self.payload)), "a repetition is handled")
        #expect(scene.host.calls == ["present A", "present A"])
        #expect(scene.shown?.address == "app://b")
    }

    @Test("a path whose names meet a text or a number finds nothing, and the next path counts")
    func unlike() throws {
        var reading = EntryReading()
        reading.notificationPaths = ["data.link", "link"]
        let payload: [String: Any] = ["data": "text", "link": "app://a"]
        #expect(try reading.link(NotificationEntry(payload: payload)) == IncomingLink(.push, "app://a"))
        do {
            _ = try reading.link(NotificationEntry(payload: ["data": 7]))
            Issue.record("there is no address")
        } catch {
            #expect(error.place == "data.link" && error.kind == .push)
        }
    }

    @Test("a universal link that the system delivers as an address and as an activity is followed once for each tap")
    func deliveredTwice() throws {
        let scene = Scene(["https://a.example/x": .screen("A")]).with(
            .make("A", exposure: .exported, sameScreen: .alwaysNew))
        let ingress = LinkIngress(router: scene.router) { true }
        let clock = FakeClock()
        ingress.now = { clock.now }
        let url = try #require(URL(string: "https://a.example/x"))
        let activity = ActivityEntry(.browsing, webpage: url.absoluteString)
        #expect(ingress.handle(url) && ingress.handle(activity))
        #expect(scene.host.calls.count == 1)
        #expect(ingress.handle(activity) && ingress.handle(url))
        #expect(scene.host.calls.count == 2, "a second tap")
        #expect(ingress.handle(url) && ingress.handle(url))
        #expect(scene.host.calls.count == 4, "one way twice is two taps")
        clock.now += .seconds(3)
        #expect(ingress.handle(activity))
        #expect(scene.host.calls.count == 5, "another tap, later")
    }

    @Test("opening a notification navigates, dismissing it does not, and an action only with an address of the app")
    func actions() throws {
        let payload: [AnyHashable: Any] = ["link": "app://a", "track": "app://c"]
        func link(_ action: NotificationEntry.Action, _ reading: EntryReading) -> String? {
            try? reading.link(NotificationEntry(id: "1", payload: payload, action: action)).address
        }
        var reading = EntryReading()
        #expect(link(.opened, reading) == "app://a")
        #expect(link(.dismissed, reading) == nil)
        #expect(link(.custom("TRACK"), reading) == nil, "an action without an entry is the app's own")
        reading.notificationActionPaths["TRACK"] = ["missing", "track"]
        reading.notificationActionPaths["OTHER"] = ["missing"]
        reading.addresses["OTHER"] = "app://b"
        #expect(link(.custom("TRACK"), reading) == "app://c" && link(.custom("OTHER"), reading) == "app://b")
        reading.addresses["TRACK"] = "app://b"
        #expect(link(.custom("TRACK"), reading) == "app://c", "the payload comes before the fixed address")
        #expect(link(.custom("MUTE"), reading) == nil && link(.dismissed, reading) == nil)
        let ingress = LinkIngress(router: Scene().router) { true }
        var problems: [String] = []
        ingress.onUnread = { problems.append("\($0)") }
        for action in [NotificationEntry.Action.dismissed, .custom("MUTE")] {
            #expect(!ingress.handle(NotificationEntry(payload: payload, action: action)))
        }
        #expect(problems.count == 2 && problems[1].contains("MUTE is an action that opens no address"))
    }

    @Test("a notification that is no link is not handled, and reported with the reason, not as a missed link")
    func unread() {
        let (ingress, scene) = ingress("app://a")
        var problems: [EntryProblem] = []
        ingress.onUnread = { problems.append($0) }
        ingress.onMiss = { link, _ in Issue.record("a miss: \(link)") }
        #expect(!ingress.handle(NotificationEntry(payload: ["aps": [String: Any]()])))
        #expect(!ingress.handle(NotificationEntry(payload: ["link": ""])))
        #expect(problems.map(\.kind) == [.push, .push] && scene.host.calls.isEmpty)
        #expect(problems.last?.detail == "the text is empty")
    }

    @Test("an activity is a web page, a result of the search or one of the app's own")
    func activities() throws {
        var reading = EntryReading()
        reading.addresses = ["shop.orders": "app://orders"]
        reading.activityKinds = ["shop.widget": .widget]
        func link(_ entry: ActivityEntry) throws -> IncomingLink { try reading.link(entry) }
        #expect(
            try link(ActivityEntry(.browsing, webpage: "https://h/p")) == IncomingLink(.universalLink, "https://h/p"))
        #expect(
            try link(ActivityEntry(.searchResult(identifier: "app://item/7")))
                == IncomingLink(.spotlight, "app://item/7"))
        let values = EntryValue(["link": "app://a"] as [String: Any])
        #expect(
            try link(ActivityEntry(.own(type: "shop.edit"), webpage: "https://h/p", values: values))
                == IncomingLink(.handoff, "app://a"), "its values say more than its page")
        #expect(
            try link(ActivityEntry(.own(type: "shop.view"), webpage: "https://h/p"))
                == IncomingLink(.handoff, "https://h/p"))
        #expect(try link(ActivityEntry(.own(type: "shop.orders"))) == IncomingLink(.handoff, "app://orders"))
        #expect(
            try link(ActivityEntry(.own(type: "shop.widget"), values: values)) == IncomingLink(.widget, "app://a"))
        for entry in [
            ActivityEntry(.browsing), ActivityEntry(.searchResult(identifier: nil)),
            ActivityEntry(.searchResult(identifier: "7")), ActivityEntry(.own(type: "shop.none")),
        ] {
            #expect(throws: EntryProblem.self) { try link(entry) }
        }
        reading.searchAddress = { "app://item/\($0)" }
        #expect(
            try link(ActivityEntry(.searchResult(identifier: "7"))) == IncomingLink(.spotlight, "app://item/7"))
    }

    @Test("actions of the home screen have an address in their values, or one by their type")
    func quickActions() {
        let (ingress, scene) = ingress("app://a", "app://b")
        ingress.reading.addresses = ["shop.search": "app://b"]
        #expect(ingress.handle(QuickActionEntry(type: "x", values: EntryValue(["link": "app://a"] as [String: Any]))))
        #expect(ingress.handle(QuickActionEntry(type: "shop.search")))
        #expect(!ingress.handle(QuickActionEntry(type: "shop.other")))
        #expect(scene.host.calls == ["present A", "present A"])
        #expect(scene.events.all.contains { if case .ended(_, .quickAction, _) = $0 { true } else { false } })
    }

    @Test("a scheme can belong to widgets; the others are universal links and schemes of the app")
    func schemes() throws {
        var reading = EntryReading()
        reading.schemeKinds = ["shop-widget": .widget]
        func kind(_ text: String) throws -> LinkKind { reading.link(try #require(URL(string: text))).kind }
        #expect(try kind("SHOP-WIDGET://orders") == .widget)
        #expect(try kind("shop://orders") == .customScheme)
        #expect(try kind("https://h/orders") == .universalLink)
    }

    @Test("an intent's route is followed before perform() returns, and waits at a cold start")
    func intents() async {
        let (ingress, scene) = ingress("app://shop/orders")
        #expect(await ingress.receive(intent: IntentRoute.orders) == .followed(.handled(screen: "A")))
        #expect(scene.shown?.address == "app://shop/orders")
        let early = LinkIngress(router: scene.router) { false }
        #expect(await early.receive(intent: IntentRoute.orders) == .waiting)
    }

    @Test("a hostile payload is read up to limits")
    func limits() throws {
        var deep: [String: Any] = ["link": "app://deep"]
        for _ in 0..<100 { deep = ["a": deep] }
        var reading = EntryReading()
        reading.notificationPaths = ["a.a.a.link", EntryPath("a" + String(repeating: ".a", count: 99) + ".link")]
        #expect(throws: EntryProblem.self) { try reading.link(NotificationEntry(payload: deep)) }
        let wide = EntryValue((0..<5000).map { "\($0)" } as [Any])
        guard case .list(let values) = wide else { throw EntryProblemMissing() }
        #expect(values.count { if case .text = $0 { true } else { false } } == 1023)
    }
}

private struct EntryProblemMissing: Error {}

private enum IntentRoute: TypedRoute {
    case orders

    static let base = "app://shop"
}
