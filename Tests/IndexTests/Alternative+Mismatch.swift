import RoutePattern

@testable import RouteAnalysis

/// The reference for the component that an explanation names: each is compared by itself.
extension Alternative {
    /// The first component of an address that does not match; nil if the address matches.
    ///
    /// Components are compared in this order: `credentials`, `host`, `path`, `scheme`, `port`, `query`.
    func mismatchedComponent(_ subject: MatchSubject) -> String? {
        if subject.hasCredentials { return "credentials" }
        if subject.isTooLong { return "path" }
        if matchHost(subject) == nil { return "host" }
        if matchPath(subject) == nil { return "path" }
        if !matchesScheme(subject) { return "scheme" }
        if !matchesPort(subject) { return "port" }
        return matchQuery(subject) == nil ? "query" : nil
    }
}
