import WebAddress

/// Opaque paths: those of addresses such as `mailto:x`, and all paths of custom schemes as engines read them.
enum OpaquePath {
    /// The constraint for a text, or for a text and any rest after it.
    static func path(_ text: [UInt8], rest: Bool) -> PathConstraint {
        .opaque(PercentEncoding.encode(String(decoding: text, as: UTF8.self), .c0Control), rest: rest)
    }

    /// Refuses texts that begin with `//` and continue with a character that no host contains, under custom schemes.
    ///
    /// Engines canonicalise each text of such a path as the text after a scheme, and read a host after `//`, although
    /// the specification has no host there: <https://urlpattern.spec.whatwg.org/#canonicalize-an-opaque-pathname>.
    static func refuseUnreadableHost(_ nodes: [PatternNode], _ alternatives: [Alternative]) throws(PatternError) {
        guard alternatives.allSatisfy(hasCustomScheme) else { return }
        for text in texts(of: nodes) where text.bytes.starts(with: "//".utf8) {
            guard (try? Address("own:" + String(decoding: text.bytes, as: UTF8.self))) == nil else { continue }
            throw PatternError(
                .literal, at: text.offset,
                "engines read // here as the start of a host, and this text has a character that no host contains",
                hint: "percent-encode what is neither a letter nor a digit, such as %5E for ^ and %3A for a colon")
        }
    }

    private static func hasCustomScheme(_ alternative: Alternative) -> Bool {
        guard case .literal(let name) = alternative.scheme else { return false }
        return !SpecialScheme.isSpecial(name)
    }

    /// The texts between captures as engines read them: a group that is not optional and has no capture belongs to the
    /// text around it.
    ///
    /// Spec: <https://urlpattern.spec.whatwg.org/#parse-a-pattern-string>.
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
            case .group(let inside, false, _) where inside.allSatisfy({ $0.isText }):
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
