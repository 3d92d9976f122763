import WebAddress

/// The first component of an address that does not match a pattern, for explanations.
package struct Mismatch: Sendable, Equatable {
    /// `credentials`, `host`, `path`, `scheme`, `port` or `query`; components are compared in this order.
    package var component: String
    /// The value that does not match, for a person.
    package var detail: String

    /// Creates a mismatch.
    package init(component: String, detail: String) {
        self.component = component
        self.detail = detail
    }
}

extension Alternative {
    /// The first component that does not match; nil if the address matches.
    package func firstMismatch(_ subject: MatchSubject) -> Mismatch? {
        if subject.hasCredentials {
            return Mismatch(component: "credentials", detail: "an address with a user name or password matches nothing")
        }
        if subject.isTooLong {
            return Mismatch(component: "path", detail: "the address has more bytes or segments than patterns match")
        }
        if matchHost(subject) == nil {
            return Mismatch(
                component: "host", detail: "the host is \(subject.hostLabels?.joined(separator: ".") ?? "absent")")
        }
        if matchPath(subject) == nil {
            return Mismatch(component: "path", detail: "the path is \(subject.address.path)")
        }
        if !matchesScheme(subject) {
            return Mismatch(component: "scheme", detail: "the scheme is \(subject.scheme)")
        }
        if !matchesPort(subject) {
            return Mismatch(component: "port", detail: "the port is \(subject.port.map(String.init) ?? "the default")")
        }
        guard matchQuery(subject) == nil else { return nil }
        let items = subject.queryItems
        let failed = query.first { constraint in
            constraint.match(items.filter { $0.name.utf8.elementsEqual(constraint.name.utf8) }.map { $0.value }) == nil
        }
        return Mismatch(component: "query", detail: "the item \(failed?.name ?? "") does not satisfy its constraint")
    }
}
