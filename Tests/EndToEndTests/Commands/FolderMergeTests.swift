import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("A push overwrites and deletes only what its pull knew", .scheduled, .serialized)
struct FolderMergeTests {
    private let folder: TemporaryDirectory
    private let server: RunningServer
    private let rules: String

    init() throws {
        folder = try TemporaryDirectory()
        server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        rules = folder.file("git")
        try server.done("pull", "--app", "shop", rules)
    }

    private func colleague(_ method: String, _ path: String, _ body: String) throws {
        let answer = try server.admin(method, "/v1/apps/shop" + path, body, headers: ["If-Match: *"])
        #expect(answer.status < 300, "\(answer)")
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(rules)/\(name)", atomically: true, encoding: .utf8)
    }

    private func push(_ flags: String...) throws -> ProgramResult {
        try server.command(["push", "--app", "shop", rules] + flags)
    }

    private func ids() throws -> [String] {
        let list = try server.admin("GET", "/v1/apps/shop/draft").json["rules"]?.arrayValue ?? []
        return list.compactMap { $0["id"]?.stringValue }.sorted()
    }

    @Test("rules that others added stay until --prune, and rules that they changed stay unless the folder changes them")
    func keeps() throws {
        try colleague("POST", "/draft/rules", #"{"id":"c","match":["/c"],"to":{"screen":"C"}}"#)
        try colleague("PUT", "/draft/rules/item", #"{"match":["/item/:id"],"to":{"screen":"Theirs"}}"#)
        try FileManager.default.removeItem(atPath: rules + "/rules/cart.json")
        let pushed = try push()
        #expect(pushed.status == 0, "\(pushed.errors)")
        for line in ["- rules/cart.json", "= rules/c.json: added by others", "= rules/item.json: changed by others"] {
            #expect(pushed.output.contains(line), "\(pushed.output)")
        }
        #expect(try ids() == ["c", "item"])
        #expect(try server.done("rules", "show", "item", "--app", "shop").contains("Theirs"))
        try write("rules/item.json", #"{"match":["/item/:id"],"to":{"screen":"Mine"}}"#)
        let refused = try push()
        #expect(refused.status == 3, "\(refused.output) \(refused.errors)")
        for text in ["rules/item.json", "\"Item\"", "Theirs", "Mine", "--force"] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        #expect(try push("--check").status == 3)
        #expect(try push("--force").status == 0)
        #expect(try server.done("rules", "show", "item", "--app", "shop").contains("Mine"))
        #expect(try ids() == ["c", "item"])
        #expect(try push("--prune").status == 0)
        #expect(try ids() == ["item"])
    }

    @Test("a folder without .waymark.json adds rules, and needs --force to replace them; nothing is deleted")
    func unknown() throws {
        try FileManager.default.removeItem(atPath: rules + "/.waymark.json")
        try FileManager.default.removeItem(atPath: rules + "/rules/cart.json")
        try write("rules/new.json", #"{"match":["/new"],"to":{"screen":"New"}}"#)
        #expect(try push().status == 0)
        #expect(try ids() == ["cart", "item", "new"])
        try FileManager.default.removeItem(atPath: rules + "/.waymark.json")
        try write("rules/item.json", #"{"match":["/item/:id"],"to":{"screen":"Mine"}}"#)
        let refused = try push()
        #expect(refused.status == 2 && refused.errors.contains("waymark draft pull"), "\(refused.errors)")
        #expect(try push("--force").status == 0)
    }

    @Test("expectations are stored only after the draft was accepted, and --check checks those of the folder")
    func expectations() throws {
        let item = "https://shop.example/item/1"
        try write("expectations.json", #"[{"url":"\#(item)","expect":{"screen":"Other"}}]"#)
        let check = try push("--check")
        #expect(check.status == 1 && check.output.contains("expectation-failed"), "\(check.output)")
        try write("rules/bad.json", #"{"match":["/b"],"to":{"redirect":"https://evil.example/"}}"#)
        #expect(try push().status == 1)
        let stored = try server.admin("GET", "/v1/apps/shop/expectations").json["expectations"]
        #expect(stored == [], "\(String(describing: stored))")
        try FileManager.default.removeItem(atPath: rules + "/rules/bad.json")
        try write("expectations.json", #"[{"url":"\#(item)","expect":{"screen":"Item"}}]"#)
        #expect(try push("--check").status == 0)
        let published = try push("--publish", "--message", "both")
        #expect(published.status == 0 && published.output.contains("release 1"), "\(published.output)")
        #expect(published.output.contains("1 test address is stored"), "\(published.output)")
    }

    @Test("a file instead of a folder, and a misspelt key in a file, are named")
    func mistakes() throws {
        try write("rules/item.json", #"{"match":["/item/:id"],"too":{"screen":"Mine"}}"#)
        let key = try push()
        #expect(key.status == 1 && key.errors.contains("rules/item.json#/too"), "\(key.errors)")
        let file = try server.command(["push", "--app", "shop", rules + "/settings.json"])
        #expect(file.status == 2 && file.errors.contains("draft replace"), "\(file.errors)")
        let pulled = try server.command(["pull", "--app", "shop", rules + "/settings.json"])
        #expect(pulled.status == 2 && pulled.errors.contains("is a file"), "\(pulled.errors)")
    }
}
