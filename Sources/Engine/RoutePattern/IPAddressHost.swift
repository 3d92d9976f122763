import WebAddress

/// Hosts of patterns that are IPv4 or IPv6 addresses.
///
/// They are stored in the serialisation of the URL standard, because URLPattern compares the author's spelling and
/// refuses unescaped colons in brackets.
enum IPAddressHost {
    /// The serialised IPv6 address of a host in brackets, its colons escaped or not; nil for any other text.
    static func bracketed(_ text: some Collection<UInt8>) -> String? {
        guard text.first == UInt8(ascii: "[") else { return nil }
        // Of the characters of an IPv6 address only the colon can be escaped.
        let plain = String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        guard plain.utf8.allSatisfy({ isInBrackets($0) }), let host = try? Address("https://\(plain)/").host,
            host.hasPrefix("[")
        else { return nil }
        return host
    }

    /// A host in brackets as URLPattern accepts it: `[\:\:1]`.
    static func spelled(_ host: String) -> String {
        host.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    }

    /// The serialised IPv4 address of a literal host in another spelling, such as `127.0.0.1` for `127.1`; nil for any
    /// other host.
    ///
    /// - Throws: ``PatternError`` if it is an IPv4 address under only some of the alternatives' schemes.
    static func shorthand(_ nodes: [PatternNode], _ alternatives: [Alternative]) throws(PatternError) -> String? {
        guard nodes.count == 1, case .literal(let text) = nodes[0],
            let first = alternatives.first(where: hasSpecialScheme), let number = number(first.host),
            !number.utf8.elementsEqual(text.bytes)
        else { return nil }
        guard alternatives.allSatisfy({ $0.host == first.host }) else {
            throw PatternError(
                .host, at: text.offset,
                "this is the address \(number) under some of the schemes and a name under the others",
                hint: "write one pattern for each scheme, or \(number)")
        }
        return number
    }

    private static func hasSpecialScheme(_ alternative: Alternative) -> Bool {
        guard case .literal(let scheme) = alternative.scheme else { return false }
        return SpecialScheme.isSpecial(scheme)
    }

    private static func number(_ host: HostConstraint) -> String? {
        guard case .labels(let labels, false) = host, labels.count == 4 else { return nil }
        let numbers = labels.compactMap { $0.literal }
        let isAddress = numbers.count == 4 && numbers.allSatisfy { Int($0).map { 0...255 ~= $0 } ?? false }
        return isAddress ? numbers.joined(separator: ".") : nil
    }

    private static func isInBrackets(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 6 || byte &- 0x30 < 10 || "[]:.".utf8.contains(byte)
    }
}
