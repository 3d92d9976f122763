package import RoutePattern

extension Alternative {
    /// The alternative as text without capture names, as it is ranked: a zero-or-more tail after a plain capture is
    /// written as a one-or-more tail (language.md section 6).
    ///
    /// Alternatives of two rules with an equal text and an equal key can be duplicates (section 8). They do not always
    /// match the same addresses: `/:x/:y*` does not match `//a`, and `/:z+` does. Letter case is in the key, wherever
    /// `ignoreCase` has an effect.
    package var canonical: String { text(mergesTails: true) }

    /// The alternative as text without capture names and with the words of enumerations sorted.
    ///
    /// Alternatives with an equal text match the same addresses, so the second of two in one rule is never reached.
    package var identity: String { text(mergesTails: false) }

    private func text(mergesTails: Bool) -> String {
        var text = CanonicalText(mergesTails: mergesTails)
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
        if options.strictSlash, isStrictSlashEffective { text.mark("$") }
        return text.text
    }

    /// Whether it matches other addresses with `strictSlash` than without; not where it takes every path, and not for a
    /// zero-or-more tail, which takes a final empty segment in any case.
    private var isStrictSlashEffective: Bool {
        guard case .segments(let segments, let ending) = path else { return false }
        return ending.kind != .zeroOrMore || segments.last?.literal == ""
    }
}

/// Writes canonical text: marks unescaped, and the same characters escaped in literal text.
private struct CanonicalText {
    private(set) var text = ""
    private let mergesTails: Bool

    init(mergesTails: Bool) { self.mergesTails = mergesTails }

    private static let marks: CharacterClass = {
        var set = CharacterClass()
        for byte in #"\:*/.?&=!<>{}()|$~[]"#.utf8 { set.insert(byte) }
        return set
    }()

    mutating func mark(_ mark: String) { text += mark }

    mutating func literal(_ literal: String) {
        for scalar in literal.unicodeScalars {
            guard scalar.isASCII else {
                // Swift compares canonically equivalent strings as equal, but their addresses differ, so it is escaped.
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
            case .zeroOrMore where mergesTails && segments.last?.isPlainCapture == true:
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
                add(words: words.map { ignoreCase ? ASCIICase.folded($0) : $0 })
            case .capture(_, .run(let set, let least, let most)):
                let members = ignoreCase ? set.foldingCase : set
                let bits = String(members.high, radix: 16) + "." + String(members.low, radix: 16)
                mark(":[\(bits)]{\(least),\(most.map(String.init) ?? "")}")
            }
        }
    }

    /// Sorts and compares words by bytes: canonically equivalent texts are different words.
    private mutating func add(words: [String]) {
        mark(":(")
        var last: String?
        for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if let last {
                if last.utf8.elementsEqual(word.utf8) { continue }
                mark("|")
            }
            literal(word)
            last = word
        }
        mark(")")
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
