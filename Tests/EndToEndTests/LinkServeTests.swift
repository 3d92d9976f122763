import CanonicalJSON
import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("Links answered by a server on a real socket", .scheduled, .serialized)
struct LinkServeTests {
    private static let phone =
        "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/18.5 Mobile/15E148 Safari/604.1"
    private static let settings = """
        {"origins":["https://go.example"],"destinations":["https://www.example","https://go.example"],\
        "surfaces":{"go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],"web":"https://www.example/"}}}
        """

    /// A server with the app `shop`, its host `go.example`, and a public release of these rules.
    private func server(in folder: TemporaryDirectory, rules: String) throws -> RunningServer {
        let server = try RunningServer(database: folder.file("waymark.db"))
        let steps = [
            ("POST", "/v1/apps", #"{"app":"shop"}"#), ("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#),
            ("PUT", "/v1/apps/shop/draft", #"{"settings":\#(Self.settings),"rules":[\#(rules)]}"#),
            ("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#),
        ]
        for (method, path, body) in steps {
            let answer = try server.admin(method, path, body)
            #expect((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
        }
        return server
    }

    private func ask(_ server: RunningServer, _ path: String, _ fields: String...) throws -> Exchange {
        try server.send("GET", path, headers: ["Host: go.example", Self.phone] + fields)
    }

    @Test("a rule that says so gives a 301 for five minutes in the browser alone; one of two on the way is not enough")
    func permanent() throws {
        let folder = try TemporaryDirectory()
        let server = try server(
            in: folder,
            rules: """
                {"id":"moved","match":["/moved/:id"],"permanent":true,"to":{"redirect":"https://www.example/m/{id}"}},
                {"id":"sale","match":["/sale"],"to":{"redirect":"https://www.example/sale"}},
                {"id":"old","match":["/old"],"permanent":true,"to":{"redirect":"https://go.example/sale"}}
                """)
        let moved = try ask(server, "/moved/12?a=1")
        #expect(moved.status == 301 && moved.headers["location"] == "https://www.example/m/12?a=1")
        #expect(moved.headers["cache-control"] == "private, max-age=300")
        #expect(moved.headers["vary"] == "User-Agent, Sec-CH-UA-Platform, Accept-Language")
        for path in ["/sale", "/old"] {
            let answer = try ask(server, path)
            #expect(answer.status == 302 && answer.headers["location"] == "https://www.example/sale", "\(path)")
            #expect(answer.headers["cache-control"] == "private, no-store", "\(path)")
        }
        #expect(try !server.send("GET", "/v1/apps/shop/rules").text.contains("permanent"), "beside the body")
        #expect(try server.admin("GET", "/v1/apps/shop/draft/rules/moved").json["permanent"] == true)
    }

    /// The head of the answer to bytes that no client makes.
    private func raw(_ server: RunningServer, _ target: String, _ lines: [String]) throws -> [String] {
        let address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
        let descriptor = try Sockets.connect(to: address)
        defer { Sockets.close(descriptor) }
        let request = (["GET \(target) HTTP/1.1"] + lines + ["Connection: close", "", ""]).joined(separator: "\r\n")
        try Sockets.sendAll(descriptor, Array(request.utf8))
        var bytes: [UInt8] = []
        while let more = try? Sockets.receive(descriptor, countMax: 1 << 16), !more.isEmpty { bytes += more }
        let head = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
        return head.components(separatedBy: "\r\n")
    }

    @Test("attacks on the wire add no field, and lead nowhere but to the rule's host")
    func attacks() throws {
        let folder = try TemporaryDirectory()
        let server = try server(
            in: folder,
            rules: #"{"id":"moved","match":["/moved/:id"],"to":{"redirect":"https://www.example/m/{id}"}}"#)
        let host = "Host: go.example"
        let targets = [
            "//evil.example/%0d%0aX:1", "/moved/%0d%0aSet-Cookie:a=b", "/moved/%0aLocation:%20https://evil.example",
            "/moved/a%00b", "/moved/%5c%5cevil.example", "/moved/..%2f..%2fevil.example", "/moved/%E2%80%AE",
            "/moved/user:pass@evil.example", "/moved/1;S.browser_fallback_url=https://evil.example;end",
            "/moved/1#Intent;package=evil;end", "/moved/ev\u{456}l", "/moved/a\u{0}b", "/moved/a\u{1}b", "/moved/a\tb",
            "/moved/a\rb", "/moved/a\nSet-Cookie: a=b", "https://evil.example/moved/1", "http://evil.example",
            "\\evil.example", "*", "", "/moved/" + String(repeating: "a", count: 9_000),
        ]
        var attempts = targets.map { ($0, [host, Self.phone]) }
        for field in [
            "Host: evil.example", "Host: go.example@evil.example", "Host: go.example\rX: y", "Host: go.example\u{0}",
            "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example;proto=http", "Accept-Language: \rX: y,de",
            "User-Agent: \u{0}", "Sec-CH-UA-Platform: \"\rLocation: https://evil.example\"",
        ] {
            attempts.append(("/moved/1", field.hasPrefix("Host") ? [field] : [host, field]))
            attempts.append(("/moved/1", [host, field]))
        }
        let known: Set = [
            "date", "connection", "content-length", "content-type", "location", "cache-control", "referrer-policy",
            "content-security-policy", "content-language", "x-robots-tag", "x-content-type-options", "vary", "allow",
            "x-request-id", "access-control-allow-origin", "access-control-expose-headers", "server",
            "cross-origin-resource-policy",
        ]
        for (target, lines) in attempts {
            let head = try raw(server, target, lines)
            let status = Int(head[0].split(separator: " ").dropFirst().first ?? "") ?? 0
            #expect([200, 302, 400, 404, 414, 431].contains(status), "\(target) \(lines): \(head)")
            for line in head.dropFirst() {
                let name = line.prefix { $0 != ":" }.lowercased()
                #expect(known.contains(name), "\(target) \(lines): \(line)")
                if name == "location" {
                    #expect(line.hasPrefix("Location: https://www.example/"), "\(target) \(lines): \(line)")
                }
            }
        }
        #expect(try ask(server, "/moved/1").headers["location"] == "https://www.example/m/1", "it serves on")
    }
}
