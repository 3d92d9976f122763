import CanonicalJSON
import Foundation
import HTTPFetching
import SystemIO
import TestSupport
import Testing

/// Servers that share a database server of their own, because tests stop it.
final class NodeSite: Sendable {
    let cluster: PostgresCluster
    private let folder: TemporaryDirectory
    private let place: String
    /// The administrator's token, on every server.
    static let token = String(repeating: "nD5-", count: 12)

    /// Starts the database server; `standby` is another place of the database.
    init(_ cluster: PostgresCluster? = nil, standby: PostgresCluster? = nil) throws {
        folder = try TemporaryDirectory()
        let cluster = try cluster ?? PostgresCluster()
        self.cluster = cluster
        place = standby.map { cluster.uri(with: $0) } ?? cluster.uri()
    }

    /// The URI of the database, or of another one of the same server.
    func uri(_ database: String = "postgres") -> String { place.replacing("/postgres?", with: "/\(database)?") }

    /// The path of a file that is removed at the end.
    func file(_ name: String) -> String { folder.file(name) }

    /// Removes what a server has kept.
    func forget(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.file(name)) }

    /// Starts a server with its own folder, which a server of the same name had before.
    func start(
        _ name: String, _ arguments: [String] = [], token: String? = token, database: String = "postgres",
        clock: FalseClock? = nil
    ) throws -> RunningServer {
        var environment = token.map { ["WAYMARK_ADMIN_TOKEN": $0] } ?? [:]
        if let clock { environment.merge(clock.environment) { $1 } }
        return try RunningServer(
            database: uri(database), arguments: try own(name) + arguments, environment: environment)
    }

    /// Runs a server that does not start.
    func serve(_ name: String, as nodeName: String? = nil, database: String = "postgres") throws -> ProgramResult {
        try Program.run(
            "waymark", ["serve", "--listen", "127.0.0.1:0", "--database", uri(database)] + own(name, nodeName),
            environment: ["WAYMARK_ADMIN_TOKEN": Self.token])
    }

    private func own(_ name: String, _ nodeName: String? = nil) throws -> [String] {
        let own = folder.file(name)
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        return ["--node-folder", own, "--node-name", nodeName ?? name]
    }

    /// The token that a server has made at its start; nil if it made none.
    func firstToken(of name: String) -> String? {
        try? String(contentsOfFile: folder.file(name) + "/waymark-admin-token", encoding: .utf8)
    }
}

extension RunningServer {
    /// Sends a request with the administrator's token of a ``NodeSite``.
    @discardableResult
    func ask(_ method: String, _ path: String, _ json: String? = nil, headers: [String] = []) throws -> Exchange {
        try send(method, path, headers: ["If-Match: *"] + headers, json: json, token: NodeSite.token)
    }

    /// Makes the app `shop`, whose patterns have an origin.
    func makeSharedShop() throws {
        #expect(try ask("POST", "/v1/apps", #"{"app":"shop","title":"Shop"}"#).status == 201)
        let settings = #"{"origins":["https://shop.example"]}"#
        #expect(try ask("PUT", "/v1/apps/shop/draft/settings", settings).status == 200)
    }

    /// Adds a rule to the draft and publishes it.
    func publishRule(_ id: String) throws -> Exchange {
        let rule = #"{"id":"\#(id)","match":["/\#(id)/:id"],"to":{"screen":"Item"}}"#
        return try ask("POST", "/v1/apps/shop/draft/rules?publish=1", rule)
    }

    /// The head that clients get.
    func shopHead() throws -> JSONValue { try send("GET", "/v1/apps/shop/head").json }

    /// The version of that head; nil if there is none.
    func shopVersion() throws -> Int64? { try shopHead()["version"]?.integerValue }

    /// The epoch and the sequence of that head.
    func shopPosition() throws -> [Int64] {
        let head = try shopHead()
        return [try #require(head["epoch"]?.integerValue), try #require(head["sequence"]?.integerValue)]
    }

    /// A client that is told of each head; it has got the first one.
    func shopEvents(channel: String = "production", token: String? = nil) throws -> AttackPeer {
        let address = try #require(SocketAddress(String(url.dropFirst("http://".count))))
        let peer = try AttackPeer(address)
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        peer.send("GET /v1/apps/shop/events?channel=\(channel) HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
        #expect(peer.wait { $0.hasSuffix("}\n\n") }.hasPrefix("HTTP/1.1 200"), "\(peer.text)")
        return peer
    }

    /// The rows of the audit that a query selects, newest first.
    func auditRows(_ query: String) throws -> [JSONValue] {
        let page = try ask("GET", "/v1/audit?limit=200\(query.isEmpty ? "" : "&" + query)").json
        return try #require(page["audit"]?.arrayValue, "\(page)")
    }
}

extension KillTarget {
    /// The same for threads, with an idempotency key; nil if there was no complete answer.
    func publishRule(_ id: String, key: String? = nil) -> FetchResponse? {
        let rule: JSONValue = ["id": .string(id), "match": [.string("/\(id)/:id")], "to": ["screen": "Item"]]
        return send("POST", "/v1/apps/shop/draft/rules?publish=1", rule, key: key)
    }
}

extension Exchange {
    /// The kind of a refusal.
    var problemCode: String { json["type"]?.stringValue?.split(separator: ":").last.map(String.init) ?? "" }
}

/// The heads in the text of an event stream.
struct HeadEvents {
    /// The epoch and the sequence of each, in order.
    let positions: [[Int64]]

    init(_ text: String) {
        let contents = text.split(separator: "\n").filter { $0.hasPrefix("data: {") }
        positions = contents.compactMap { line in
            let head = try? JSONValue(parsing: Array(line.dropFirst("data: ".count).utf8))
            guard let epoch = head?["epoch"]?.integerValue, let sequence = head?["sequence"]?.integerValue else {
                return nil
            }
            return [epoch, sequence]
        }
    }
}
