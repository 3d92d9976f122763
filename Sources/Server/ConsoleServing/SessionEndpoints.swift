package import CanonicalJSON
import ControlPlane
package import HTTPExchange
import HTTPWire
import RouteModel
import StoreRecords

/// `/console/session`: signing in and out; and one-time links that sign a browser in.
package struct SessionEndpoints: Sendable {
    private let sessions: ConsoleSessions
    /// What a caller is and may do, as `/v1/whoami` says it.
    private let describe: @Sendable (Caller) -> [String: JSONValue]

    /// Answers for these sessions.
    package init(_ sessions: ConsoleSessions, describe: @escaping @Sendable (Caller) -> [String: JSONValue]) {
        self.sessions = sessions
        self.describe = describe
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "createSignInLink", .post, "/v1/sign-in-links", access: .token,
                summary:
                    "Makes a link that signs a browser in with the rights of this token, once, within ten minutes.",
                success: .init(200, .signInLink), isWriting: false, handler: .answer(makeLink)),
            Endpoint(
                "signIn", .post, Self.path, access: .console,
                summary:
                    "Begins a session of the console with a token, with a one-time code, or as the person whom a proxy names.",
                request: .json(
                    .signIn, bytesMax: ConsoleLimits.signInBytesMax, example: #"{"code": "cLy0SJ5Ui5nYk3yDIb9fHw"}"#),
                success: .init(200, .consoleSession, fields: [Self.cookieField]), handler: .answer(signIn)),
            Endpoint(
                "readSession", .get, Self.path, access: .console,
                summary: "The session of the request's cookie, and what its person may do.",
                success: .init(200, .consoleSession), alternatives: [.init(204, "The request has no such cookie.")],
                handler: .answer(read)),
            PersonEndpoint(sessions).endpoint,
            Endpoint(
                "signOut", .delete, Self.path, access: .console, summary: "Ends the session of the request's cookie.",
                success: .init(204, fields: [Self.removalField]), handler: .answer(signOut)),
        ]
    }

    private static let path = "/console/session"
    private static let cookieField = AnswerField("Set-Cookie", "the cookie of the session")
    private static let removalField = AnswerField(
        "Set-Cookie", "removes the cookie, if the request has one", isAlways: false)

    @Sendable private func makeLink(_ request: EndpointRequest) throws -> Answer {
        guard request.caller.sessionID == nil else {
            throw Problem.forbidden("a session makes no sign-in links, because they would outlive it: send a token")
        }
        // Each link is a row of the audit, as each sign-in is.
        try sessions.countSignIn(request.caller.token.id, seconds: request.seconds)
        let (code, endsAt) = try sessions.makeCode(request.caller, at: request.now)
        return .json(200, ["path": .string("/console/#\(code)"), "expiresAt": .string(endsAt.description)])
    }

    @Sendable private func signIn(_ request: EndpointRequest) throws -> Answer {
        let host = try sessions.host(of: request)
        try SameOrigin.checkSecure(request.fields, host)
        try SameOrigin.check(request.fields, host, isCertain: false)
        if let origin = request.fields.origin { try SameOrigin.check(origin, host) }
        guard request.fields.authorization == nil else {
            throw Problem.forbidden(
                "a sign-in has its token in the body, and this request has Authorization, too: the console cannot be used "
                    + "behind a proxy that asks for a password with HTTP authentication")
        }
        var reader = try ObjectReader(request.body, known: ["token", "code", "origin", "replace"])
        let token = reader.text("token", bytesMax: ConsoleLimits.signInBytesMax)
        let code = reader.text("code", bytesMax: ConsoleLimits.signInBytesMax)
        let origin = reader.text("origin", bytesMax: ConsoleLimits.signInBytesMax)
        if let origin, origin != SessionRecord.Origin.proxy.rawValue {
            reader.refuse("origin", "\(origin) is not proxy", hint: "Leave it out with a token or a code.")
        }
        let count = [token, code, origin].count { $0 != nil }
        if count == 0 { reader.refuse("token", "there is neither token nor code, and no origin") }
        if count > 1 {
            let last = origin == nil ? "code" : "origin"
            reader.refuse(last, "there is more than one of token, code and origin", hint: "Send one of them.")
        }
        let mayReplace = reader.flag("replace") ?? false
        try reader.finish()
        let before = try former(request)
        let begun: ConsoleSessions.Begun
        if let code {
            if !mayReplace { try sessions.check(code: code, replacing: before, at: request.now) }
            // Before the code is taken, so that a refusal does not use it up.
            try sessions.countSignIn(code: code, request)
            begun = try sessions.begin(code: code, request)
        } else if origin != nil {
            // A program has no person behind a proxy, so that a browser must say where the request comes from.
            try SameOrigin.check(request.fields, host, isCertain: true)
            begun = try sessions.begin(personOf: request)
        } else {
            let caller = try sessions.caller(token: Self.trimmed(token ?? ""), request)
            try sessions.countSignIn(caller.token.id, seconds: request.seconds)
            begun = try sessions.begin(caller, .token, at: request.now)
        }
        let (caller, record) = (begun.caller, begun.record)
        // The new cookie replaces the one of the session before, which would otherwise stay until it is idle.
        if let before, let id = before.sessionID { try? sessions.end(id, by: before.principal, at: request.now) }
        let made = Caller(token: caller.token, address: caller.address, sessionID: record.id)
        var answer = answer(made, record)
        answer.fields.append(SessionCookie(host).setting(begun.value))
        answer.origin.principal = caller.name
        return answer
    }

    /// A pasted token without the blanks and ends of lines around it.
    private static func trimmed(_ text: String) -> String {
        let isOutside: (Character) -> Bool = { $0.isWhitespace || $0.isNewline }
        let start = text.drop(while: isOutside)
        return String(start.reversed().drop(while: isOutside).reversed())
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let host = try sessions.host(of: request)
        do throws(Problem) {
            guard let caller = try current(request, changes: false), let record = record(of: caller, at: request.now)
            else {
                return .done()
            }
            return answer(caller, record)
        } catch {
            var problem = error
            if problem.status == 401 { problem.fields.append(SessionCookie(host).removing) }
            throw problem
        }
    }

    @Sendable private func signOut(_ request: EndpointRequest) throws -> Answer {
        let host = try sessions.host(of: request)
        let removing = SessionCookie(host).removing
        do throws(Problem) {
            guard let caller = try current(request, changes: true), let id = caller.sessionID else { return .done() }
            try Self.run(removing) { () throws(StoreError) in
                try sessions.end(id, by: caller.principal, at: request.now)
            }
        } catch {
            guard error.status == 401 else { throw error }
        }
        return .done(fields: [removing])
    }

    /// Ends a session; a failure of the store removes the cookie, too, because the session has ended in memory.
    private static func run(_ removing: HeaderField, _ body: () throws(StoreError) -> Void) throws(Problem) {
        do throws(StoreError) { try body() } catch {
            var problem = Problem(error)
            problem.fields.append(removing)
            throw problem
        }
    }

    private func current(_ request: EndpointRequest, changes: Bool) throws(Problem) -> Caller? {
        try sessions.caller(
            of: IncomingRequest(
                method: request.endpoint.method.rawValue, path: Self.path, fields: request.fields,
                address: request.address, now: request.now, seconds: request.seconds), changes: changes)
    }

    /// The caller of the session that a sign-in replaces; nil if it has none, or one that has ended.
    private func former(_ request: EndpointRequest) throws(Problem) -> Caller? {
        do throws(Problem) { return try current(request, changes: false) } catch {
            guard error.status == 401 else { throw error }
            return nil
        }
    }

    private func record(of caller: Caller, at now: Instant) -> SessionRecord? {
        sessions.live(at: now).first { $0.entry.record.id == caller.sessionID }?.entry.record
    }

    private func answer(_ caller: Caller, _ record: SessionRecord) -> Answer {
        var members = describe(caller)
        members["session"] = [
            "id": .string(record.id), "origin": .string(record.origin.rawValue),
            "createdAt": .string(record.createdAt.description), "endsAt": .string(record.endsAt.description),
            "idleSeconds": .integer(StoreLimits.sessionIdleMilliseconds / 1000),
        ]
        return .json(200, .object(members))
    }
}

extension Schema {
    /// How a person signed in.
    static let sessionOrigins = Schema.words(SessionRecord.Origin.allCases.map(\.rawValue))

    private static let signInText = Schema.text(count: 1...ConsoleLimits.signInCharactersMax)
    fileprivate static let signIn = Schema.component(
        "SignIn",
        .either([
            .record("TokenSignIn", ["token": signInText, "replace?": .flag]),
            .record("LinkSignIn", ["code": signInText, "replace?": .flag]),
            .record(
                "ProxySignIn", ["origin": .words([SessionRecord.Origin.proxy.rawValue]), "replace?": .flag]),
        ]))
    fileprivate static let signInLink = Schema.record("SignInLink", ["path": .text(), "expiresAt": instant])
    fileprivate static let consoleSession = Schema.record(
        "ConsoleSession",
        identityMembers.merging([
            "session": .record(
                "OwnSession",
                [
                    "id": .text(), "origin": sessionOrigins, "createdAt": instant, "endsAt": instant,
                    "idleSeconds": count,
                ])
        ]) { $1 })
}
