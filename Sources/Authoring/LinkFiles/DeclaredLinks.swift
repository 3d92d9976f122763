package import WebAddress

/// The links that a build of an app declares: the hosts of its associated domains (iOS), or the hosts and paths of its
/// intent filters (Android).
///
/// No file of a host widens it: a system gives the app no link that the build does not declare.
package struct DeclaredLinks: Sendable {
    /// What a build declares of an address.
    package enum Reach: Sendable, Equatable {
        /// Host and path.
        case declared
        /// The host, and not this path.
        case otherPath
        /// Not the host.
        case otherHost
    }

    private let hosts: [(name: String, paths: [LinkPattern])]

    /// Takes path patterns by host; an empty list stands for all paths, and `*.` in front of a host for any labels.
    package init(_ hosts: [String: [String]]) {
        self.hosts = hosts.map { ($0.key, $0.value.compactMap { try? LinkPattern($0) }) }
    }

    /// Whether every path of a host is declared; false for a host that is not.
    package func declaresAll(of host: String) -> Bool {
        hosts.contains { Self.isHost(host, of: $0.name) && $0.paths.isEmpty }
    }

    /// What is declared of an https address.
    package func reach(_ address: Address) -> Reach {
        guard let host = address.host else { return .otherHost }
        let own = hosts.filter { Self.isHost(host, of: $0.name) }
        if own.isEmpty { return .otherHost }
        let path = LinkPath.text(of: address)
        let isDeclared = own.contains { $0.paths.isEmpty || $0.paths.contains { $0.matches(path) } }
        return isDeclared ? .declared : .otherPath
    }

    private static func isHost(_ host: String, of name: String) -> Bool {
        name.hasPrefix("*.") ? host.hasSuffix(name.dropFirst()) && host.count > name.count - 1 : host == name
    }
}
