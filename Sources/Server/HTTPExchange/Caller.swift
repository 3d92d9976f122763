package import StoreRecords

/// The owner of an accepted token, and the address that the request came from.
package struct Caller: Sendable, Hashable {
    /// The token.
    package let token: TokenRecord
    /// The client's address, without the proxies that the server trusts.
    package let address: String

    /// The session of the console that the request belongs to; nil for a request with a token.
    package let sessionID: String?

    /// Makes a caller.
    package init(token: TokenRecord, address: String, sessionID: String? = nil) {
        self.token = token
        self.address = address
        self.sessionID = sessionID
    }

    /// The token's name.
    package var name: String { token.name }

    /// The caller in the form of the audit.
    package var principal: Principal { Principal(tokenID: token.id, name: token.name, address: address) }

    /// Throws 403 if the token may not use an endpoint.
    ///
    /// An app outside the token's scope is refused with the same text whether it exists or not.
    package func check(_ access: Endpoint.Access, app: String?) throws(Problem) {
        switch access {
        case .open, .operators, .data, .console, .token:
            return
        case .role(let role):
            try check(role)
            if let app { try check(app: app) }
        case .unlimited(let role):
            try check(role)
            guard token.scope == .all else {
                throw .forbidden(
                    "this requires a token of \(role.article) that is not limited to apps; an admin of all apps "
                        + Self.creates)
            }
        }
    }

    /// Throws 403 if the app is outside the token's scope.
    package func check(app: String) throws(Problem) {
        guard token.scope.contains(app) else {
            throw .forbidden(
                "this token is not valid for the app \(app); GET /v1/whoami lists its apps, and an admin of that app "
                    + Self.creates)
        }
    }

    /// Throws 403 where the token may not publish to a channel of an app, move or delete it.
    package func check(channel: String, of app: String) throws(Problem) {
        guard !token.channels.allows(channel, of: app) else { return }
        let channels = (token.channels.channelsByApp[app] ?? []).sorted().joined(separator: ", ")
        throw .forbidden("this token may publish to and move these channels of \(app) only: \(channels)")
    }

    private func check(_ role: Role) throws(Problem) {
        guard token.role >= role else {
            throw .forbidden(
                "this requires a token of \(role.article); yours is of \(token.role.article); an admin " + Self.creates)
        }
    }

    /// The end of a sentence about an administrator who can help.
    private static let creates = "can create one with POST /v1/tokens"
}

extension Role {
    /// The role with its indefinite article, for sentences.
    var article: String { self == .admin || self == .editor ? "an \(rawValue)" : "a \(rawValue)" }
}
