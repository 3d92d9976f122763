/// An IP address as 4 or 16 bytes; an IPv4-mapped IPv6 address becomes IPv4.
package struct NetworkAddress: Sendable, Hashable {
    /// The bytes in network order.
    package let bytes: [UInt8]

    /// Reads `127.0.0.1`, `::1`, `[::1]`; nil for anything else (RFC 4291 section 2.2).
    package init?(_ text: some StringProtocol) {
        if let bytes = Self.four(text) {
            self.bytes = bytes
            return
        }
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        if let zone = text.firstIndex(of: "%") { text = String(text[..<zone]) }
        guard let bytes = text.contains(":") ? Self.sixteen(text) : Self.four(text) else { return nil }
        let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    private static func four(_ text: some StringProtocol) -> [UInt8]? {
        // This runs for each request with a token, so the text is read once, byte by byte.
        var bytes: [UInt8] = []
        var number: Int?
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                // A leading zero means octal to some programs and decimal to others (RFC 6943 section 3.1.1).
                guard number != 0 else { return nil }
                number = (number ?? 0) * 10 + Int(byte - 0x30)
                guard number ?? 0 <= 255 else { return nil }
            case UInt8(ascii: "."):
                guard let part = number, bytes.count < 3 else { return nil }
                bytes.append(UInt8(part))
                number = nil
            default: return nil
            }
        }
        guard let part = number, bytes.count == 3 else { return nil }
        return bytes + [UInt8(part)]
    }

    private static func sixteen(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        guard let left = groups(halves[0]) else { return nil }
        guard halves.count == 2 else { return left.count == 16 ? left : nil }
        guard let right = groups(halves[1]), left.count + right.count <= 14 else { return nil }
        return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part.contains("."), index == parts.count - 1 {
                guard let last = four(part) else { return nil }
                bytes += last
            } else {
                // UInt16 would also take a sign.
                guard (1...4).contains(part.utf8.count), part.first?.isHexDigit == true,
                    let group = UInt16(part, radix: 16)
                else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes.count <= 16 ? bytes : nil
    }

    /// The key for limits of an address as text; the text itself if it is not an IP address.
    package static func source(of text: String) -> [UInt8] { NetworkAddress(text)?.subscriber ?? Array(text.utf8) }

    /// The key for limits: the IPv4 address, or the /64 prefix that one IPv6 subscriber has.
    var subscriber: [UInt8] { bytes.count == 16 ? Array(bytes[..<8]) : bytes }
}

/// A range of addresses in CIDR notation (RFC 4632 section 3.1).
package struct NetworkRange: Sendable, Hashable {
    private let base: [UInt8]
    private let bits: Int

    /// Reads `10.0.0.0/8`, `fd00::/8`, or a single address; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(first) else { return nil }
        base = address.bytes
        guard parts.count == 2 else {
            bits = base.count * 8
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]),
            (0...base.count * 8).contains(bits)
        else { return nil }
        self.bits = bits
    }

    /// Whether the address lies in the range.
    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == base.count else { return false }
        let whole = bits / 8
        guard address.bytes[..<whole] == base[..<whole] else { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - rest))
        return address.bytes[whole] & mask == base[whole] & mask
    }
}
