/// The spelling of a pattern: a text, or an object of components.
package enum PatternSource: Sendable, Equatable {
    case text(String)
    case components(PatternComponents)

    /// The bytes of the longest text.
    package var lengthMax: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .components(let parts):
            [parts.protocol, parts.hostname, parts.port, parts.pathname, parts.search].reduce(0) {
                max($0, $1?.utf8.count ?? 0)
            }
        }
    }
}

/// A pattern as URLPattern's init dictionary; an absent component matches anything.
package struct PatternComponents: Sendable, Equatable {
    /// The scheme without its colon.
    package var `protocol`: String?
    /// The host.
    package var hostname: String?
    /// The port; absent for any port, empty for the default port of the scheme.
    package var port: String?
    /// The path.
    package var pathname: String?
    /// The query constraints, without `?`.
    package var search: String?

    /// Creates a pattern from components.
    package init(
        protocol: String? = nil, hostname: String? = nil, port: String? = nil, pathname: String? = nil,
        search: String? = nil
    ) {
        self.protocol = `protocol`
        self.hostname = hostname
        self.port = port
        self.pathname = pathname
        self.search = search
    }

    /// The bytes of all components.
    var byteCount: Int {
        [self.protocol, hostname, port, pathname, search].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}

/// How the patterns of a rule compare paths.
package struct PatternOptions: Sendable, Equatable {
    /// Whether path literals, words and classes are compared without ASCII case.
    package var ignoreCase: Bool
    /// Whether a final slash counts as an empty segment, in patterns and addresses.
    package var strictSlash: Bool

    /// Creates options; both are off by default.
    package init(ignoreCase: Bool = false, strictSlash: Bool = false) {
        self.ignoreCase = ignoreCase
        self.strictSlash = strictSlash
    }
}
