import WebAddress

/// Builds the scheme and port constraints of one alternative.
enum SchemeBuilder {
    static func scheme(_ atoms: [PatternAtom], offset: Int) throws(PatternError) -> SchemeConstraint {
        if atoms.count == 1 {
            switch atoms[0] {
            case .wildcard: return .any
            case .capture(let capture) where capture.constraint == .none && capture.repetition == .once: return .any
            case .literal(let text):
                let scheme = ASCIICase.folded(String(decoding: text.bytes, as: UTF8.self))
                if isScheme(scheme) { return .literal(scheme) }
            case .capture: break
            }
        }
        throw PatternError(
            .scheme, at: offset, "a scheme is a letter, then letters, digits, +, - and .",
            hint: "write https, http{s}?, * or :scheme")
    }

    /// The port constraint of a pattern with an authority.
    ///
    /// Parsed addresses do not contain the default port of their scheme; URLPattern removes it from patterns with a
    /// literal scheme.
    static func port(
        _ atoms: [PatternAtom]?, scheme: SchemeConstraint, schemeIsText: Bool, offset: Int
    ) throws(PatternError) -> PortConstraint {
        guard let atoms, let first = atoms.first else { return .schemeDefault }
        if atoms.count == 1, case .wildcard = first { return .any }
        guard atoms.count == 1, case .literal(let digits) = first, digits.bytes.allSatisfy({ $0 &- 0x30 < 10 }),
            let port = Int(String(decoding: digits.bytes, as: UTF8.self)).flatMap({ UInt16(exactly: $0) })
        else {
            throw PatternError(.port, at: offset, "this is not a port", hint: "write a number up to 65535, or *")
        }
        guard String(port).utf8.elementsEqual(digits.bytes) else {
            throw PatternError(
                .port, at: offset, "no parsed address has a port with leading zeros", hint: "write \(port)")
        }
        guard case .literal(let name) = scheme, SpecialScheme.defaultPort(name) == port else { return .literal(port) }
        guard schemeIsText else {
            throw PatternError(
                .port, at: first.offset,
                "\(port) is the default port of \(name), and no parsed \(name) address contains it",
                hint: "leave the port out, or write one pattern for each scheme")
        }
        return .schemeDefault
    }

    /// Refuses a part of a scheme that does not begin with a letter: engines read each part as a scheme.
    static func refuseInvalidParts(_ nodes: [PatternNode]) throws(PatternError) {
        for node in nodes {
            switch node {
            case .group(let inside, _, _): try refuseInvalidParts(inside)
            case .literal(let text) where !(text.bytes.first.map { ($0 | 0x20) &- 0x61 < 26 } ?? true):
                throw PatternError(
                    .scheme, at: text.offset, "each part of a scheme begins with a letter",
                    hint: "write one pattern for each scheme")
            default: continue
            }
        }
    }

    static func refuseGroups(inPort nodes: [PatternNode]) throws(PatternError) {
        for case .group(_, _, let place) in nodes {
            throw PatternError(
                .misplacedGroup, at: place, "groups have no meaning in a port", hint: "write one pattern for each port")
        }
    }

    /// Spec: <https://url.spec.whatwg.org/#url-scheme-string>.
    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, first &- 0x61 < 26 else { return false }
        return text.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
    }
}
