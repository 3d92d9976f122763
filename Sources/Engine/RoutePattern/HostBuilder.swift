import WebAddress

/// Builds the host constraint of one alternative.
struct HostBuilder {
    /// The literal scheme; nil for any.
    let scheme: String?
    /// The position of the host in the pattern, for errors about the whole host.
    let offset: Int

    /// The forbidden domain code points that a pattern can contain.
    ///
    /// Spec: <https://url.spec.whatwg.org/#forbidden-domain-code-point>.
    private static let forbidden = Array("\0\t\n\r #%/:<>?@[\\]^|".utf8)

    private var isSpecial: Bool { scheme.map { SpecialScheme.isSpecial($0) } ?? false }

    func host(_ atoms: [PatternAtom]) throws(PatternError) -> HostConstraint {
        if atoms.isEmpty {
            guard !isSpecial || scheme == "file" else {
                throw PatternError(
                    .host, at: offset, "\(scheme ?? "") addresses have a host", hint: "write the host after //")
            }
            return .none
        }
        if atoms.count == 1, case .wildcard = atoms[0] { return .any }
        try refuseSeparators(atoms)
        for case .literal(let text) in atoms { try refuseUnreadable(text) }
        if atoms.count == 1, case .literal(let text) = atoms[0] {
            let host = String(decoding: text.bytes, as: UTF8.self)
            return .labels(try literalLabels(host, text.offset), leadingWildcard: false)
        }
        var pieces = SegmentBuilder(atoms, separator: UInt8(ascii: ".")).labels
        let hasLeadingWildcard = pieces[0].count == 1 && Self.isWildcard(pieces[0][0])
        if hasLeadingWildcard { pieces.removeFirst() }
        var labels: [SegmentMatcher] = []
        for piece in pieces {
            for case .capture(let capture) in piece where capture.constraint.needsUpperCase {
                throw PatternError(
                    .host, at: capture.offset, "hosts are compared in lower case, and this constraint never matches",
                    hint: "write the constraint of :\(capture.name) in lower case")
            }
            labels.append(try SegmentBuilder.matcher(piece, of: .host(self)))
        }
        return .labels(labels, leadingWildcard: hasLeadingWildcard)
    }

    private static func isWildcard(_ atom: PatternAtom) -> Bool {
        if case .wildcard = atom { return true }
        return false
    }

    /// The labels of a host without captures, as the address parser reads it: IPv4, IPv6 and IDNA included.
    private func literalLabels(_ text: String, _ start: Int) throws(PatternError) -> [SegmentMatcher] {
        if let labels = Self.plainLabels(text), scheme != "file" { return labels }
        try refuseUnknownEncoding(text, start)
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        // Without a literal scheme the stricter rules of special schemes apply.
        guard isBracketed || !text.utf8.contains(UInt8(ascii: ":")),
            !text.utf8.contains(where: { $0 <= 0x20 }), let address = try? Address("\(scheme ?? "https")://\(text)/"),
            let host = address.host, !host.isEmpty
        else {
            throw PatternError(
                .host, at: start, "“\(text)” is not a host", hint: "write a domain such as shop.example.com")
        }
        try refuseShorthand(text, host, start)
        if host.hasPrefix("[") { return [SegmentMatcher([.literal(host)])] }
        guard let decoded = PercentEncoding.decodeText(host), !decoded.utf8.contains(where: Self.forbidden.contains)
        else {
            throw PatternError(
                .host, at: start, "“\(text)” is not a host once it is decoded", hint: "write letters, digits, - and .")
        }
        return ASCIICase.folded(decoded).split(separator: ".", omittingEmptySubsequences: false)
            .map { SegmentMatcher($0.isEmpty ? [] : [.literal(String($0))]) }
    }

