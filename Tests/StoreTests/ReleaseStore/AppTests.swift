import RouteDocuments
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("Apps, expectations, screens", .scheduled)
struct AppTests {
    @Test("A new app has an empty draft and a public production channel")
    func create() throws {
        try withSelectedStore { store, _ in
            let app = try store.createApp(
                "moments", title: "Moments", poll: .init(interval: 60, jitter: 10), by: .make(), at: .make(),
                recording: nil)
            #expect(app.revision == 1 && app.title == "Moments" && app.poll.interval == 60)
            #expect(try store.apps() == [app])
            let draft = try store.draft("moments")
            #expect(draft.header.revision == 1 && draft.header.nextVersion == 1 && !draft.header.hasUnpublishedEdits)
            #expect(String(decoding: draft.content, as: UTF8.self) == #"{"rules":[],"settings":{}}"#)
            let channel = try store.channel("moments", "production")
            #expect(channel.sequence == 0 && channel.isPublic && channel.version == nil)
            #expect(try store.overview().channels == [channel])
        }
    }

    @Test("A page of apps reads the rows of the page and no others", arguments: [0, 1, 2, 3])
    func page(most: Int) throws {
        try withSelectedStore { store, _ in
            for number in 0..<9 { try store.makeApp("app\(number)") }
            try store.deleteApp("app5", if: .any, by: .make(), at: .make())
            let scope = AppScope.only(["app8", "app2", "app5", "app6", "app0", "other"])
            let pages: [(scope: AppScope, after: String, names: [String])] = [
                (.all, "", ["app0", "app1", "app2"]), (.all, "app3", ["app4", "app6", "app7"]),
                (.all, "app7", ["app8"]), (.all, "b", []), (scope, "", ["app0", "app2", "app6"]),
                (scope, "app2", ["app6", "app8"]), (.only([]), "", []),
            ]
            for page in pages {
                #expect(
                    try store.apps(in: page.scope, after: page.after, most: most).map(\.name)
                        == Array(page.names.prefix(most)))
                let (rows, statements) = try store.read { session in
                    let counting = CountingConnection(session.connection)
                    _ = try StoreSession(counting).apps(
                        in: page.scope, containing: nil, after: page.after, most: most, DamagedRows())
                    return (counting.rows, counting.statements)
                }
                #expect(rows == min(most, page.names.count), "\(page)")
                // Of a token for some apps, each is read by its name.
                #expect(page.scope == .all ? statements == 1 : statements <= 6, "\(page)")
            }
        }
    }

    @Test("A change is refused unless it names the app's revision")
    func change() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let changed = try store.changeApp(
                "moments", title: "New", poll: nil, if: .exactly(1), by: .make(), at: .make())
            #expect(changed.revision == 2 && changed.title == "New" && changed.poll.interval == 60)
            #expect(
                current {
                    _ = try store.changeApp(
                        "moments", title: "X", poll: nil, if: .exactly(1), by: .make(), at: .make())
                } == 2)
        }
    }

    @Test("A name is used once, and never again after its app is deleted")
    func names() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            _ = try store.replaceExpectations("moments", Array("[1]".utf8), if: .any, by: .make(), at: .make())
            #expect(code { try store.makeApp() } == .exists)
            #expect(
                code { try store.deleteApp("moments", if: .exactly(7), by: .make(), at: .make()) } == .revisionMismatch)
            try store.deleteApp("moments", if: .exactly(1), by: .make(), at: .make())
            #expect(try store.apps().isEmpty)
            #expect(try store.overview().channels.isEmpty)
            #expect(code { _ = try store.draft("moments") } == .notFound)
            #expect(code { _ = try store.releaseContent("moments", 1) } == .notFound)
            #expect(code { try store.makeApp() } == .nameRetired)
            store.close()
            let again = try place.open()
            defer { again.close() }
            #expect(code { try again.makeApp() } == .nameRetired)
        }
    }

    @Test("Expectations have their own revision")
    func expectations() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            #expect(try store.expectations("moments").revision == 0)
            let first = try store.replaceExpectations(
                "moments", Array("[1]".utf8), if: .exactly(0), by: .make(), at: .make())
            #expect(first.revision == 1)
            #expect(try store.expectations("moments") == first)
            #expect(
                current {
                    _ = try store.replaceExpectations("moments", [], if: .exactly(0), by: .make(), at: .make())
                } == 1)
            #expect(try store.draftHeader("moments").revision == 2)
        }
    }

    @Test("A screen manifest is stored by platform and version")
    func screens() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let put = { (version: String, screens: [String: [String]]) in
                let manifest = ScreenManifest(platform: "ios", version: version, screens: screens)
                return try store.putScreens("moments", manifest, by: .make(), at: .make()).revision
            }
            let first = try put("5.2", [:])
            #expect(try put("5.3", [:]) > first)
            let second = try put("5.2", ["feed": []])
            #expect(try store.findScreens("moments", platform: "ios", version: "5.2")?.revision == second)
            #expect(try store.findScreens("moments", platform: "ios", version: "5.4") == nil)
            let mine = ScreenManifest(platform: "ios", version: "5.2", screens: ["mine": []])
            #expect(
                current {
                    _ = try store.putScreens("moments", mine, if: .exactly(first), by: .make(), at: .make())
                } == second)
            #expect(
                current {
                    try store.deleteScreens(
                        "moments", platform: "ios", version: "5.2", if: .exactly(first), by: .make(), at: .make())
                } == second)
            let screens = try store.screens("moments").rows
            #expect(screens.map(\.version) == ["5.2", "5.3"])
            #expect(String(decoding: screens[0].json, as: UTF8.self) == #"{"screens":{"feed":[]}}"#)
            try store.deleteScreens("moments", platform: "ios", version: "5.2", by: .make(), at: .make())
            #expect(try store.screens("moments").rows.map(\.version) == ["5.3"])
            let missing = code {
                try store.deleteScreens("moments", platform: "ios", version: "5.2", by: .make(), at: .make())
            }
            #expect(missing == .notFound)
        }
    }
}
