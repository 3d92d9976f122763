package import CanonicalJSON
package import HTTPExchange
import RouteModel
import StoreRecords

/// `/v1/whoami`: the properties and rights of a token.
package struct Identity: Sendable {
    /// The other endpoints of the control plane.
    private let others: [Endpoint]
    /// Endpoints that sessions of the console may not use.
    private let withoutSession: [Endpoint]

    /// Tells callers which of these endpoints they may use.
    ///
    /// - Parameters:
    ///   - others: The other endpoints of the control plane.
    ///   - withoutSession: Endpoints that sessions of the console may not use.
    package init(others: [Endpoint], withoutSession: [Endpoint] = []) {
        self.others = others
        self.withoutSession = withoutSession
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "whoami", .get, "/v1/whoami", access: .token,
                summary: "The token's name, role and apps, and what it may do.", success: .init(200, .identity),
                handler: .answer(read))
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let rights = [request.endpoint] + others + (request.caller.sessionID == nil ? withoutSession : [])
        return .json(200, .object(Self.members(of: request.caller, among: rights)))
    }

    /// A caller's name, role and apps, and which of some endpoints it may use.
    package static func members(of caller: Caller, among endpoints: [Endpoint]) -> [String: JSONValue] {
        let token = caller.token
        // One app of the token's scope, so that the result depends only on its role.
        let app: String? =
            switch token.scope {
            case .all: nil
            case .only(let apps): apps.min()
            }
        let may = endpoints.filter { endpoint in
            do throws(Problem) { try caller.check(endpoint.access, app: app) } catch { return false }
            return true
        }
        var object: [String: JSONValue] = [
            "id": .string(token.id), "name": .string(token.name), "role": .string(token.role.rawValue),
            "apps": token.scope.json, "may": .array(may.map { .string($0.id) }),
        ]
        if token.channels != .none { object["channels"] = .array(token.channels.texts.map(JSONValue.string)) }
        if let expiresAt = token.expiresAt { object["expiresAt"] = .string(expiresAt.description) }
        return object
    }
}

extension Schema {
    /// The names of roles.
    package static let roles = Schema.words(["viewer", "editor", "publisher", "admin"])
    /// The apps that a token is for.
    package static let scope = Schema.either([.words(["all"]), .list(name, count: 1...1000)])
    /// The channels that a token is limited to, as `app/channel`.
    static let channelTexts = Schema.list(.text(pattern: "^[^/]+/[^/]+$"), count: 1...1000)
    /// The members of the description of a caller.
    package static let identityMembers: [String: Schema] = [
        "id": .text(), "name": .text(), "role": roles, "apps": scope, "channels?": channelTexts,
        "expiresAt?": instant, "may": texts,
    ]
    fileprivate static let identity = Schema.record("Identity", identityMembers)
}
