/// Splits the tokens of a pattern's text into components.
///
/// Spec: <https://urlpattern.spec.whatwg.org/#constructor-string-parsing>. Tokens inside braces separate no components.
struct ConstructorStringParser {
    /// The tokens of each component; nil for a component that the text does not have.
    struct Components {
        var scheme: ArraySlice<PatternToken>?
        var host: ArraySlice<PatternToken>?
        var port: ArraySlice<PatternToken>?
        var path: ArraySlice<PatternToken>?
        var search: ArraySlice<PatternToken>?
        /// Whether no slash follows the scheme, as in `mailto:x`.
        var isOpaque = false
        /// The bytes of the host in the text; nil if there is none or it is empty.
        var hostRange: Range<Int>? { host.flatMap { ConstructorStringParser.range(of: $0) } }
    }

    /// The bytes of tokens in the text; nil for no tokens.
    static func range(of tokens: ArraySlice<PatternToken>) -> Range<Int>? {
        guard let first = tokens.first, let last = tokens.last else { return nil }
        return first.range.lowerBound..<last.range.upperBound
    }

    private let bytes: [UInt8]
    private let tokens: [PatternToken]
    private var index = 0

    init(_ bytes: [UInt8], _ tokens: [PatternToken]) {
        self.bytes = bytes
        self.tokens = tokens
    }

    mutating func parse() throws(PatternError) -> Components {
        var components = Components()
        if bytes.first != UInt8(ascii: "/") {
            components.scheme = try scheme()
            try authority(&components)
        }
        if index < tokens.count, !isSearchPrefix(index) { components.path = take { $0.isSearchPrefix($1) } }
        if index < tokens.count {
            index += 1
            components.search = tokens[index...]
            index = tokens.count
        }
        try refuseFragment()
        return components
    }

    private mutating func scheme() throws(PatternError) -> ArraySlice<PatternToken> {
        let found = take { $0.holds($1, UInt8(ascii: ":")) }
        guard index < tokens.count, !found.isEmpty else {
            let hasName = tokens.contains { $0.kind == .name }
            throw PatternError(
                .relative, at: 0,
                hasName
                    ? "a colon before a letter begins the name of a capture, so the pattern has no scheme"
                    : "the pattern begins neither with a scheme nor with /",
                hint: hasName
                    ? #"write https://host/path; without a host, escape the colon: mailto\:a*, in JSON mailto\\:a*"#
                    : "write https://host/path, app://host/path, or /path for every origin of the app")
        }
        index += 1
        return found
    }

    private mutating func authority(_ components: inout Components) throws(PatternError) {
        guard holds(index, UInt8(ascii: "/")) else {
            components.isOpaque = true
            return
        }
        guard holds(index + 1, UInt8(ascii: "/")) else { return }
        index += 2
        var depth = 0
        components.host = take { parser, place in
            if parser.holds(place, UInt8(ascii: "[")) { depth += 1 }
            if parser.holds(place, UInt8(ascii: "]")) { depth -= 1 }
            return parser.holds(place, UInt8(ascii: "/")) || parser.isSearchPrefix(place)
                || depth == 0 && parser.holds(place, UInt8(ascii: ":"))
        }
        if let at = components.host?.first(where: { bytes[$0.value.lowerBound] == UInt8(ascii: "@") }) {
            throw PatternError(
                .credentials, at: at.range.lowerBound, "an address with a user name or password matches no pattern",
                hint: "write the host alone")
        }
        if holds(index, UInt8(ascii: ":")) {
            index += 1
            components.port = take { $0.holds($1, UInt8(ascii: "/")) || $0.isSearchPrefix($1) }
        }
    }

    /// Consumes the tokens up to the first one outside braces for which `ends` is true.
    private mutating func take(until ends: (ConstructorStringParser, Int) -> Bool) -> ArraySlice<PatternToken> {
        let parser = self
        let start = index
        var depth = 0
        while index < tokens.count {
            if depth == 0, ends(parser, index) { break }
            if tokens[index].kind == .open { depth += 1 }
            if tokens[index].kind == .close { depth -= 1 }
            index += 1
        }
        return tokens[start..<index]
    }

    /// Spec: <https://urlpattern.spec.whatwg.org/#is-a-non-special-pattern-char>.
    private func holds(_ place: Int, _ character: UInt8) -> Bool {
        guard place < tokens.count else { return false }
        // No byte of a multi-byte character is ASCII, so comparing the first byte suffices.
        let token = tokens[place]
        return token.isText && bytes[token.value.lowerBound] == character
    }

    /// Spec: <https://urlpattern.spec.whatwg.org/#is-a-search-prefix>.
    private func isSearchPrefix(_ place: Int) -> Bool {
        if holds(place, UInt8(ascii: "?")) { return true }
        guard tokens[place].kind == .modifier, bytes[tokens[place].range.lowerBound] == UInt8(ascii: "?") else {
            return false
        }
        guard place > 0 else { return true }
        return ![.name, .regexp, .close, .asterisk].contains(tokens[place - 1].kind)
    }

    private func refuseFragment() throws(PatternError) {
        guard let hash = tokens.indices.first(where: { holds($0, UInt8(ascii: "#")) }) else {
            return
        }
        throw PatternError(
            .fragment, at: tokens[hash].range.lowerBound, "patterns do not match fragments",
            hint: "leave out # and what follows; write %23 for a number sign in the path")
    }
}
