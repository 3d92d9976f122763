import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("Commands overwrite only what their user has read", .scheduled, .serialized)
struct OverwriteTests {
    private let folder: TemporaryDirectory
    private let server: RunningServer

    init() throws {
        folder = try TemporaryDirectory()
        server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
    }

    /// Writes by HTTP, as a colleague.
    private func colleague(_ method: String, _ path: String, _ body: String) throws {
        let answer = try server.admin(method, "/v1/apps/shop" + path, body, headers: ["If-Match: *"])
        #expect(answer.status < 300, "\(answer)")
    }

    private func file(_ text: String) throws -> String {
        let file = folder.file("mine.json")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    private func draft() throws -> JSONValue { try server.admin("GET", "/v1/apps/shop/draft").json }

    @Test("a rule that a colleague changed after it was shown is not replaced; the three versions are printed")
    func rule() throws {
        try server.done("rules", "show", "cart", "--app", "shop")
        let mine = try file(#"{"match":["/cart"],"to":{"screen":"Mine"}}"#)
        try colleague("PUT", "/draft/rules/cart", #"{"match":["/cart"],"to":{"screen":"Theirs"}}"#)
        let refused = try server.command(["rules", "replace", "cart", mine, "--app", "shop"])
        #expect(refused.status == 3, "\(refused.errors)")
        for text in ["Cart", "Theirs", "Mine", "you read", "now", "you want", "--force", "rules show cart"] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        #expect(try draft().text.contains("Theirs"))
        let deleted = try server.command(["rules", "delete", "cart", "--app", "shop"])
        #expect(deleted.status == 3 && deleted.errors.contains("(nothing)"), "\(deleted.errors)")
        try server.done("rules", "replace", "cart", mine, "--app", "shop", "--force")
        #expect(try draft().text.contains("Mine"))
    }

    @Test("a colleague's edit of another rule does not refuse a replacement, and an own replacement is known")
    func otherRule() throws {
        try server.done("rules", "show", "cart", "--app", "shop")
        try colleague("PUT", "/draft/rules/item", #"{"match":["/item/:id"],"to":{"screen":"Theirs"}}"#)
        for screen in ["One", "Two"] {
            let mine = try file(#"{"match":["/cart"],"to":{"screen":"\#(screen)"}}"#)
            try server.done("rules", "replace", "cart", mine, "--app", "shop")
        }
        #expect(try draft().text.contains("Two"))
        try server.done("rules", "show", "cart", "--app", "shop")
        try colleague("DELETE", "/draft/rules/cart", "")
        let mine = try file(#"{"match":["/cart"],"to":{"screen":"Three"}}"#)
        let refused = try server.command(["rules", "replace", "cart", mine, "--app", "shop"])
        #expect(refused.status == 3 && refused.errors.contains("(nothing)"), "\(refused.errors)")
    }

    @Test("a script that has not read a rule needs --force; a new rule and an added one need none")
    func unread() throws {
        let mine = try file(#"{"match":["/cart"],"to":{"screen":"Mine"}}"#)
        let refused = try server.command(["rules", "replace", "cart", mine, "--app", "shop"])
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains("rules show cart") && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try !draft().text.contains("Mine"))
        try server.done("rules", "replace", "new", try file(#"{"match":["/n"],"to":{"screen":"N"}}"#), "--app", "shop")
        let added = try file(#"{"id":"added","match":["/added"],"to":{"screen":"A"}}"#)
        try server.done("rules", "add", added, "--app", "shop")
        try server.done("rules", "replace", "added", added, "--app", "shop")
    }

    @Test("a draft file is compared by its revision, also after own writes")
    func wholeDraft() throws {
        let shown = try server.done("draft", "show", "--json", "--app", "shop")
        let mine = try file(shown.replacingOccurrences(of: "Cart", with: "Mine"))
        try colleague("POST", "/draft/rules", #"{"id":"theirs","match":["/t"],"to":{"screen":"T"}}"#)
        let refused = try server.command(["draft", "put", mine, "--app", "shop"])
        #expect(refused.status == 3 && refused.errors.contains("rule theirs"), "\(refused.errors)")
        #expect(try draft().text.contains("theirs"))
        let fresh = try server.done("draft", "show", "--json", "--app", "shop")
        for screen in ["One", "Two"] {
            let next = try file(fresh.replacingOccurrences(of: "Cart", with: screen))
            try server.done("draft", "put", next, "--app", "shop")
        }
        #expect(try draft().text.contains("Two"))
        let unread = try server.command(
            ["draft", "put", try file(#"{"rules":[]}"#), "--app", "shop"], environment: ["XDG_STATE_HOME": folder.path])
        #expect(unread.status == 2 && unread.errors.contains("--force"), "\(unread.errors)")
    }

    @Test("settings and test addresses that a colleague changed are not replaced")
    func others() throws {
        try server.done("draft", "settings", "--app", "shop")
        try colleague("PUT", "/draft/settings", #"{"origins":["https://shop.example"],"schemes":["shop"]}"#)
        let settings = try file(#"{"origins":["https://mine.example"]}"#)
        let refused = try server.command(["draft", "settings", settings, "--app", "shop"])
        #expect(refused.status == 3 && refused.errors.contains("schemes"), "\(refused.errors)")
        try server.done("draft", "settings", settings, "--app", "shop", "--force")

        try server.done("expect", "add", "https://mine.example/1", "--unmatched", "--app", "shop")
        try server.done("expect", "list", "--app", "shop")
        let list = #"{"expectations":[{"url":"https://mine.example/theirs","expect":{"unmatched":true}}]}"#
        try colleague("PUT", "/expectations", list)
        let stale = try server.command(["expect", "put", try file("[]"), "--app", "shop"])
        #expect(stale.status == 3 && stale.errors.contains("mine.example/theirs"), "\(stale.errors)")
        try server.done("expect", "list", "--app", "shop")
        try server.done("expect", "put", try file("[]"), "--app", "shop")
    }

    @Test(
        "a file is refused with 1, its place and what to write, and changes nothing; one that cannot be read with 2",
        arguments: [
            (["expect", "put"], #"{"expectatoins":[]}"#, "expectations"),
            (["expect", "put"], #"{"expectations":{}}"#, "/expectations"),
            (["draft", "put"], #"{"ruels":[]}"#, "rules"),
            (["draft", "settings"], #"{"origin":[]}"#, "origins"),
            (["rules", "add"], #"{"match":["/a"],"too":{"screen":"A"}}"#, "\"to\""),
            (["rules", "add"], "\u{FEFF}{}", "byte order mark"),
            (["rules", "add"], "{\u{201C}match\u{201D}: []}", "typographic quotation mark"),
            (["draft", "put"], "{\"rules\": [\u{201E}a\u{201C}]}", "straight double quotes"),
            (["expect", "put"], "{", "line 1, column"),
            (["screens", "put", "ios", "1.0"], #"{"screen":{}}"#, "screens"),
        ])
    func strict(words: [String], text: String, answer: String) throws {
        let revision = try draft()["revision"]
        let refused = try server.command(words + [try file(text), "--app", "shop"])
        #expect(refused.status == 1 && refused.errors.contains(answer), "\(refused.status) \(refused.errors)")
        #expect(try server.command(words + [folder.file("none.json"), "--app", "shop"]).status == 2)
        #expect(try draft()["revision"] == revision)
    }

    @Test("UTF-16 is named as such")
    func wide() throws {
        let file = folder.file("wide.json")
        try #require(#"{"rules":[]}"#.data(using: .utf16)).write(to: URL(fileURLWithPath: file))
        let refused = try server.command(["draft", "put", file, "--app", "shop"])
        #expect(refused.status == 1 && refused.errors.contains("UTF-16") && refused.errors.contains("UTF-8"))
    }

    @Test("restore --force overwrites unpublished edits, and --ignore-findings publishes in spite of findings")
    func restoring() throws {
        try server.done("publish", "--app", "shop", "--message", "one")
        let restore = ["restore", "1", "--app", "shop", "--message", "back"]
        try server.done("rules", "delete", "cart", "--app", "shop")
        let edits = try server.command(restore)
        #expect(edits.status == 3 && edits.errors.contains("--force"), "\(edits.errors)")
        #expect(try server.command(restore + ["--ignore-findings"]).status == 3)
        #expect(try server.command(restore + ["--force"]).status == 0)
        try server.done("expect", "add", "https://shop.example/cart", "--unmatched", "--app", "shop")
        let findings = try server.command(restore)
        #expect(findings.status == 1 && findings.errors.contains("--ignore-findings"), "\(findings.errors)")
        #expect(try server.command(restore + ["--force"]).status == 1)
        try server.done("rules", "delete", "item", "--app", "shop")
        let both = try server.command(restore + ["--force"])
        #expect(both.status == 1 && both.errors.contains("shop.example/cart"), "\(both.errors)")
        #expect(try draft().text.contains("Item") == false)
        #expect(try server.command(restore + ["--force", "--ignore-findings"]).status == 0)
        #expect(try server.command(restore + ["--ignore-findings"]).status == 0)
    }
}
