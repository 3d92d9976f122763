import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("CSV, rules copy and rules rename-screen", .scheduled, .serialized)
struct RuleCopyTests {
    private let folder: TemporaryDirectory
    private let server: RunningServer

    init() throws {
        folder = try TemporaryDirectory()
        server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
    }

    private func ids(_ app: String) throws -> [String] {
        let list = try server.admin("GET", "/v1/apps/\(app)/draft").json["rules"]?.arrayValue ?? []
        return list.compactMap { $0["id"]?.stringValue }
    }

    @Test("300 links come from a CSV and keep the other rules; a second import of the same table changes none")
    func csv() throws {
        let lines = (0..<300).map { "/l\($0),https://new.example/\($0),\"link, \($0)\"" }
        let text = (["old,new,note"] + lines).joined(separator: "\n")
        let words = ["import", "--app", "shop", "--from", "csv", "--columns", "match,to,note", "-"]
        let refused = try server.command(words, input: text)
        #expect(refused.status == 1 && refused.errors.contains("--allow-destinations"), "\(refused.errors.suffix(300))")
        #expect(try ids("shop").count == 2)
        let stored = try server.command(words + ["--allow-destinations"], input: text)
        #expect(stored.status == 0 && stored.output.contains("imported 300 rules"), "\(stored.output) \(stored.errors)")
        #expect(try ids("shop").count == 302)
        let again = try server.command(words + ["--allow-destinations", "--dry-run", "--json"], input: text)
        let answer = try JSONValue(parsing: Array(again.output.utf8))
        #expect(answer["added"] == [] && answer["changed"] == [], "\(again.output.prefix(300))")
        let broken = try server.command(words + ["--replace"], input: "a,b,c\n/a,\"x")
        #expect(broken.status == 1 && broken.errors.contains("line 2, column 4"), "\(broken.errors)")
        #expect(try ids("shop").count == 302)
    }

    @Test("rules are copied into another app; a different rule of the same id is overwritten only with --force")
    func copies() throws {
        try server.done("app", "create", "other")
        try server.done("draft", "settings", "-", "--app", "other", input: #"{"origins":["https://o.example"]}"#)
        let words = ["rules", "copy", "--app", "shop", "--to", "other"]
        #expect(try server.command(words + ["item", "--dry-run"]).status == 0)
        #expect(try ids("other").isEmpty)
        #expect(try server.command(words + ["item", "cart"]).output.contains("copied 2 rules"))
        #expect(try ids("other") == ["item", "cart"])
        let unknown = try server.command(words + ["itme"])
        #expect(unknown.status == 1 && unknown.errors.contains("did you mean item?"), "\(unknown.errors)")
        _ = try server.admin("PUT", "/v1/apps/other/draft/rules/cart", #"{"match":["/c"],"to":{"screen":"C"}}"#)
        let refused = try server.command(words + ["cart"])
        #expect(refused.status == 3 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try server.command(words + ["cart", "--force"]).status == 0)
    }

    @Test("a screen is renamed in rules and test addresses; scripts need --yes")
    func renames() throws {
        try server.done("expect", "add", "https://shop.example/item/1", "--screen", "Item", "--app", "shop")
        let words = ["rules", "rename-screen", "Item", "Product", "--app", "shop"]
        let unasked = try server.command(words)
        #expect(unasked.status == 2 && unasked.errors.contains("~ item"), "\(unasked.errors)")
        #expect(try server.command(words + ["--dry-run"]).output.contains("would change 1 rule and 1 test address;"))
        let done = try server.command(words + ["--yes"])
        #expect(done.status == 0 && done.output.contains("1 rule and 1 test address"), "\(done.output)")
        #expect(try server.done("rules", "show", "item", "--app", "shop").contains("Product"))
        #expect(try server.done("expect", "run", "--app", "shop").contains("1 of 1"))
        let none = try server.command(["rules", "rename-screen", "Prodct", "X", "--app", "shop", "--yes"])
        #expect(none.status == 1 && none.errors.contains("did you mean Product?"), "\(none.errors)")
    }
}
