import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

/// `/v1/tokens`.
struct Tokens: Sendable {
    let store: any RuleStore
    let gatekeeper: Gatekeeper

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let limit = try request.limit()
        let tokens = try asking { () throws(StoreError) in try store.tokens() }.map(gatekeeper.withLastUse)
        let start = request.query["after"].map { after in
            (tokens.firstIndex { $0.id == after } ?? tokens.count - 1) + 1
        }
        let rest = tokens.dropFirst(start ?? 0)
        let page = rest.prefix(limit)
        let next = rest.count > limit ? page.last.map { JSONValue.string($0.id) } : nil
        return .json(200, ["tokens": .array(page.map(\.json)), "next": next ?? .null])
    }

    func create(_ request: ControlRequest) throws(Problem) -> Answer {
        var reader = try ObjectReader(request.body, known: ["name", "role", "apps", "expiresAt"])
        let name = reader.text("name", bytesMax: ServerLimits.titleBytesMax, required: true)
        let role = Self.role(&reader)
        let scope = Self.scope(&reader) ?? request.caller.token.scope
        let expiresAt = reader.instant("expiresAt")
        if let expiresAt, expiresAt <= request.now { reader.refuse("expiresAt", "this instant is over") }
        if name?.isEmpty == true { reader.refuse("name", "the name is empty") }
        try reader.finish()
        guard let name, let role else { throw .fault("a checked member is missing") }
        let secret = Secret.make()
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: role, scope: scope, secretHash: secret.hash,
            expiresAt: expiresAt ?? request.caller.token.expiresAt)
        let by = request.caller.principal
        // A repetition learns the token's id; the secret is nowhere but in this one answer.
        let recording = request.recordingKey?.recording { (token: TokenRecord) in Self.repeated(token) }
        let made = try asking { () throws(StoreError) in
            try store.createToken(token, by: by, at: request.now, recording: recording)
        }
        gatekeeper.refresh(from: store)
        return .json(
            201, made.json(showing: secret), fields: [ProblemField("Location", "/v1/tokens/\(made.id)")])
    }

    func delete(_ request: ControlRequest) throws(Problem) -> Answer {
        let id = request.value("id")
        let by = request.caller.principal
        let tokens = try asking { () throws(StoreError) in try store.tokens() }
        guard let token = tokens.first(where: { $0.id == id }) else { throw .notFound("there is no token \(id)") }
        guard request.caller.token.scope.covers(token.scope) else {
            throw .forbidden("the token \(id) is for apps that yours is not for")
        }
        try asking { () throws(StoreError) in try store.deleteToken(id, by: by, at: request.now) }
        gatekeeper.refresh(from: store, revoked: id)
        return .done()
    }

    private static func repeated(_ token: TokenRecord) -> Answer {
        var problem = Problem.conflict(
            "already-made", "this key has made the token \(token.id); its secret was shown once and is not kept")
        problem.members["id"] = .string(token.id)
        return .problem(problem)
    }

    private static func role(_ reader: inout ObjectReader) -> Role? {
        guard let text = reader.text("role", bytesMax: ServerLimits.titleBytesMax, required: true) else { return nil }
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
