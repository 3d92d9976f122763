import WebAddress

/// Paths that the app registered itself, beside the server's rules.
@MainActor
struct PathTable {
    private var navigators: [String: any Navigating] = [:]
    private let options: PathOptions

    init(_ options: PathOptions) { self.options = options }

    mutating func register(_ path: String, _ navigator: any Navigating) -> Bool {
        let key = Self.trimmed(path.lowercased())
        guard options.replacesDuplicates || navigators[key] == nil else { return false }
        navigators[key] = navigator
        return true
    }

    /// Who takes people to this address.
    func navigator(for address: Address, from kind: LinkKind) -> (any Navigating)? {
        if options.hosts.contains(address.host?.lowercased() ?? "") {
            if let found = navigators[Self.trimmed(address.path.lowercased())] { return found }
        }
        // The originals looked at nothing but the last segment, so any host could open any screen.
        guard options.matchesLastSegment && !kind.isExternal else { return nil }
        let last = address.path.split(separator: "/").last ?? ""
        return navigators[last.lowercased()]
    }

    private static func trimmed(_ path: String) -> String {
        path.split(separator: "/").joined(separator: "/")
    }
}

/// How registered paths are matched.
public struct PathOptions: Sendable, Hashable {
    /// The hosts whose addresses may reach registered paths, in lower case; `""` is "no host".
    public var hosts: Set<String>
    /// The same path registered again replaces the first, as the originals did.
    public var replacesDuplicates: Bool
    /// Also match the last path segment alone, whatever host and path stand before it, as the originals did.
    ///
    /// Never for links from outside: every web page could open every screen.
    public var matchesLastSegment: Bool

    /// Makes options; the defaults are the careful ones.
    public init(hosts: Set<String> = [], replacesDuplicates: Bool = false, matchesLastSegment: Bool = false) {
        self.hosts = hosts
        self.replacesDuplicates = replacesDuplicates
        self.matchesLastSegment = matchesLastSegment
    }
}
