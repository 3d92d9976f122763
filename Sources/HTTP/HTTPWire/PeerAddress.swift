/// The IP address of a peer in sixteen bytes; IPv4 in its IPv6 form (RFC 4291 section 2.5.5.2).
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The first eight bytes as one number, the first byte highest.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// Makes an address from its two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an IPv4 address, the first byte highest.
    package init(version4 address: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address)) }

    /// No address: a peer on a unix socket.
    package static let none = PeerAddress(high: 0, low: 0)

    /// Whether it is an IPv4 address.
    var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The key for limits: an IPv4 address itself; of an IPv6 address its network of 64 bits, because a host may use any
    /// address in it (RFC 4291 section 2.5.1).
    package var rateLimitKey: PeerAddress { high == 0 ? self : PeerAddress(high: high, low: 0) }

    /// The usual text; IPv6 as RFC 5952 says; `unix` if there is no address.
    package var description: String {
        if self == .none { return "unix" }
        if isVersion4 { return (0..<4).map { String(low >> UInt64(24 - 8 * $0) & 0xFF) }.joined(separator: ".") }
        let groups = (0..<8).map { (index: Int) -> UInt64 in
            (index < 4 ? high >> UInt64(48 - 16 * index) : low >> UInt64(112 - 16 * index)) & 0xFFFF
        }
        guard let gap = Self.longestGap(groups) else { return Self.text(groups[...]) }
        return Self.text(groups[..<gap.lowerBound]) + "::" + Self.text(groups[gap.upperBound...])
    }

    /// RFC 5952 section 4.2: the longest run of at least two zero groups; of equal ones the first.
    private static func longestGap(_ groups: [UInt64]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
            start = end + 1
        }
        return longest
    }

    private static func text(_ groups: ArraySlice<UInt64>) -> String {
        groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
