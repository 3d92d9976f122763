import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("An import keeps the rules of others", .scheduled, .serialized)
struct ImportMergeTests {
    private let folder: TemporaryDirectory
    private let server: RunningServer

    init() throws {
        folder = try TemporaryDirectory()
        server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
    }

    private func table(_ text: String) throws -> String {
        let file = folder.file("table.json")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    private func ids() throws -> [String] {
        let list = try server.admin("GET", "/v1/apps/shop/draft").json["rules"]?.arrayValue ?? []
        return list.compactMap { $0["id"]?.stringValue }
    }

    @Test("it adds and replaces rules, and the dry run lists what it would add, change and remove")
    func merges() throws {
        let words = ["import", "--app", "shop", "--from", "routerx"]
        let first = try table(#"{"/news/:id": {"class": "News"}, "/sale": {"class": "Sale"}}"#)
        let dry = try server.command(words + [first, "--dry-run"])
        #expect(dry.status == 0 && dry.output.contains("added (2)") && dry.output.contains("2 other rules stay"))
        #expect(try ids() == ["item", "cart"])
        let stored = try server.command(words + [first])
        #expect(stored.status == 0 && stored.output.contains("imported 2 rules"), "\(stored.output) \(stored.errors)")
        let all = try ids()
        #expect(all.count == 4 && all.starts(with: ["item", "cart"]), "\(all)")
        let second = try table(#"{"/sale": {"class": "Sales"}}"#)
        let changed = try server.command(words + [second])
        #expect(changed.output.contains("changed (1)") && changed.output.contains("3 other rules stay"))
        #expect(try ids().count == 4)
        let replaced = try server.command(words + [second, "--replace", "--json"])
        let answer = try JSONValue(parsing: Array(replaced.output.utf8))
        #expect(answer["removed"]?.arrayValue?.count == 3 && answer["changed"] == [], "\(replaced.output)")
        #expect(try ids().count == 1)
    }

    @Test("findings of the combined draft are shown, and a table that is no JSON exits with 1")
    func findings() throws {
        let words = ["import", "--app", "shop", "--from", "routerx"]
        let twice = try server.command(words + [try table(#"{"/item/:x": {"class": "Other"}, "/x": {"class": ""}}"#)])
        #expect(twice.status == 1, "\(twice.output)")
        #expect(twice.output.contains("import-dropped"), "\(twice.output)")
        #expect(twice.output.contains("duplicate (item-x, item)"), "\(twice.output)")
        #expect(try server.command(words + [try table("\u{FEFF}{}")]).status == 1)
        #expect(try server.command(words + [folder.file("none")]).status == 2)
    }

    @Test("3,000 redirects keep their order")
    func many() throws {
        let lines = ["/p/* https://x.example/"] + (0..<3_000).map { "/p/\($0) https://x.example/\($0)" }
        try server.done("app", "create", "many")
        try server.done("draft", "settings", "-", "--app", "many", input: #"{"origins":["https://m.example"]}"#)
        let stored = try server.command(
            ["import", "--app", "many", "--from", "netlify", "--allow-destinations", "-"],
            input: lines.joined(separator: "\n"))
        #expect(stored.output.contains("imported 3001 rules"), "\(stored.output.suffix(300)) \(stored.errors)")
        let list = try server.admin("GET", "/v1/apps/many/draft/rules?limit=3").json["rules"]
        #expect(list?[0]?["priority"] == 1 && list?[1]?["priority"] == nil, "the first line wins: \(list?.text ?? "")")
    }
}
