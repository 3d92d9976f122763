/// A token of a pattern's text (https://urlpattern.spec.whatwg.org/#tokens).
struct PatternToken: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case open, close, regexp, name, character, escaped, modifier, asterisk
        /// `:` that is not followed by a name: a separator in the text of a pattern.
        case colon
    }

    let kind: Kind
    /// The bytes of the token in the text, with its marks.
    let range: Range<Int>
    /// Whether the token is literal text.
    var isText: Bool { kind == .character || kind == .escaped || kind == .colon }
    /// The bytes without marks: the name without `:`, the expression without parentheses, the character without `\`.
    let value: Range<Int>
}

/// Splits a pattern's text into tokens.
///
/// Spec: <https://urlpattern.spec.whatwg.org/#tokenize-a-string>. Names are those of URLPattern: `:id博` is one name,
/// which ``ComponentParser`` refuses, instead of `:id` and text.
struct Tokenizer {
    private let bytes: [UInt8]
    private var index = 0
    private var tokens: [PatternToken] = []

    static func tokens(of bytes: [UInt8]) throws(PatternError) -> [PatternToken] {
        var tokenizer = Tokenizer(bytes: bytes)
        while tokenizer.index < bytes.count { try tokenizer.next() }
        return tokenizer.tokens
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count)
    }

    private mutating func next() throws(PatternError) {
        let start = index
        switch bytes[start] {
        case UInt8(ascii: "*"): add(.asterisk, start..<start + 1)
        case UInt8(ascii: "+"), UInt8(ascii: "?"): add(.modifier, start..<start + 1)
        case UInt8(ascii: "{"): add(.open, start..<start + 1)
        case UInt8(ascii: "}"): add(.close, start..<start + 1)
        case UInt8(ascii: "\\"):
            guard start + 1 < bytes.count else {
                throw PatternError(
                    .unbalanced, at: start, "\\ is the last character", hint: "write \\\\ for a backslash")
            }
            let end = scalarEnd(start + 1)
            add(.escaped, start..<end, start + 1..<end)
        case UInt8(ascii: ":"):
            let end = nameEnd(start + 1)
            if end > start + 1 { add(.name, start..<end, start + 1..<end) } else { add(.colon, start..<end) }
        case UInt8(ascii: "("): try addRegularExpression(start)
        case UInt8(ascii: ")"):
            throw PatternError(
                .unbalanced, at: start, "this parenthesis closes no group", hint: "write \\) for a parenthesis")
        default: add(.character, start..<scalarEnd(start))
        }
    }

    private mutating func add(_ kind: PatternToken.Kind, _ range: Range<Int>, _ value: Range<Int>? = nil) {
        tokens.append(PatternToken(kind: kind, range: range, value: value ?? range))
        index = range.upperBound
    }

    private func scalarEnd(_ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// Spec: <https://urlpattern.spec.whatwg.org/#is-a-valid-name-code-point>.
    private func nameEnd(_ start: Int) -> Int {
        var end = start
        while end < bytes.count {
            let next = scalarEnd(end)
            guard isNameScalar(end..<next, isFirst: end == start) else { break }
            end = next
        }
        return end
    }

    private func isNameScalar(_ range: Range<Int>, isFirst: Bool) -> Bool {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "$"), UInt8(ascii: "_"), 0x41...0x5A, 0x61...0x7A: return true
        case 0x30...0x39: return !isFirst
        case ..<0x80: return false
        default:
            guard let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first else { return false }
            let properties = scalar.properties
            return isFirst
                ? properties.isIDStart : properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }

    /// Adds the text up to the closing parenthesis; escaped and nested parentheses are part of it.
    private mutating func addRegularExpression(_ start: Int) throws(PatternError) {
        var depth = 0
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            end += 1
            if depth == 0, end <= bytes.count { return add(.regexp, start..<end, start + 1..<end - 1) }
        }
        throw PatternError(.unbalanced, at: start, "the parenthesis is never closed", hint: "add )")
    }
}
