import Foundation
import HTTPFetching
import SQLKit
import TestSupport

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog

/// Collects one answer of the server for each error status of the contract; the server must have the app `shop`.
enum ContractRefusals {
    private static let plain: [(status: Int, method: String, path: String, body: String?, fields: [String: String])] = [
        (400, "GET", "/v1/apps/shop/draft/rules?limt=5", nil, [:]),
        (404, "GET", "/v1/apps/shop/rules?channel=staging", nil, [:]),
        (405, "PATCH", "/v1/apps/shop/draft", nil, [:]),
        (409, "POST", "/v1/apps", #"{"app":"shop"}"#, [:]),
        (
            412, "PUT", "/v1/apps/shop/draft/rules/item", #"{"match":["/item/:id"],"to":{"screen":"Item"}}"#,
            ["If-Match": "\"r1\""]
        ),
        (415, "POST", "/v1/apps", "app: shop", ["Content-Type": "application/yaml"]),
        (422, "POST", "/v1/apps/shop/draft/rules", #"{"match":["/blog/:slug("],"to":{"screen":"Post"}}"#, [:]),
        (428, "DELETE", "/v1/apps/shop/draft/rules/item", nil, [:]),
    ]

    /// The loopback address as inet_aton(3) reads it, so that it needs no name server.
    ///
    /// As the value of `Host` it is neither localhost nor an address, like a name that another site makes point here.
    private static let otherHost = "127.1"

    /// All refusals, each with its status in the contract; the one for 500 has status 503.
    static func collect(from server: LiveServer) throws -> [(status: Int, answer: FetchResponse)] {
        var all: [(status: Int, answer: FetchResponse)] = []
        for request in plain {
            let answer = try server.send(request.method, request.path, request.body, request.fields)
            all.append((request.status, answer))
        }
        all.append((401, try server.send("GET", "/v1/whoami", token: nil)))
        let viewer = try server.makeToken("viewer")
        let help = #"{"match":["/a"],"to":{"screen":"A"}}"#
        all.append((403, try server.send("POST", "/v1/apps/shop/draft/rules", help, token: viewer.secret)))
        let long = String(repeating: "x", count: ExchangeLimits.bodyBytesMax)
        all.append((413, try server.send("POST", "/v1/apps", #"{"app":"\#(long)"}"#)))
        all.append((414, try server.send("GET", "/v1/apps/shop/resolve?url=\(long.prefix(60_000))", token: nil)))
        all.append((410, try remove()))
        all.append((421, try server.send("GET", "/console/session", token: nil, host: otherHost)))
        all.append((429, try guess()))
        all.append((500, try hold(server)))
        return all
    }

    /// The 410 for a release that retention removed.
    private static func remove() throws -> FetchResponse {
        let server = try LiveServer(["retentionReleases": "1", "retentionDays": "0"])
        try server.makeApp()
        try server.publish()
        try server.publish()
        _ = try server.send("POST", "/v1/retention")
        return try server.send("GET", "/v1/apps/shop/releases/1/rules", token: nil)
    }

    /// The 429 after too many wrong tokens from one address.
    private static func guess() throws -> FetchResponse {
        let server = try LiveServer(["failedAttemptsPerMinute": "1"])
        _ = try server.send("GET", "/v1/whoami", token: "wmk_wrong_0123456789")
        return try server.send("GET", "/v1/whoami", token: "wmk_wrong_0123456789")
    }

    /// The 503 for a write while another connection holds the database's write lock.
    private static func hold(_ server: LiveServer) throws -> FetchResponse {
        var other = try Connection(server.folder.file("waymark.db"), .readWrite)
        defer { other.close() }
        try other.begin(.immediate)
        return try server.send("POST", "/v1/apps", #"{"app":"late"}"#)
    }
}
