import RouteDocuments
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore
@testable import StoreDatabases

@Suite("Screens by name", .scheduled)
struct ScreensTests {
    private let names = ["A", "B", "C", "caf\u{E9}", "cafe\u{301}", "\"quoted\"", ""]

    @Test("After any puts and deletes, the look-up by name equals one over all manifests", arguments: [UInt64(7)])
    func differential(seed: UInt64) throws {
        var random = SeededGenerator.fromEnvironment(default: seed)
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.makeApp("other")
            var manifests: [String: ScreenManifest] = [:]
            for step in 0..<120 {
                let (platform, version) = (["ios", "web"].randomElement(using: &random)!, "\(step % 17).\(step % 3)")
                let key = "\(platform) \(version)"
                if manifests[key] != nil, Int.random(in: 0..<4, using: &random) == 0 {
                    try store.deleteScreens("moments", platform: platform, version: version, by: .make(), at: .make())
                    manifests[key] = nil
                } else {
                    let manifest = ScreenManifest(
                        platform: platform, version: version, screens: screens(&random),
                        hosts: step % 3 == 0 ? ["h\(step % 5).example": ["/x"]] : step % 7 == 0 ? [:] : nil)
                    _ = try store.putScreens("moments", manifest, by: .make(), at: .make())
                    _ = try store.putScreens("other", manifest, by: .make(), at: .make())
                    manifests[key] = manifest
                }
                let sorted = manifests.values.sorted { ($0.platform, $0.version) < ($1.platform, $1.version) }
                let found = try store.screens("moments", naming: names + ["Z"])
                #expect(spread(found) == spread(ScreenTable(sorted)), "step \(step), seed \(seed)")
                let withHosts = try store.screens("moments", naming: [], withHosts: true)
                #expect(found.hosts.isEmpty && withHosts.hosts == ScreenTable(sorted).hosts, "step \(step)")
            }
            let pages = try allPages(store, limit: 3)
            #expect(pages.allSatisfy { $0.count <= 3 })
            #expect(pages.flatMap(\.self).map { "\($0.platform) \($0.version)" } == manifests.keys.sorted())
            try store.deleteApp("moments", if: .any, by: .make(), at: .make())
            #expect(try !store.screens("other", naming: names).builds.isEmpty)
        }
    }

    @Test("A look-up reads one row for a screen that all builds have alike, and no manifest")
    func reading() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            for version in 0..<300 {
                let screens = ["All": ["id"], "New": [], "Only\(version)": []].filter {
                    $0.key != "New" || version > 290
                }
                let manifest = ScreenManifest(platform: "ios", version: "\(version)", screens: screens)
                _ = try store.putScreens("moments", manifest, by: .make(), at: .make())
            }
            // If a look-up read a manifest, it would fail.
            _ = try store.write { session in try session.run("UPDATE screens SET json = 'damaged'") }
            let found = try store.screens("moments", naming: ["All", "New", "None"])
            #expect(found.builds.count == 300 && found.needs.count == 3)
            #expect(found.needs[Array("All".utf8)] == [ScreenTable.Need(parameters: ["id"], builds: nil)])
            #expect(found.needs[Array("New".utf8)]?.map { $0.builds?.count ?? -1 } == [9])
            #expect(found.needs[Array("None".utf8)] == [])
            #expect(try store.screens("moments", naming: []).needs.isEmpty)
        }
    }

    @Test("A page of long manifests ends early, and the next one continues behind it")
    func longPages() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let names = (0..<1000).map { "Screen\($0)-" + String(repeating: "x", count: 200) }
            let screens = Dictionary(names.map { ($0, [String]()) }, uniquingKeysWith: { first, _ in first })
            for version in 0..<20 {
                let manifest = ScreenManifest(platform: "ios", version: "\(version)", screens: screens)
                _ = try store.putScreens("moments", manifest, by: .make(), at: .make())
            }
            let pages = try allPages(store, limit: 1000)
            #expect(pages.map(\.count) == [16, 4])
        }
    }

    @Test("A store of the layout before has its screens by name after the migration")
    func migration() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let place = try #require(Migration.all.firstIndex { $0.name == "6 screens by name" })
        let old = try SQLiteRuleStore(path: path, at: .make(), migrations: Array(Migration.all.prefix(place)))
        try old.makeApp()
        let manifests = [
            ScreenManifest(platform: "ios", version: "1.0", screens: ["A": ["id", "b\""], "caf\u{E9}": [], "": []]),
            ScreenManifest(platform: "ios", version: "1.1", screens: ["A": [], "B\u{0}x": []]),
        ]
        try old.write { session in
            let texts = [
                #"{"screens":{"":[],"A":["id","b\""],"café":[]}}"#, #"{"screens":{"A":[],"B\u0000x":[]}}"#,
            ]
            for (manifest, text) in zip(manifests, texts) {
                try session.run(
                    "INSERT INTO screens (app_id, platform, version, json, changed_at) VALUES (1, ?1, ?2, ?3, 0)",
                    [.text(manifest.platform), .text(manifest.version), .text(text)])
            }
        }
        old.close()
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        let known = ["A", "B", "caf\u{E9}", ""]
        var expected = ScreenTable(manifests)
        expected.needs = expected.needs.filter { key, _ in known.contains { Array($0.utf8) == key } }
        #expect(spread(try store.screens("moments", naming: known)) == spread(expected))
        let changed = ScreenManifest(platform: "ios", version: "1.1", screens: ["B": []])
        _ = try store.putScreens("moments", changed, by: .make(), at: .make())
        expected = ScreenTable([manifests[0], changed])
        #expect(spread(try store.screens("moments", naming: known)) == spread(expected))
    }

    private func screens(_ random: inout SeededGenerator) -> [String: [String]] {
        var screens: [String: [String]] = [:]
        for name in names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
            screens[name] = Array(["id", "text", "caf\u{E9}"].prefix(Int.random(in: 0...3, using: &random)))
        }
        return screens
    }

    private func allPages(_ store: any RuleStore, limit: Int) throws -> [[ScreensRecord]] {
        var pages: [[ScreensRecord]] = []
        var after: ScreenTable.Build?
        while true {
            let page = try store.screens("moments", after: after, limit: limit)
            pages.append(page.rows)
            guard page.hasMore, let last = page.rows.last else { return pages }
            after = ScreenTable.Build(platform: last.platform, version: last.version)
        }
    }

    /// Each build, with the screens that it has, as texts.
    private func spread(_ table: ScreenTable) -> [String] {
        table.builds.enumerated().flatMap { position, build in
            ["\(build.platform) \(build.version)"]
                + table.needs.flatMap { name, needs in
                    needs.filter { $0.builds?.contains(position) ?? true }.map { need in
                        "\(position) \(name) \(need.parameters.map { Array($0.utf8) })"
                    }
                }.sorted()
        }
    }
}
