import AccessControl
import CanonicalJSON
import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/tokens`.
struct Tokens: Sendable {
    let store: any RuleStore
    let authenticator: TokenAuthenticator

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "listTokens", .get, "/v1/tokens", access: .role(.admin),
                summary: "The tokens for the caller's apps, without their secrets.",
                query: QueryParameter.page(.text()),
                success: .init(200, .page("tokens", of: .token)), handler: .answer(list)),
            Endpoint(
                "createToken", .post, "/v1/tokens", access: .role(.admin),
                summary:
                    "Creates a token with at most its creator's role, apps, channels and expiry; shows its secret once.",
                request: .json(
                    .newToken, example: #"{"name": "build server", "role": "editor", "apps": ["market"]}"#),
                // The secret is not stored, so a repetition with the same key gets 409, not the first answer.
                success: .init(201, .createdToken), isReplayable: false,
                links: Endpoint.Link.to(["rotateToken", "deleteToken"], ["id": "$response.body#/id"]),
                handler: .answer(create)),
            Endpoint(
                "rotateToken", .post, "/v1/tokens/{id}/rotate", access: .role(.admin),
                summary: "Gives a token another secret and shows it once; the one before stays valid for a while.",
                segments: ["id": .text(count: 1...ExchangeLimits.titleBytesMax)],
                request: .json(.rotation, example: #"{"overlapSeconds": 3600}"#),
                success: .init(200, .createdToken), isReplayable: false, handler: .answer(rotate)),
            Endpoint(
                "deleteToken", .delete, "/v1/tokens/{id}", access: .role(.admin), summary: "Revokes a token at once.",
                segments: ["id": .text(count: 1...ExchangeLimits.titleBytesMax)], success: .init(204),
                handler: .answer(delete)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        // Tokens that are also for other apps are left out, because the caller may not see these apps.
        let tokens = try store.tokens(
            after: request.query["after"], limit: limit + 1, where: request.caller.token.covers)
        return ListPage.answer(
            to: request, "tokens", tokens.prefix(limit).map(authenticator.withLastUse), hasMore: tokens.count > limit,
            cursor: \.id,
            json: \.json)
    }

    @Sendable private func create(_ request: EndpointRequest) throws -> Answer {
        var reader = try ObjectReader(request.body, known: ["name", "role", "apps", "channels", "expiresAt"])
        let name = reader.text("name", bytesMax: ExchangeLimits.titleBytesMax, required: true)
        let role = reader.role("role")
        let own = request.caller.token
        let apps = reader.appScope("apps")
        let given = try reader.channelLimits("channels", of: apps ?? own.scope) { () throws(StoreError) in
            try store.apps().map(\.name)
        }
        let scope = apps ?? given.map { .only(Set($0.channelsByApp.keys)) } ?? own.scope
        if given != nil, scope == .all {
            reader.refuse("channels", "a token for all apps is not limited to channels", hint: "list its apps in apps")
        } else if let app = given?.channelsByApp.keys.first(where: { !scope.contains($0) }) {
            reader.refuse("channels", "\(app) is not among apps")
        }
        let expiresAt = reader.instant("expiresAt")
        if let expiresAt, expiresAt <= request.now { reader.refuse("expiresAt", "this instant is in the past") }
        if name?.isEmpty == true { reader.refuse("name", "the name is empty") }
        if let mistake = try TokenNames.mistake(in: scope, given ?? .none, for: own.scope, store: store) {
            let member = mistake.isChannel || !reader.has("apps") ? "channels" : "apps"
            reader.refuse(member, mistake.detail, hint: mistake.hint)
        }
        try reader.finish()
        guard let name, let role else { throw Problem.fault("a checked member is missing") }
        let secret = Secret.make()
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: role, scope: scope,
            channels: given ?? own.channels.limited(to: scope), secretHash: secret.hash,
            expiresAt: expiresAt ?? own.expiresAt)
        let made = try authenticator.making(named: name, for: request.caller, at: request.now) {
            let made = try store.createToken(
                token, by: request.caller.principal, at: request.now,
                recording: request.recordingKey?.recording(Self.repeated), within: own)
            authenticator.refresh(made.id, from: store)
            return made
        }
        return .json(201, made.json(showing: secret), fields: [HeaderField("Location", "/v1/tokens/\(made.id)")])
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let id = request.value("id")
        try check(request, mayChange: id)
        try store.deleteToken(id, by: request.caller.principal, at: request.now)
        authenticator.refresh(id, from: store, isRevoked: true)
        return .done()
    }

    @Sendable private func rotate(_ request: EndpointRequest) throws -> Answer {
        let id = request.value("id")
        var reader = try ObjectReader(request.body, known: ["overlapSeconds"])
        let overlap = reader.integer("overlapSeconds", in: 0...StoreLimits.rotationOverlapSecondsMax)
        try reader.finish()
        try check(request, mayChange: id)
        let seconds = Int64(overlap ?? ControlLimits.rotationOverlapSeconds)
        let secret = Secret.make()
        let rotated = try store.rotateToken(
            id, to: secret.hash,
            previousUntil: seconds == 0 ? nil : Instant(milliseconds: request.now.milliseconds + seconds * 1000),
            by: request.caller.principal, at: request.now, recording: request.recordingKey?.recording(Self.repeated),
            within: request.caller.token)
        authenticator.refresh(id, from: store)
        return .json(200, rotated.json(showing: secret))
    }

    /// Throws 404 if there is no such token, 403 if it is for apps or channels that the caller's token is not for.
    private func check(_ request: EndpointRequest, mayChange id: String) throws {
        guard let token = try store.token(id) else { throw try TokenNames.unknown(id, for: request.caller, store) }
        guard request.caller.token.covers(token) else {
            throw Problem.forbidden("the token \(id) is for apps or channels that yours is not for")
        }
    }

    /// The answer to a repetition: the token's id, because the secret is in the first answer only.
    @Sendable private static func repeated(_ token: TokenRecord) -> Answer {
        var problem = Problem.conflict(
            "already-made",
            "a request with this Idempotency-Key already made a secret of the token \(token.id); the secret was shown "
                + "once and is not stored")
        problem.members["id"] = .string(token.id)
        return .problem(problem)
    }
}

extension TokenRecord {
    /// The token as JSON with the secret, which no other answer contains.
    fileprivate func json(showing secret: Secret) -> JSONValue { json.adding("token", .string(secret.text)) }
}

extension Schema {
    private static let tokenMembers: [String: Schema] = [
        "id": .text(), "name": .text(), "role": roles, "apps": scope, "channels?": channelTexts, "createdAt": instant,
        "createdBy?": .text(), "expiresAt?": instant, "lastUsedAt?": instant, "previousUntil?": instant,
    ]
    fileprivate static let token = Schema.record("Token", tokenMembers)
    fileprivate static let createdToken = Schema.record("CreatedToken", tokenMembers.merging(["token": .text()]) { $1 })
    fileprivate static let newToken = Schema.record(
        "Token",
        [
            "name": .text(count: 1...ExchangeLimits.titleBytesMax), "role": roles, "apps?": .nullable(scope),
            "channels?": .nullable(channelTexts), "expiresAt?": .nullable(instant),
        ])
    fileprivate static let rotation = Schema.record(
        "Rotation", ["overlapSeconds?": .nullable(.integer(0...StoreLimits.rotationOverlapSecondsMax))])
}
