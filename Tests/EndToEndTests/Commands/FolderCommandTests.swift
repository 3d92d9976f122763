import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("pull and push keep rules in a folder", .scheduled, .serialized)
struct FolderCommandTests {
    @Test(
        "a pulled draft is pushed back unchanged, edits of files become edits of the draft, and --check changes nothing"
    )
    func roundTrip() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let rules = folder.file("rules-in-git")
        #expect(try server.done("pull", "--app", "shop", rules).contains("2 rules of revision 2: 4 files written"))
        let item = rules + "/rules/item.json"
        #expect(
            try String(contentsOfFile: item, encoding: .utf8)
                == "{\n  \"id\": \"item\",\n  \"match\": [\"/item/:id\"],\n  \"to\": { \"screen\": \"Item\" }\n}\n")
        #expect(try server.done("push", "--app", "shop", rules).contains("nothing to push"))

        try #"{"match":["/sale/:name"],"to":{"screen":"Sale"}}"#.write(
            toFile: rules + "/rules/sale.json", atomically: true, encoding: .utf8)
        try #"{"match":["/item/:id"],"to":{"screen":"ItemDetail"}}"#.write(
            toFile: item, atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: rules + "/rules/cart.json")
        let check = try server.command(["push", "--check", "--app", "shop", rules])
        #expect(check.status == 0, "\(check.output) \(check.errors)")
        for line in ["+ rules/sale.json", "~ rules/item.json", "- rules/cart.json", "nothing was changed"] {
            #expect(check.output.contains(line), "\(check.output)")
        }
        #expect(try server.admin("GET", "/v1/apps/shop/draft").headers["etag"] == "\"r2\"")
        let pushed = try server.done(
            "push", "--app", "shop", rules, "--publish", "--message", "from git", "--json")
        let summary = try JSONDocument(parsing: Array(pushed.utf8)).root.value
        #expect(summary["added"] == ["sale"] && summary["removed"] == ["cart"] && summary["revision"] == 3)
        #expect(summary["release"]?["version"] == 1 && summary["release"]?["message"] == "from git")
    }

    @Test("a finding names its file, and --check exits with 1")
    func findings() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let rules = folder.file("rules-in-git")
        try server.done("pull", "--app", "shop", rules)
        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(rules)/rules/\(name)", atomically: true, encoding: .utf8)
        }
        try write("loop.json", #"{"match":["/a"],"to":{"redirect":"https://shop.example/a"}}"#)
        let loop = try server.command(["push", "--check", "--app", "shop", rules])
        #expect(loop.status == 1 && loop.output.contains("loop"), "\(loop.output) \(loop.errors)")
        try write("loop.json", #"{"match":["/a("],"to":{"screen":"A"}}"#)
        let syntax = try server.command(["push", "--app", "shop", rules])
        #expect(syntax.status == 1 && syntax.errors.contains("rules/loop.json#/match/0"), "\(syntax.errors)")
        try write("loop.json", "{")
        let broken = try server.command(["push", "--app", "shop", rules])
        #expect(broken.status == 1 && broken.errors.contains("rules/loop.json, line 1"), "\(broken.errors)")
        try write("loop.json", #"{"id":"other","match":["/a"],"to":{"screen":"A"}}"#)
        #expect(try server.command(["push", "--app", "shop", rules]).status == 1)
        #expect(try server.command(["push", "--app", "shop", folder.file("nowhere")]).status == 2)
        #expect(try server.admin("GET", "/v1/apps/shop/draft").headers["etag"] == "\"r2\"", "something was changed")
    }

    @Test("a push that publishes changed test addresses publishes nothing if its check fails, and says what is done")
    func refusedPublish() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        try server.done("publish", "--app", "shop", "--message", "one")
        let before = try server.admin("GET", "/v1/apps/shop/head").text
        let rules = folder.file("rules-in-git")
        try server.done("pull", "--app", "shop", rules)
        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(rules)/\(name)", atomically: true, encoding: .utf8)
        }
        try write("rules/item.json", #"{"match":["/item/:id"],"to":{"screen":"New"}}"#)
        try write(
            "expectations.json", #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"Old"}}]}"#)
        let push = ["push", "--app", "shop", rules, "--publish", "--message", "two"]
        let refused = try server.command(push)
        #expect(refused.status == 1 && refused.errors.contains("expectation-failed"), "\(refused.errors)")
        #expect(refused.errors.contains("done before: the draft is at revision 3, 1 test address is stored"))
        #expect(try server.admin("GET", "/v1/apps/shop/head").text == before)
        #expect(try !server.done("release", "list", "--app", "shop").contains("two"))
        try write(
            "expectations.json", #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"New"}}]}"#)
        #expect(try server.done(push[0], push[1], push[2], push[3], push[4], push[5], push[6]).contains("release 2"))
    }

    @Test("a pull overwrites and removes files only with --yes")
    func overwriting() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        let rules = folder.file("rules-in-git")
        try server.done("pull", "--app", "shop", rules)
        try "{}".write(toFile: rules + "/rules/mine.json", atomically: true, encoding: .utf8)
        let refused = try server.command(["pull", "--app", "shop", rules])
        #expect(refused.status == 2 && refused.errors.contains("- rules/mine.json"), "\(refused.errors)")
        #expect(FileManager.default.fileExists(atPath: rules + "/rules/mine.json"))
        try server.done("pull", "--app", "shop", rules, "--yes")
        #expect(!FileManager.default.fileExists(atPath: rules + "/rules/mine.json"))
        #expect(try server.done("pull", "--app", "shop", rules).contains("0 files written, 0 removed"))
    }
}
