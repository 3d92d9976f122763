/// A pattern as authors write it and as it is stored.
package enum PatternSource: Sendable, Hashable {
    case text(String)
    case components(PatternComponents)
}

/// A pattern as URLPattern's init dictionary; what is absent matches anything.
package struct PatternComponents: Sendable, Hashable {
    /// The scheme without its colon.
    package var `protocol`: String?
    /// The host.
    package var hostname: String?
    /// The port; absent is any, empty is the scheme's default.
    package var port: String?
    /// The path.
    package var pathname: String?
    /// The query constraints, without `?`.
    package var search: String?

    /// A pattern of these components.
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
}

/// How a rule's patterns compare paths.
package struct PatternOptions: Sendable, Hashable {
    /// Path literals, words and classes compare without ASCII case.
    package var ignoreCase: Bool
    /// A final slash of the address counts as an empty segment.
    package var strictSlash: Bool

    /// Options; both are off by default.
    package init(ignoreCase: Bool = false, strictSlash: Bool = false) {
        self.ignoreCase = ignoreCase
        self.strictSlash = strictSlash
    }
}
