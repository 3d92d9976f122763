import CanonicalJSON
import Foundation
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
}
