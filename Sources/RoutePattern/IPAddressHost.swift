import WebAddress

/// Hosts that are addresses in numbers.
///
/// They are stored as addresses have them, because URLPattern compares the author's spelling and refuses plain colons
/// in brackets.
enum NumberHost {
    /// The address of a host in brackets, whatever its colons look like to the tokenizer; nil where it is none.
    static func bracketed(_ text: some Collection<UInt8>) -> String? {
        guard text.first == UInt8(ascii: "[") else { return nil }
        // A backslash escapes a colon and nothing else that an IPv6 address holds.
        let plain = String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        guard plain.utf8.allSatisfy({ isInBrackets($0) }), let host = try? Address("https://\(plain)/").host,
            host.hasPrefix("[")
        else { return nil }
        return host
    }

    /// A host in brackets as URLPattern takes it: `[\:\:1]`.
    static func spelled(_ host: String) -> String { host.replacing(":", with: "\\:") }

    /// The IPv4 address that a host of text alone means under every scheme of the alternatives, where its author
    /// spelled it otherwise: `127.0.0.1` of `127.1`.
    ///
    /// - Throws: ``PatternError`` where it is one under some of them alone.
    static func shorthand(_ nodes: [PatternNode], _ alternatives: [Alternative]) throws(PatternError) -> String? {
        guard nodes.count == 1, case .literal(let text) = nodes[0],
            let first = alternatives.first(where: isWeb), let number = number(first.host),
            !number.utf8.elementsEqual(text.bytes)
        else { return nil }
        guard alternatives.allSatisfy({ $0.host == first.host }) else {
            throw PatternError(
                .host, at: text.offset,
                "this is the address \(number) under some of the schemes and a name under others",
                hint: "write one pattern for each scheme, or \(number)")
        }
        return number
    }

    private static func isWeb(_ alternative: Alternative) -> Bool {
        guard case .literal(let scheme) = alternative.scheme else { return false }
        return SpecialScheme.isSpecial(scheme)
    }

    private static func number(_ host: HostConstraint) -> String? {
        guard case .labels(let labels, false) = host, labels.count == 4 else { return nil }
        let numbers = labels.compactMap(\.literal)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil } ? numbers.joined(separator: ".") : nil
    }

    private static func isInBrackets(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 6 || byte &- 0x30 < 10 || "[]:.".utf8.contains(byte)
    }
}
