import RoutePattern
import WebAddress

/// Makes addresses that an alternative matches; each is matched before it is returned.
struct AddressSamples {
    let authority: [String: AuthorityReading]
    let work: CheckWork

    /// An address that the alternative matches; nil if none could be made.
    func first(_ alternative: Alternative) -> String? {
        (0..<Limits.variantsMax).lazy.map { text(alternative, $0) }.first { matches($0, alternative) }
    }

    /// An address that the alternative nearly always matches; not verified.
    func guess(_ alternative: Alternative) -> String { text(alternative, 0) }

    /// Different addresses that the alternative matches: at most one per variant of the texts for its captures.
    func all(_ alternative: Alternative) -> [String] {
        var addresses: [String] = []
        for variant in 0..<Limits.variantsMax {
            let text = text(alternative, variant)
            guard !addresses.contains(where: { $0.utf8.elementsEqual(text.utf8) }), matches(text, alternative) else {
                continue
            }
            addresses.append(text)
        }
        return addresses
    }

    private func matches(_ text: String, _ alternative: Alternative) -> Bool {
        work.spend(Limits.stepsPerLookup + text.utf8.count / 8)
        guard let address = try? Address(text) else { return false }
        return alternative.match(MatchSubject(address, authority: authority)) != nil
    }

    // MARK: Parts

    private func text(_ alternative: Alternative, _ variant: Int) -> String {
        // Longer addresses are never matched; the empty text is not an address.
        guard alternative.leastByteCount <= PatternLimits.textBytesMax else { return "" }
        var text = ""
        text.reserveCapacity(64)
        switch alternative.scheme {
        case .any: text += variant == 0 ? "https" : "app"
        case .literal(let scheme): text += scheme
        }
        if case .opaque(let prefix, let rest) = alternative.path {
            return text + ":" + prefix + (rest ? "x" : "")
        }
        text += "://"
        appendHost(alternative.host, variant, to: &text)
        if case .literal(let port) = alternative.port { text += ":\(port)" }
        appendPath(alternative, variant, to: &text)
        guard !alternative.query.isEmpty else { return text }
        let query = alternative.query.compactMap { item($0, variant) }
        return query.isEmpty ? text : text + "?" + FormURLEncoded.serialize(query)
    }

    private func appendHost(_ host: HostConstraint, _ variant: Int, to text: inout String) {
        switch host {
        case .any: text += variant == 0 ? "example.com" : "any\(variant).example.org"
        case .none: break
        case .labels(let labels, let leadingWildcard):
            if leadingWildcard { text += "w\(variant)" }
            var isFirst = !leadingWildcard
            for label in labels {
                if !isFirst { text += "." }
                isFirst = false
                let sample = sample(label, variant)
                // An IPv6 address is one label, brackets included.
                text += sample.utf8.first == UInt8(ascii: "[") ? sample : PercentEncoding.encode(sample, .component)
            }
        }
    }

    private func appendPath(_ alternative: Alternative, _ variant: Int, to text: inout String) {
        guard case .segments(let segments, let ending) = alternative.path else {
            text += variant == 0 ? "/" : "/any/path\(variant)"
            return
        }
        for segment in segments {
            text += "/"
            text += PercentEncoding.encode(sample(segment, variant), .component)
        }
        switch ending {
        case .end: break
        case .oneOrMore: text += variant == 2 ? "/more/x2" : "/more"
        case .zeroOrMore: text += variant == 0 ? "" : "/more"
        }
    }

    private func item(_ constraint: QueryConstraint, _ variant: Int) -> (String, String)? {
        switch constraint.test {
        case .absent: nil
        case .present: (constraint.name, "\(variant)")
        case .equals(let value): (constraint.name, value)
        case .capture(let matcher): (constraint.name, sample(matcher, variant))
        }
    }

    // MARK: Segments

    /// A text for a matcher.
    private func sample(_ matcher: SegmentMatcher, _ variant: Int) -> String {
        if matcher.parts.count == 1 { return sample(matcher.parts[0], variant) }
        return matcher.parts.reduce(into: "") { $0 += sample($1, variant) }
    }

    private func sample(_ part: SegmentMatcher.Part, _ variant: Int) -> String {
        switch part {
        case .literal(let text): text
        case .capture(let name, let constraint): sample(name, constraint, variant)
        }
    }

    private func sample(_ name: String, _ constraint: CaptureConstraint, _ variant: Int) -> String {
        switch constraint {
        case .none: variant == 0 ? "x" + name : variant == 1 ? "a1" : "7"
        case .words(let words): words.isEmpty ? "" : words[variant % words.count]
        case .run(let set, let least, let most):
            Self.run(set, max(1, least) + (variant == 2 && (most ?? .max) > max(1, least) ? 1 : 0), variant)
        }
    }

    /// A member of a class, repeated: a letter or digit if the class has one.
    private static func run(_ set: CharacterClass, _ count: Int, _ variant: Int) -> String {
        let members = (UInt8(0)..<128).filter { set.contains($0) }
        let plain = members.filter { isPlain($0) }
        let pool = plain.isEmpty ? members : plain
        guard !pool.isEmpty else { return "" }
        let byte = pool[variant * 7 % pool.count]
        return String(repeating: Character(UnicodeScalar(byte)), count: count)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        return isLetter || byte &- UInt8(ascii: "0") < 10
    }
}

extension Alternative {
    /// The least number of bytes that the runs of captures have in every address.
    fileprivate var leastByteCount: Int {
        var count = 0
        if case .labels(let labels, _) = host { for label in labels { count += label.leastByteCount } }
        if case .segments(let segments, _) = path { for segment in segments { count += segment.leastByteCount } }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { count += matcher.leastByteCount }
        }
        return count
    }
}

extension SegmentMatcher {
    /// The least number of bytes of the runs of its captures.
    fileprivate var leastByteCount: Int {
        var count = 0
        for part in parts {
            if case .capture(_, .run(_, let least, _)) = part { count += least }
        }
        return count
    }
}
