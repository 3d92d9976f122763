import WebAddress

/// Paths that the app registered itself, beside the server's rules.
@MainActor
struct PathTable {
    /// One registered path.
    struct Entry {
        var path: String
        var navigator: any Navigating
        var defaults: UserInfo
        var traits: RoutingTraits
    }

    /// What became of a registration.
    enum Addition {
        case added
        case replaced
        case refused
    }

    private var entries: [String: Entry] = [:]
    /// The first owners of paths that others took over; links from outside still reach them.
    private var firsts: [String: Entry] = [:]
    private(set) var texts: [String] = []
    private let options: PathOptions
    private let hosts: Set<String>

    init(_ options: PathOptions) {
        self.options = options
        hosts = RoutingPolicy.hosts(options.hosts)
    }

    mutating func register(
        _ path: String, _ navigator: any Navigating, _ defaults: UserInfo, _ traits: RoutingTraits
    ) -> Addition {
        let key = Self.trimmed(path.lowercased())
        let isTaken = entries[key] != nil
        guard options.replacesDuplicates || !isTaken else { return .refused }
        if firsts[key] == nil { firsts[key] = entries[key] }
        entries[key] = Entry(path: path, navigator: navigator, defaults: defaults, traits: traits)
        if !isTaken { texts.append(path) }
        return isTaken ? .replaced : .added
    }

    /// Who takes people to this address.
    func entry(for address: Address, from kind: LinkKind) -> Entry? {
        if hosts.contains(address.host?.lowercased() ?? "") {
            let key = Self.trimmed(address.path.lowercased())
            if kind.isExternal, let first = firsts[key] { return first }
            if let found = entries[key] { return found }
        }
        // The originals looked at nothing but the last segment, so any host could open any screen.
        guard options.matchesLastSegment && !kind.isExternal else { return nil }
        let last = address.path.split(separator: "/").last ?? ""
        return entries[last.lowercased()]
    }

    private static func trimmed(_ path: String) -> String {
        path.split(separator: "/").joined(separator: "/")
    }
}

/// How registered paths are matched.
public struct PathOptions: Sendable, Hashable {
    /// The hosts whose addresses may reach registered paths; `""` is "no host".
    public var hosts: Set<String>
    /// The same path registered again replaces the first, as the originals did.
    ///
    /// Danger: two modules that choose the same word take screens from each other, by the order of their launch; so links
    /// from outside reach the first owner all the same.
    public var replacesDuplicates: Bool
    /// Also match the last path segment alone, whatever host and path stand before it, as the originals did.
    ///
    /// Danger: every web page could open every screen; so never for links from outside.
    public var matchesLastSegment: Bool

    /// Makes options; the defaults are the careful ones.
    public init(hosts: Set<String> = [], replacesDuplicates: Bool = false, matchesLastSegment: Bool = false) {
        self.hosts = hosts
        self.replacesDuplicates = replacesDuplicates
        self.matchesLastSegment = matchesLastSegment
    }
}
