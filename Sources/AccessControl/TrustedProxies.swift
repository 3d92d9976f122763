import HTTPExchange

/// Whose word about the client's address is believed (RFC 7239; `X-Forwarded-For` as proxies write it).
package struct TrustedProxies: Sendable, Hashable {
    private let ranges: [NetworkRange]
    /// A proxy on the same machine that talks over a unix socket has no address.
    private let isUnixTrusted: Bool

    package init(_ ranges: [NetworkRange], isUnixTrusted: Bool = false) {
        self.ranges = ranges
        self.isUnixTrusted = isUnixTrusted
    }

    /// The client's address: the peer's own, unless that is a proxy of ours; then the last address in the chain
    /// that is not one of ours.
    ///
    /// A proxy writes one of the two fields and often lets the other through as the client sent it. Where they name
    /// different clients one of them may be forged, nobody can tell which, and the proxy itself counts as the client.
    package func client(peer: String, forwarded: String?, forwardedFor: String?) -> String {
        guard isTrusted(peer) else { return peer }
        let clients = [forwarded.map(Self.chain(forwarded:)), forwardedFor.map(Self.chain(forwardedFor:))]
            .compactMap { $0.map { client(peer, $0) } }
        guard let client = clients.first, clients.allSatisfy({ $0 == client }) else { return peer }
        return client
    }

    private func client(_ peer: String, _ chain: [String]) -> String {
        var client = peer
        for hop in chain.reversed() {
            // A hop that is no address ends the chain: nobody vouches for what stands before it.
            guard let address = NetworkAddress(Self.withoutPort(hop)) else { break }
            client = Self.withoutPort(hop)
            guard ranges.contains(where: { $0.contains(address) }) else { break }
        }
        return client
    }

    /// Whether a peer is a proxy of ours.
    package func isTrusted(_ peer: String) -> Bool {
        if ranges.isEmpty, !isUnixTrusted { return false }
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
