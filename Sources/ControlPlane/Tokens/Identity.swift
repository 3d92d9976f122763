import CanonicalJSON
import HTTPExchange
import RouteModel
import StoreRecords

/// `/v1/whoami`: the properties and rights of a token.
struct Identity: Sendable {
    /// The other endpoints of the control plane.
    let others: [Endpoint]

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "whoami", .get, "/v1/whoami", access: .token,
                summary: "The token's name, role and apps, and what it may do.", success: .init(200, .identity),
                handler: .answer(read))
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let token = request.caller.token
        // One app of the token's scope, so that the result depends only on its role.
        let app: String? =
            switch token.scope {
            case .all: nil
            case .only(let apps): apps.min()
            }
        let may = ([request.endpoint] + others).filter { endpoint in
            do throws(Problem) { try request.caller.check(endpoint.access, app: app) } catch { return false }
            return true
        }
        var object: [String: JSONValue] = [
            "id": .string(token.id), "name": .string(token.name), "role": .string(token.role.rawValue),
            "apps": token.scope.json, "may": .array(may.map { .string($0.id) }),
        ]
        if token.channels != .none { object["channels"] = .array(token.channels.texts.map(JSONValue.string)) }
        if let expiresAt = token.expiresAt { object["expiresAt"] = .string(expiresAt.description) }
        return .json(200, .object(object))
    }
}

extension Schema {
    /// The names of roles.
    static let roles = Schema.words(["viewer", "editor", "publisher", "admin"])
    /// The apps that a token is for.
    static let scope = Schema.either([.words(["all"]), .list(name, count: 1...1000)])
    /// The channels that a token is limited to, as `app/channel`.
    static let channelTexts = Schema.list(.text(pattern: "^[^/]+/[^/]+$"), count: 1...1000)
    fileprivate static let identity = Schema.component(
        "Identity",
        .object(
            [
                "id": .text(), "name": .text(), "role": roles, "apps": scope, "channels": channelTexts,
                "expiresAt": instant,
                "may": texts,
            ],
            required: ["id", "name", "role", "apps", "may"]))
}
