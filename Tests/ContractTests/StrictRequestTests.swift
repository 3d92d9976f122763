import CanonicalJSON
import HTTPWire
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog

@Suite(
    "Nothing of a request is ignored, a refusal says of what it is, and the log has a line for each change", .scheduled)
struct StrictRequestTests {
    @Test("a parameter that comes twice is an error, for each parameter of each endpoint that reads it on a worker")
    func repeated() throws {
        let desk = try Desk()
        desk.makeShop()
        var count = 0
        for endpoint in desk.components.dispatcher.table.endpoints {
            if case .memory = endpoint.handler { continue }
            guard endpoint.access != .console else { continue }
            let path = "\(endpoint.path)".replacing("{app}", with: "shop").replacing(/\{[a-z]+\}/, with: "1")
            for parameter in endpoint.query {
                let query = "\(parameter.name)=1&\(parameter.name)=1"
                let answer = desk.send(endpoint.method.rawValue, "\(path)?\(query)")
                #expect(answer.status == 400, "\(endpoint.id) ?\(query): \(answer.text)")
                #expect(
                    answer.text.contains("?\(parameter.name)= comes more than once"), "\(endpoint.id): \(answer.text)")
                count += 1
            }
        }
        #expect(count > 60)
    }

    @Test(
        "an address that was not percent-encoded changes no context without a word",
        arguments: [
            "url=https://shop.example/item/7&platform=android&platform=ios", "url=https://a?x&url=https://b",
            "channel=production&channel=staging&url=https://a", "url=https://a&color=red&color=blue",
        ])
    func resolve(_ query: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let answer = desk.send("GET", "/v1/apps/shop/resolve?\(query)", token: nil)
        #expect(answer.status == 400 && answer.text.contains("more than once"), "\(answer.text)")
    }

    @Test("others add parameters of their own to reads of the data plane, also twice")
    func foreign() throws {
        let desk = try Desk()
        desk.makeShop()
        #expect(desk.send("GET", "/v1/apps/shop/head?utm=1&utm=2", token: nil).status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/head?channel=production&channel=x", token: nil).status == 400)
    }

    @Test(
        "a 404 says of what kind the missing thing is",
        arguments: [
            ("/v1/apps/none", "app"), ("/v1/apps/shop/draft/rules/none", "rule"),
            ("/v1/apps/shop/releases/9", "release"),
            ("/v1/apps/shop/releases/x", "release"), ("/v1/apps/shop/channels/none", "channel"),
            ("/v1/none", "address"),
            ("/v1/hosts/none.example", "host"), ("/v1/apps/shop/screens/ios/1", "screens"), ("/v1/audit/999", "row"),
            ("/v1/apps/shop/head?channel=none", "channel"), ("/v1/apps/none/head", "app"), ("/v1/engine/none", "file"),
        ])
    func missing(_ path: String, _ what: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let answer = desk.send("GET", path)
        #expect(answer.status == 404 && answer.json["missing"]?.stringValue == what, "\(answer.text)")
    }

    @Test("the contract allows the tags that answers have, also the weak ones of long answers in gzip")
    func tags() throws {
        for endpoint in Contract.table.endpoints {
            guard let precondition = endpoint.precondition else { continue }
            let operation = Contract.document["paths"]?["\(endpoint.path)"]?[endpoint.method.rawValue.lowercased()]
            let parameters = operation?["parameters"]?.arrayValue ?? []
            let field = try #require(parameters.first { $0["name"] == "If-Match" }, "\(endpoint.id)")
            let pattern = try Regex(try #require(field["schema"]?["pattern"]?.stringValue))
            for tag in ["*", "\"\(precondition.kind.rawValue)7\"", "W/\"\(precondition.kind.rawValue)7\""] {
                #expect(tag.wholeMatch(of: pattern) != nil, "\(endpoint.id): \(tag)")
            }
        }
    }

    @Test("WWW-Authenticate tells a program whether a token is missing, wrong or not enough (RFC 6750 section 3)")
    func challenge() throws {
        let desk = try Desk()
        desk.makeShop()
        let viewer = desk.send("POST", "/v1/tokens", #"{"name":"v","role":"viewer"}"#).json["token"]?.stringValue
        let none = desk.send("GET", "/v1/whoami", token: nil)
        #expect(none["WWW-Authenticate"] == "Bearer realm=\"waymark\"")
        let wrong = desk.send("GET", "/v1/whoami", token: "wmk_not_a_token_of_this_server")
        #expect(wrong["WWW-Authenticate"] == "Bearer realm=\"waymark\", error=\"invalid_token\"")
        let weak = desk.send("POST", "/v1/apps", #"{"app":"x"}"#, token: viewer)
        #expect(weak.status == 403)
        #expect(weak["WWW-Authenticate"] == "Bearer realm=\"waymark\", error=\"insufficient_scope\"")
    }

    @Test("the log has one line at info for what changes, and none for what reads, whatever the method is")
    func lines() throws {
        let desk = try Desk()
        desk.makeShop()
        let requests: [(method: String, path: String, body: String, isChange: Bool)] = [
            ("POST", "/v1/apps/shop/resolve", #"{"url":"https://shop.example/item/7"}"#, false),
            ("POST", "/v1/apps/shop/draft/check", "{}", false), ("GET", "/v1/apps/shop/draft", "", false),
            ("POST", "/v1/nothing", "{}", false), ("POST", "/v1/apps", #"{"app":"other"}"#, true),
            ("PUT", "/v1/apps/shop/draft/rules/new", #"{"match":["/new"],"to":{"screen":"New"}}"#, true),
            ("DELETE", "/v1/apps/shop/draft/rules/new", "", true),
        ]
        for (method, path, body, isChange) in requests {
            let before = Self.count(desk)
            let request = Request(
                method: method, path: path,
                fields: [
                    HeaderField("Authorization", "Bearer \(Desk.adminSecret)"), HeaderField("If-Match", "*"),
                    HeaderField("Content-Type", "application/json"),
                ], body: Array(body.utf8))
            let answer = desk.perform(request)
            #expect(answer.status < 300 || answer.status == 404, "\(method) \(path): \(answer.status)")
            #expect(Self.count(desk) - before == (isChange ? 1 : 0), "\(method) \(path)")
        }
    }

    private static func count(_ desk: Desk) -> Int {
        let texts = [#""level":"info""#, #""event":"request""#]
        return desk.lines.text.split(separator: "\n").count { line in texts.allSatisfy { line.contains($0) } }
    }
}
