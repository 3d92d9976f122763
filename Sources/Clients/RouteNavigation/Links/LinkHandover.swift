import WebAddress

/// Reads what a server's pages of links hand over to the app (client.md, section 9): the link, and campaign values.
///
/// The server sends who has no app to a page or a store. It hands the link over in the ways that systems have for it, and
/// nothing that tells people apart.
public struct LinkHandover: Sendable, Hashable {
    /// A link that was handed over.
    public struct Handed: Sendable, Hashable {
        /// The address.
        public var address: String
        /// The campaign values by their names.
        public var campaign: [String: String]
    }

    /// The hosts whose links the app opens, in lower case; without their second hosts.
    public var hosts: Set<String>
    /// The first host of each second host: buttons of pages lead there, and the rules are those of the first host.
    public var secondHosts: [String: String]
    /// The names of query parameters that are campaign values, such as `utm_source`.
    public var campaignNames: Set<String>

    /// Makes a reader.
    public init(hosts: Set<String>, secondHosts: [String: String] = [:], campaignNames: Set<String> = []) {
        self.hosts = hosts
        self.secondHosts = secondHosts
        self.campaignNames = campaignNames
    }

    /// What arrived as a universal link (C9.2): a link of a second host becomes the same link of the first one.
    public func arriving(_ address: String) -> Handed {
        let own = ownLink(address)
        return Handed(address: own ?? address, campaign: own.map(campaign) ?? [:])
    }

    /// What a person pasted (C9.4); nil for everything but a link of an own host, with blanks and line ends around it.
    public func pasted(_ text: String) -> Handed? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        var bytes = text.utf8[...]
        while let first = bytes.first, blanks.contains(first) { bytes.removeFirst() }
        while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
        return ownLink(String(Substring(bytes))).map { Handed(address: $0, campaign: campaign(of: $0)) }
    }

    /// The link if it is one of an own host (C9.1), with the first host in place of a second one; nil for others.
    private func ownLink(_ text: String) -> String? {
        let scheme = "https://"
        guard text.utf8.count <= Limits.handedBytesMax, text.hasPrefix(scheme) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let host = String(Substring(rest.prefix { $0 != UInt8(ascii: "/") }))
        let path = rest.dropFirst(host.utf8.count)
        let isPlain = path.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) }
        guard !path.isEmpty, isPlain, let first = hosts.contains(host) ? host : secondHosts[host] else { return nil }
        return scheme + first + String(Substring(path))
    }

    /// The campaign values of a link (C9.6): of each name the first one.
    private func campaign(of address: String) -> [String: String] {
        let query = address.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        var values: [String: String] = [:]
        for item in FormURLEncoded.items(query)
        where campaignNames.contains(item.name) && values[item.name] == nil {
            values[item.name] = item.value
        }
        return values.filter { $0.value.utf8.count <= Limits.campaignBytesMax }
    }
}
