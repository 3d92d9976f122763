import WebAddress

/// Paths that engines read as opaque text: those of addresses without segments, `mailto:x`, and those of patterns under
/// schemes of one's own.
enum OpaquePath {
    /// The constraint of a text, or of a text and any rest.
    static func path(_ text: [UInt8], rest: Bool) -> PathConstraint {
        .opaque(PercentEncoding.encode(String(decoding: text, as: UTF8.self), .c0Control), rest: rest)
    }

    /// Refuses what a real engine refuses under a scheme of one's own: it canonicalises each text of such a path as what
    /// stands behind a scheme, so that one which begins with `//` must begin with a host.
    ///
    /// Spec: <https://urlpattern.spec.whatwg.org/#canonicalize-an-opaque-pathname>, which reads no host there.
    static func refuseHostless(_ nodes: [PatternNode], _ alternatives: [Alternative]) throws(PatternError) {
        guard alternatives.allSatisfy(hasOwnScheme) else { return }
        for text in texts(of: nodes) where text.bytes.starts(with: "//".utf8) {
            guard (try? Address("own:" + String(decoding: text.bytes, as: UTF8.self))) == nil else { continue }
            throw PatternError(
                .literal, at: text.offset,
                "engines read // here as the beginning of a host, and no host holds a character of this text",
                hint: "percent-encode what is neither letter nor digit, such as %5E for ^ and %3A for a colon")
        }
    }

    private static func hasOwnScheme(_ alternative: Alternative) -> Bool {
        guard case .literal(let name) = alternative.scheme else { return false }
        return !SpecialScheme.isSpecial(name)
    }

    /// The texts between captures as engines see them (https://urlpattern.spec.whatwg.org/#parse-a-pattern-string): a
    /// group of text alone that is not optional belongs to the text around it.
    private static func texts(of nodes: [PatternNode]) -> [PatternText] {
        var texts: [PatternText] = []
        var pending: PatternText?
        func flush() {
            if let text = pending { texts.append(text) }
            pending = nil
        }
        for node in nodes {
            switch node {
            case .literal(let text): append(text, to: &pending)
            case .group(let inside, false, _) where inside.allSatisfy(\.isText):
                for case .literal(let text) in inside { append(text, to: &pending) }
            case .group(let inside, _, _):
                flush()
                for case .literal(let text) in inside { texts.append(text) }
            case .capture, .wildcard: flush()
            }
        }
        flush()
        return texts
    }

    private static func append(_ part: PatternText, to text: inout PatternText?) {
        if text == nil { text = part } else { text?.append(part) }
    }
}

extension PatternNode {
    fileprivate var isText: Bool {
        if case .literal = self { true } else { false }
    }
}