    /// The labels of a host that the parser does not change: lower-case letters, digits and hyphens, and a last label
    /// that begins with a letter; nil for other hosts.
    private static func plainLabels(_ text: String) -> [SegmentMatcher]? {
        var labels: [SegmentMatcher] = []
        var label: [UInt8] = []
        for byte in text.utf8 {
            if byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") {
                label.append(byte)
            } else if byte == UInt8(ascii: "."), !label.isEmpty {
                labels.append(SegmentMatcher([.literal(String(decoding: label, as: UTF8.self))]))
                label.removeAll(keepingCapacity: true)
            } else {
                return nil
            }
        }
        guard let first = label.first, first &- 0x61 < 26 else { return nil }
        labels.append(SegmentMatcher([.literal(String(decoding: label, as: UTF8.self))]))
        return labels
    }

    /// The text beside a capture inside one label.
    func label(_ text: PatternText) throws(PatternError) -> String {
        let start = text.offset
        let raw = String(decoding: text.bytes, as: UTF8.self)
        try refuseUnknownEncoding(raw, start)
        if raw.utf8.contains(UInt8(ascii: "%")), raw.utf8.allSatisfy({ $0 < 0x80 }),
            let decoded = PercentEncoding.decodeText(raw), decoded.utf8.contains(where: { $0 < 0x80 })
        {
            throw PatternError(
                .host, at: start, "text beside a capture in a host is written unencoded",
                hint: "write “\(decoded)”")
        }
        guard let decoded = PercentEncoding.decodeText(raw) else {
            throw PatternError(.host, at: start, "the host's bytes are not UTF-8", hint: "encode it as UTF-8")
        }
        let ascii = isSpecial || scheme == nil ? try? Domain.toASCII(decoded) : ASCIICase.folded(decoded)
        guard let ascii, !ascii.utf8.contains(UInt8(ascii: ".")), !ascii.utf8.contains(where: Self.forbidden.contains)
        else {
            throw PatternError(
                .host, at: start, "“\(raw)” cannot be part of a host", hint: "write letters, digits and -")
        }
        return ascii
    }

    /// Refuses non-ASCII and encoded text without a literal scheme: whether `münchen` is an IDNA name or opaque text
    /// depends on the scheme.
    private func refuseUnknownEncoding(_ text: String, _ start: Int) throws(PatternError) {
        guard scheme == nil, text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) else { return }
        throw PatternError(
            .host, at: start, "how “\(text)” is encoded in an address depends on the scheme",
            hint: "write the scheme, or the host in ASCII, such as xn--mnchen-3ya")
    }

    /// Refuses `127.1` without a literal scheme: it is 127.0.0.1 under special schemes and a name of two labels under
    /// others.
    private func refuseShorthand(_ text: String, _ host: String, _ start: Int) throws(PatternError) {
        guard scheme == nil, !host.hasPrefix("["), ASCIICase.folded(text) != host else { return }
        throw PatternError(
            .host, at: start, "“\(text)” is the address \(host) under some schemes and a name under others",
            hint: "write the scheme, or \(host)")
    }

    /// Refuses text that URLPattern engines refuse: they parse every host as a host of `https`.
    private func refuseUnreadable(_ text: PatternText) throws(PatternError) {
        let isPlain = text.bytes.allSatisfy {
            ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        let host = String(decoding: text.bytes, as: UTF8.self)
        guard !isPlain, !host.hasPrefix("["), (try? Address("https://\(host)/")) == nil else { return }
        throw PatternError(
            .host, at: text.offset, "“\(host)” is neither a host nor the end of one",
            hint: "write letters, digits, - and .; the last label cannot be a number")
    }

    private func refuseSeparators(_ atoms: [PatternAtom]) throws(PatternError) {
        for case .literal(let text) in atoms {
            guard let place = text.bytes.firstIndex(where: { "/?#\\@".utf8.contains($0) }) else { continue }
            throw PatternError(
                .misplacedGroup, at: text.offset(of: place),
                "this character ends the host, and a group cannot include parts of host and path",
                hint: "close the group first, or write two patterns")
        }
    }
}
