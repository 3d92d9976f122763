import HTTPExchange

/// The proxies whose forwarding fields are used (RFC 7239 `Forwarded`, and `X-Forwarded-For`).
package struct TrustedProxies: Sendable, Hashable {
    private let ranges: [NetworkRange]
    /// Whether peers on unix sockets, which have no address, are trusted.
    private let isUnixTrusted: Bool

    /// Trusts these ranges, and, if `isUnixTrusted`, peers on unix sockets.
    package init(_ ranges: [NetworkRange], isUnixTrusted: Bool = false) {
        self.ranges = ranges
        self.isUnixTrusted = isUnixTrusted
    }

    /// The client's address: the peer's, unless the peer is a trusted proxy; then the last address in the chain that is not a
    /// trusted proxy.
    ///
    /// A proxy writes one of the two fields and often forwards the other one as the client sent it. If they name
    /// different clients, one may be forged, and the proxy's own address is used.
    func client(peer: String, forwarded: String?, forwardedFor: String?) -> String {
        guard isTrusted(peer) else { return peer }
        let clients = [forwarded.map(Self.chain(forwarded:)), forwardedFor.map(Self.chain(forwardedFor:))]
            .compactMap { $0.map { client(peer, $0) } }
        guard let client = clients.first, clients.allSatisfy({ $0 == client }) else { return peer }
        return client
    }

    private func client(_ peer: String, _ chain: [String]) -> String {
        var client = peer
        for hop in chain.reversed() {
            // A hop that is not an address ends the chain, because the hops before it are not confirmed by a trusted proxy.
            guard let address = NetworkAddress(Self.withoutPort(hop)) else { break }
            client = Self.withoutPort(hop)
            guard ranges.contains(where: { $0.contains(address) }) else { break }
        }
        return client
    }

    /// Whether no peer is trusted.
    var isEmpty: Bool { ranges.isEmpty && !isUnixTrusted }

    /// Whether a peer is a trusted proxy.
    package func isTrusted(_ peer: String) -> Bool {
        if isEmpty { return false }
        guard let address = NetworkAddress(peer) else { return isUnixTrusted }
        return ranges.contains { $0.contains(address) }
    }

    /// The hops of `X-Forwarded-For`, from the client to the nearest proxy.
    private static func chain(forwardedFor: String) -> [String] {
        forwardedFor.split(separator: ",").map { String($0).trimmingBlanks() }
    }

    /// The hops of `Forwarded` (RFC 7239 §4), from the client to the nearest proxy.
    private static func chain(forwarded: String) -> [String] {
        forwarded.split(separator: ",").map { element in
            let pairs = element.split(separator: ";").map { String($0).trimmingBlanks() }
            let name = pairs.first { $0.lowercased().hasPrefix("for=") }
            return name.map { $0.dropFirst(4).filter { $0 != "\"" } } ?? "unknown"
        }
    }

    private static func withoutPort(_ hop: String) -> String {
        if hop.hasPrefix("["), let end = hop.firstIndex(of: "]") {
            return String(hop[hop.index(after: hop.startIndex)..<end])
        }
        let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : hop
    }
}
