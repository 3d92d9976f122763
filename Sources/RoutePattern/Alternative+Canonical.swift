extension Alternative {
    /// The alternative as text with its captures' names left out: equal for two patterns that differ in names alone.
    package var canonical: String {
        var text = CanonicalText()
        switch scheme {
        case .any: text.mark("*")
        case .literal(let scheme): text.literal(scheme)
        }
        text.mark(":")
        text.add(host)
        switch port {
        case .any: text.mark(":*")
        case .schemeDefault: break
        case .literal(let port): text.mark(":\(port)")
        }
        text.add(path, options)
        for (index, constraint) in query.enumerated() { text.add(constraint, isFirst: index == 0) }
        if options.strictSlash { text.mark("$") }
        if options.ignoreCase { text.mark("~") }
        return text.text
    }
}

/// Writes canonical text: marks as they are, and whatever an author could have written behind escapes.
private struct CanonicalText {
    private(set) var text = ""

    private static let marks: CharacterClass = {
        var set = CharacterClass()
        for byte in #"\:*/.?&=!<>{}()|$~[]"#.utf8 { set.insert(byte) }
        return set
    }()

    mutating func mark(_ mark: String) { text += mark }

    mutating func literal(_ literal: String) {
        for scalar in literal.unicodeScalars {
            guard scalar.isASCII else {
                // Escaped, because texts that Unicode holds equivalent are different addresses.
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
                continue
            }
            if Self.marks.contains(UInt8(scalar.value)) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }

    mutating func add(_ host: HostConstraint) {
        switch host {
        case .any: mark("//*")
        case .none: break
        case .labels(let labels, let leadingWildcard):
            mark(leadingWildcard ? "//*." : "//")
            for (index, label) in labels.enumerated() {
                if index > 0 { mark(".") }
                add(label, ignoreCase: false)
            }
        }
    }

    mutating func add(_ path: PathConstraint, _ options: PatternOptions) {
        switch path {
        case .any: mark("/**")
        case .opaque(let opaque, let rest):
            mark("(")
            literal(options.ignoreCase ? ASCIICase.folded(opaque) : opaque)
            mark(rest ? "*)" : ")")
        case .segments(let segments, let ending):
            for segment in segments {
                mark("/")
                add(segment, ignoreCase: options.ignoreCase)
            }
            switch ending {
            case .end: break
            case .oneOrMore: mark("/*")
            case .zeroOrMore where segments.last?.isPlainCapture == true:
                text.removeLast(2)
                mark("/*")
            case .zeroOrMore: mark("/**")
            }
        }
    }

    mutating func add(_ matcher: SegmentMatcher, ignoreCase: Bool) {
        for part in matcher.parts {
            switch part {
            case .literal(let text): literal(ignoreCase ? ASCIICase.folded(text) : text)
            case .capture(_, .none): mark(":")
            case .capture(_, .words(let words)):
                let folded = words.map { ignoreCase ? ASCIICase.folded($0) : $0 }
                mark(":(")
                for (index, word) in Set(folded).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }).enumerated()
                {
                    if index > 0 { mark("|") }
                    literal(word)
                }
                mark(")")
            case .capture(_, .run(let set, let least, let most)):
                let members = ignoreCase ? set.foldingCase : set
                let bits = String(members.high, radix: 16) + "." + String(members.low, radix: 16)
                mark(":[\(bits)]{\(least),\(most.map(String.init) ?? "")}")
            }
        }
    }

    mutating func add(_ constraint: QueryConstraint, isFirst: Bool) {
        mark(isFirst ? "?" : "&")
        if case .absent = constraint.test { mark("!") }
        literal(constraint.name)
        switch constraint.test {
        case .absent, .present: break
        case .equals(let value):
            mark("=")
            literal(value)
        case .capture(let matcher) where matcher.isPlainCapture: break
        case .capture(let matcher):
            mark("=")
            add(matcher, ignoreCase: false)
        }
    }
}
