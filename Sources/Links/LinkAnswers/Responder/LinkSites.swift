package import RouteDocuments
package import RouteIndex

/// A host with the compiled rules that answer its links.
package final class LinkSite: Sendable {
    /// The host.
    package let host: LinkHost
    /// The release that is served there.
    let index: CompiledIndex
    /// Values of rules by their id; rules without values are absent.
    let rules: [String: LinkPage]
    /// The style and the policy of its pages, made once.
    let style: PageStyle
    /// The host of the links that rules match, and that people copy: a second host has those of the first one.
    let canonicalHost: String
    /// `https://` and ``canonicalHost``.
    let origin: String

    /// Makes a site.
    package init(_ host: LinkHost, index: CompiledIndex, rules: [String: LinkPage] = [:]) {
        self.host = host
        self.index = index
        self.rules = rules
        style = PageStyle(colour: host.surface.colour, icon: host.icon)
        canonicalHost = host.firstHost ?? host.name
        origin = "https://\(canonicalHost)"
    }
}

/// All hosts that are served, by name.
package struct LinkSites: Sendable {
    private var sites: [String: LinkSite] {
        didSet { lengths = Self.lengths(sites) }
    }
    /// The lengths of all names in bytes, a bit each; lengths of 64 bytes and more have the bit of their rest.
    ///
    /// Most redirects lead to a host of another length, so that its name is not made.
    private var lengths: UInt64

    /// Makes the table; of two sites with one name the last counts.
    package init(_ sites: [LinkSite] = []) {
        self.sites = Dictionary(sites.map { ($0.host.name, $0) }, uniquingKeysWith: { $1 })
        lengths = Self.lengths(self.sites)
    }

    private static func lengths(_ sites: [String: LinkSite]) -> UInt64 {
        sites.keys.reduce(0) { $0 | 1 << UInt64($1.utf8.count & 63) }
    }

    /// Replaces some hosts by those of another table; both tables may have hosts that the other one lacks.
    package mutating func replace(_ names: [String], by others: LinkSites) {
        var sites = sites
        for name in names { sites[name] = nil }
        sites.merge(others.sites) { _, new in new }
        self.sites = sites
    }

    /// Whether no host is served.
    package var isEmpty: Bool { sites.isEmpty }

    /// The site of a host in lower case, without a port.
    package subscript(host: String) -> LinkSite? { sites[host] }

    /// Whether a redirect may lead to a served host, by the length of the host; a host at a port is not served.
    func mayServe(_ place: RedirectPlace) -> Bool {
        place.hostCount.map { lengths >> UInt64($0 & 63) & 1 == 1 } ?? false
    }

    /// The site of the value of a `Host` field: letter case, a port and a final dot do not count.
    package func site(ofField field: String) -> LinkSite? {
        if let site = sites[field] { return site }
        // Bytes and not characters, whose borders cost more than the rest of the look-up.
        var bytes = field.utf8[...]
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")),
            bytes[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            bytes = bytes[..<colon]
        }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let name = String(Substring(bytes))
        return sites[name] ?? sites[name.lowercased()]
    }
}
