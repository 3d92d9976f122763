import RouteProtocols
import WebAddress

/// The paths that the app registers, in addition to the server's rules.
@MainActor
struct PathTable {
    /// One registered path.
    struct Entry {
        var path: String
        var navigator: any Navigating
        var defaults: UserInfo
        var traits: RoutingTraits
    }

    /// The result of a registration.
    enum Addition {
        case added
        case replaced
        case refused
    }

    private var entries: [String: Entry] = [:]
    /// The first registration of each path that was replaced; links from outside still use it.
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

    /// The registration for an address.
    func entry(for address: Address, from kind: LinkKind) -> Entry? {
        if hosts.contains(address.host?.lowercased() ?? "") {
            let key = Self.trimmed(address.path.lowercased())
            if kind.isExternal, let first = firsts[key] { return first }
            if let found = entries[key] { return found }
        }
        // The original router compared only the last segment, so an address of any host could open any screen.
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
    /// A path registered again replaces the first registration, as in older routers.
    ///
    /// Danger: if two modules choose the same path, the order of their launch decides which one gets it. Links from
    /// outside still use the first registration.
    public var replacesDuplicates: Bool
    /// Also match the last path segment alone, with any host and path before it, as in older routers.
    ///
    /// Danger: every web page could open every screen. So it is never used for links from outside.
    public var matchesLastSegment: Bool

    /// Makes options; the defaults are the safest ones.
    public init(hosts: Set<String> = [], replacesDuplicates: Bool = false, matchesLastSegment: Bool = false) {
        self.hosts = hosts
        self.replacesDuplicates = replacesDuplicates
        self.matchesLastSegment = matchesLastSegment
    }
}
