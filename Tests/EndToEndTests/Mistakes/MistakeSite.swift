import Foundation
import TestSupport
import Testing

/// A server with apps, releases, channels and tokens, at which mistakes are made.
struct MistakeSite {
    /// What a mistake is answered.
    struct Answer {
        let code: Int
        let text: String
    }

    private let folder: TemporaryDirectory
    private let server: RunningServer
    private let tokens: [String: String]

    init() throws {
        folder = try TemporaryDirectory()
        server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        for app in ["other", "shrinking", "finding"] { try server.done("app", "create", app) }
        try server.done("publish", "--app", "shop", "--message", "one")
        try server.done(
            "publish", "--app", "shop", "--message", "two", "--channel", "staging", "--create-channel", "--private")
        let cart = #"{"rules":[{"id":"cart","match":["https://shop.example/cart"],"to":{"screen":"Cart"}}]}"#
        try server.done("draft", "replace", "--app", "shrinking", "--force", "-", input: cart)
        try server.done("publish", "--app", "shrinking", "--message", "one")
        try server.done("rules", "delete", "cart", "--app", "shrinking", "--force")
        let screens = #"{"screens":{"A":[],"Cart":[],"Other":[],"Item":["id"]}}"#
        try server.done("screens", "replace", "ios", "1.0", "--app", "finding", "-", input: screens)
        try server.done("token", "create", "taken", "--role", "viewer")
        var tokens = ["admin": server.token, "none": ""]
        for role in ["viewer", "editor"] {
            let made = try server.done("token", "create", role, "--role", role, "--app", "shop")
            tokens[role] = made.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        self.tokens = tokens
    }

    /// The draft of the app `shop` with its revision.
    func draft() throws -> String { try server.admin("GET", "/v1/apps/shop/draft").text }

    func answer(_ mistake: Mistake) throws -> Answer {
        let token = try #require(tokens[mistake.token])
        switch mistake.typed {
        case .command(let words, let file): return try run(words, file, token)
        case .finding(let rule): return try check(rule)
        case .request(let line, let body, let fields):
            let words = line.split(separator: " ").map { String($0) }
            let given = fields.contains { $0.hasPrefix("Authorization") } ? nil : token
            let received = try server.send(
                words[0], words[1], headers: fields, json: body, token: given?.isEmpty == true ? nil : given)
            let type = received.headers["content-type"]
            #expect(type == "application/problem+json", "\(line)")
            return Answer(code: received.status, text: received.text)
        }
    }

    private func run(_ words: String, _ content: String?, _ token: String) throws -> Answer {
        let file = folder.file("typed.json")
        if let content { try content.write(toFile: file, atomically: true, encoding: .utf8) }
        let arguments = words.split(separator: " ").map { word in
            switch word {
            case "DATABASE": folder.file("none.db")
            case "FILE": file
            default: String(word)
            }
        }
        let result = try server.command(
            arguments, input: content, environment: ["WAYMARK_TOKEN": token, "HOME": folder.path])
        return Answer(code: Int(result.status), text: result.output + result.errors)
    }

    private func check(_ rule: String) throws -> Answer {
        let draft = """
            {"settings":{"origins":["https://shop.example"],
            "destinations":["https://shop.example","https://new.example"]},
            "rules":[{"id":"cart","match":["/cart"],"to":{"screen":"Cart"}},\(rule)]}
            """
        let stored = try run("draft replace --app finding --force -", draft, server.token)
        return stored.code == 0 ? try run("draft check --app finding", nil, server.token) : stored
    }
}
