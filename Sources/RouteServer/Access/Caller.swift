import ReleaseStore

/// Somebody whose token was accepted: what it may do, and where it came from.
struct Caller: Sendable, Hashable {
    /// The token.
    let token: TokenRecord
    /// The client's address, proxies of ours taken away.
    let address: String

    init(token: TokenRecord, address: String) {
        self.token = token
        self.address = address
    }

    /// The token's name.
    var name: String { token.name }

    /// How the audit remembers the caller.
    var principal: Principal { Principal(tokenID: token.id, name: token.name, address: address) }

    /// Throws 403 where the endpoint is not for this token.
    ///
    /// An app that the token is not for is refused in the same words whether it exists or not.
    func check(_ access: Endpoint.Access, app: String?) throws(Problem) {
        switch access {
        case .open, .data, .token:
            return
        case .role(let role):
            try check(role)
            if let app { try check(app: app) }
        case .unlimited(let role):
            try check(role)
            guard token.scope == .all else {
                throw .forbidden("this needs \(role.article) whose token is not limited to apps")
            }
        }
    }

    /// Throws 403 where the token is not for this app.
    func check(app: String) throws(Problem) {
        guard token.scope.contains(app) else { throw .forbidden("this token is not for the app \(app)") }
    }

    private func check(_ role: Role) throws(Problem) {
        guard token.role >= role else {
            throw .forbidden("this needs \(role.article); the token is for \(token.role.article)")
        }
    }
}

extension Role {
    /// With its article, for sentences.
    var article: String { self == .admin || self == .editor ? "an \(rawValue)" : "a \(rawValue)" }
}
