import AccessControl
import CanonicalJSON
import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel

/// `/v1/tokens`.
struct Tokens: Sendable {
    let store: any RuleStore
    let authenticator: TokenAuthenticator

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "listTokens", .get, "/v1/tokens", access: .unlimited(.admin),
                summary: "All tokens, without their secrets.", query: QueryParameter.page(.text()),
                success: .init(200, .page("tokens", of: .token)), handler: list),
            Endpoint(
                "createToken", .post, "/v1/tokens", access: .role(.admin),
                summary: "Creates a token with at most its creator's role, apps and expiry; shows its secret once.",
                request: .json(
                    .newToken, example: #"{"name": "build server", "role": "editor", "apps": ["market"]}"#),
                // The secret is not stored, so a repetition with the same key gets 409, not the first answer.
                success: .init(201, .createdToken), isReplayable: false,
                links: Endpoint.Link.to(["deleteToken"], ["id": "$response.body#/id"]), handler: create),
            Endpoint(
                "deleteToken", .delete, "/v1/tokens/{id}", access: .role(.admin), summary: "Revokes a token at once.",
                segments: ["id": .text(count: 1...ExchangeLimits.titleBytesMax)], success: .init(204),
                handler: delete),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let tokens = try store.tokens().map(authenticator.withLastUse)
        let start = request.query["after"].map { after in
            (tokens.firstIndex { $0.id == after } ?? tokens.count - 1) + 1
        }
        let rest = tokens.dropFirst(start ?? 0)
        let page = rest.prefix(limit)
        let next = rest.count > limit ? page.last.map { JSONValue.string($0.id) } : nil
        return .json(200, ["tokens": .array(page.map(\.json)), "next": next ?? .null])
    }

    @Sendable private func create(_ request: EndpointRequest) throws -> Answer {
        var reader = try ObjectReader(request.body, known: ["name", "role", "apps", "expiresAt"])
        let name = reader.text("name", bytesMax: ExchangeLimits.titleBytesMax, required: true)
        let role = Self.role(&reader)
        let scope = Self.scope(&reader) ?? request.caller.token.scope
        let expiresAt = reader.instant("expiresAt")
        if let expiresAt, expiresAt <= request.now { reader.refuse("expiresAt", "this instant is in the past") }
        if name?.isEmpty == true { reader.refuse("name", "the name is empty") }
        try reader.finish()
        guard let name, let role else { throw Problem.fault("a checked member is missing") }
        let secret = Secret.make()
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: role, scope: scope, secretHash: secret.hash,
            expiresAt: expiresAt ?? request.caller.token.expiresAt)
        let made = try store.createToken(
            token, by: request.caller.principal, at: request.now,
            recording: request.recordingKey?.recording(Self.repeated))
        authenticator.refresh(from: store)
        return .json(201, made.json(showing: secret), fields: [HeaderField("Location", "/v1/tokens/\(made.id)")])
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let id = request.value("id")
        guard let token = try store.tokens().first(where: { $0.id == id }) else {
            throw Problem.notFound("there is no token \(id)")
        }
        guard request.caller.token.scope.covers(token.scope) else {
            throw Problem.forbidden("the token \(id) has apps that your token does not have")
        }
        try store.deleteToken(id, by: request.caller.principal, at: request.now)
        authenticator.refresh(from: store, revoked: id)
        return .done()
    }

    /// The answer to a repetition: the token's id, because the secret is in the first answer only.
    @Sendable private static func repeated(_ token: TokenRecord) -> Answer {
        var problem = Problem.conflict(
            "already-made", "this key created the token \(token.id); its secret was shown once and is not stored")
        problem.members["id"] = .string(token.id)
        return .problem(problem)
    }

    private static func role(_ reader: inout ObjectReader) -> Role? {
        guard let text = reader.text("role", bytesMax: ExchangeLimits.titleBytesMax, required: true) else { return nil }
        guard let role = Role(rawValue: text) else {
            reader.refuse(
                "role", "\(text) is not a role", hint: NearestName.hint(for: text, among: Role.allCases.map(\.rawValue))
            )
            return nil
        }
        return role
    }

    private static func scope(_ reader: inout ObjectReader) -> AppScope? {
        guard let node = reader.node("apps") else { return nil }
        if node.stringValue == "all" { return .all }
        let names = node.elements.compactMap(\.stringValue)
        guard node.kind == .array, !names.isEmpty, names.count == node.elements.count,
            names.allSatisfy(NameGrammar.isAppName)
        else {
            reader.refuse("apps", "apps is neither \"all\" nor a list of apps", hint: #"write ["moments"] or "all""#)
            return nil
        }
        return .only(Set(names))
    }
}

extension TokenRecord {
    /// The token as JSON with the secret, which no other answer contains.
    fileprivate func json(showing secret: Secret) -> JSONValue { json.adding("token", .string(secret.text)) }
}

extension Schema {
    private static let tokenMembers: [String: Schema] = [
        "id": .text(), "name": .text(), "role": roles, "apps": scope, "createdAt": instant, "createdBy": .text(),
        "expiresAt": instant,
    ]
    private static let tokenRequired = ["id", "name", "role", "apps", "createdAt"]
    fileprivate static let token = Schema.component(
        "Token",
        .object(tokenMembers.merging(["lastUsedAt": instant]) { $1 }, required: tokenRequired))
    fileprivate static let createdToken = Schema.component(
        "CreatedToken", .object(tokenMembers.merging(["token": .text()]) { $1 }, required: tokenRequired + ["token"]))
    fileprivate static let newToken = Schema.component(
        "NewToken",
        .object(
            [
                "name": .text(count: 1...ExchangeLimits.titleBytesMax), "role": roles, "apps": .nullable(scope),
                "expiresAt": .nullable(instant),
            ], required: ["name", "role"]))
}
