import CanonicalJSON
import HTTPFetching
import ReleaseStore
import TestSupport
import Testing

@testable import RouteServer

@Suite("Every route by every role", .serialized)
struct RoleTests {
    @Test(
        "each endpoint lets in exactly whom the table says: roles, other apps, no token, a revoked one, a malformed one"
    )
    func table() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "10000"])
        try server.makeApp()
        var callers: [(role: Role, scope: AppScope, secret: String)] = []
        for role in Role.allCases {
            callers.append((role, .all, try server.makeToken(role.rawValue, apps: #""all""#).secret))
            callers.append((role, .only(["shop"]), try server.makeToken(role.rawValue).secret))
            callers.append((role, .only(["other"]), try server.makeToken(role.rawValue, apps: #"["other"]"#).secret))
        }
        let revoked = try server.makeToken("admin", apps: #""all""#)
        #expect(try server.send("DELETE", "/v1/tokens/\(revoked.id)").status == 204)
        for endpoint in EndpointTable.all where endpoint.isControl {
            let path = Self.path(endpoint)
            for (role, scope, secret) in callers {
                let status = try server.send(endpoint.method.rawValue, path, token: secret).status
                let isAllowed = Self.isAllowed(endpoint.access, role, scope)
                // Whoever is let in gets on to whatever is wrong with this empty request; never to 401 or 403.
                #expect((status != 403) == isAllowed && status != 401, "\(endpoint.id) \(role) \(scope): \(status)")
            }
            for secret in [nil, revoked.secret, "wmk_", "wmk_not_a_token_of_this_server"] {
                let status = try server.send(endpoint.method.rawValue, path, token: secret).status
                #expect(status == 401, "\(endpoint.id) with \(secret ?? "no token"): \(status)")
            }
        }
        for secret in callers.map(\.secret) + [revoked.secret, LiveServer.adminSecret] {
            #expect(!server.log.contains(secret))
            #expect(!(try server.send("GET", "/v1/audit").text.contains(secret)))
        }
    }

    /// An address of the endpoint in the app `shop`; nothing else in it exists.
    private static func path(_ endpoint: Endpoint) -> String {
        "/"
            + endpoint.path.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .name("app"): "shop"
                case .name: "999"
                }
            }.joined(separator: "/")
    }

    private static func isAllowed(_ access: Endpoint.Access, _ role: Role, _ scope: AppScope) -> Bool {
        switch access {
        case .open, .data, .token: true
        case .role(let needed) where needed == .admin: role == .admin
        case .role(let needed): role >= needed && scope.contains("shop")
        case .unlimited(let needed): role >= needed && scope == .all
        }
    }

    @Test("wrong tokens are slowed down per address, right ones are not, and nobody makes a token above himself")
    func limits() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "3"])
        let statuses = try (0..<5).map { _ in try server.send("GET", "/v1/whoami", token: "wmk_wrong_wrong").status }
        #expect(statuses == [401, 401, 401, 429, 429])
        #expect(try server.send("GET", "/v1/whoami").status == 200)
        let limited = try server.makeToken("admin").secret
        let above = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"admin","apps":"all"}"#, token: limited)
        #expect(above.status == 403)
        let same = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"editor"}"#, token: limited)
        #expect(same.status == 201 && same.json["apps"] == ["shop"])
    }
}
