/// Parses the tokens of a component into nodes, and refuses what is outside the profile.
struct ComponentParser {
    private let bytes: [UInt8]
    private let tokens: ArraySlice<PatternToken>
    private var index: Int
    /// Whether the component is a path, where `[^/]+` means the same as a plain capture.
    private let isPath: Bool
    /// Spellings that URLPattern refuses, with the spellings to store instead.
    private(set) var respellings: [(range: Range<Int>, text: String)] = []

    init(_ bytes: [UInt8], _ tokens: ArraySlice<PatternToken>, isPath: Bool) {
        self.isPath = isPath
        self.bytes = bytes
        self.tokens = tokens
        index = tokens.startIndex
    }

    mutating func parse() throws(PatternError) -> [PatternNode] {
        for token in tokens { try refuseUnclear(token) }
        return try nodes(inGroup: nil)
    }

    /// Refuses a colon without a name and an escaped letter, digit or name character: their meaning is easily mistaken.
    private func refuseUnclear(_ token: PatternToken) throws(PatternError) {
        switch token.kind {
        case .colon:
            throw PatternError(
                .captureName, at: token.range.lowerBound, "this colon is not followed by a name",
                hint: "begin the name with a letter or _, or write \\: for the colon itself")
        case .escaped:
            let byte = bytes[token.value.lowerBound]
            guard byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x24
            else { return }
            let text = String(decoding: bytes[token.value], as: UTF8.self)
            throw PatternError(
                .regularExpression, at: token.range.lowerBound, "outside parentheses this escape is the text “\(text)”",
                hint: "write :name(\\d+) for digits; write {:name}text to separate a name from text")
        default: return
        }
    }

    private mutating func nodes(inGroup opening: Int?) throws(PatternError) -> [PatternNode] {
        var nodes: [PatternNode] = []
        while index < tokens.endIndex {
            let token = tokens[index]
            index += 1
            let offset = token.range.lowerBound
            switch token.kind {
            case .character, .escaped, .colon: nodes.append(.literal(try text(from: token)))
            case .asterisk:
                try refuseModifier()
                nodes.append(.wildcard(at: offset))
            case .name: nodes.append(.capture(try capture(token)))
            case .regexp:
                throw PatternError(
                    .unnamedGroup, at: offset, "a regular expression needs a name here",
                    hint: "write :name(…), or \\( for a parenthesis")
            case .modifier:
                throw PatternError(
                    .optionalModifier, at: offset,
                    "this modifier has nothing before it that it could repeat or make optional",
                    hint: "write \\\(String(decoding: bytes[token.range], as: UTF8.self)) for the character itself")
            case .open:
                guard opening == nil else {
                    throw PatternError(.nestedGroup, at: offset, "a group inside a group", hint: "write two patterns")
                }
                nodes.append(try group(offset))
            case .close:
                guard opening != nil else {
                    throw PatternError(
                        .unbalanced, at: offset, "this brace closes no group", hint: "write \\} for a brace")
                }
                return nodes
            }
        }
        if let opening {
            throw PatternError(
                .unbalanced, at: opening, "the brace is not closed inside this component",
                hint: "close it before the next /, ? or :, or write \\{ for a brace")
        }
        return nodes
    }

    /// The text of a token and of the text tokens after it, without escapes.
    private mutating func text(from first: PatternToken) throws(PatternError) -> PatternText {
        var text: PatternText?
        var run = first.value
        while index < tokens.endIndex, tokens[index].isText {
            let next = tokens[index].value
            index += 1
            if next.lowerBound == run.upperBound {
                run = run.lowerBound..<next.upperBound
            } else {
                Self.append(PatternText(bytes[run], at: run.lowerBound), to: &text)
                run = next
            }
        }
        Self.append(PatternText(bytes[run], at: run.lowerBound), to: &text)
        guard let text else { return PatternText([], at: first.range.lowerBound) }
        try refuseChangedText(text)
        return text
    }

    /// Refuses text that engines change: they canonicalise it like an address, which removes spaces at its ends and a
    /// final dot segment.
    private func refuseChangedText(_ text: PatternText) throws(PatternError) {
        let space = UInt8(ascii: " ")
        let slash = UInt8(ascii: "/")
        for (place, byte) in text.bytes.enumerated() where byte == space {
            let before = place == 0 ? slash : text.bytes[place - 1]
            let after = place + 1 == text.bytes.count ? slash : text.bytes[place + 1]
            guard before == slash || after == slash else { continue }
            throw PatternError(
                .literal, at: text.offset(of: place), "engines remove a space at the end of a text",
                hint: "write %20, or leave it out")
        }
        guard isPath, let start = text.bytes.lastIndex(of: slash), text.bytes.count - start - 1 <= "%2e%2e".utf8.count
        else { return }
        let last = ASCIICase.folded(String(decoding: text.bytes[(start + 1)...], as: UTF8.self))
        guard [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(last) else { return }
        throw PatternError(
            .dotSegment, at: text.offset(of: start + 1), "engines read these dots as a segment and remove it",
            hint: "capture the whole segment, :name, or write more text before the capture")
    }

    private static func append(_ part: PatternText, to text: inout PatternText?) {
        if text == nil { text = part } else { text?.append(part) }
    }

    private mutating func group(_ offset: Int) throws(PatternError) -> PatternNode {
        let inside = try nodes(inGroup: offset)
        var hasCapture = false
        for node in inside {
            if case .literal = node { continue }
            guard !hasCapture else {
                throw PatternError(
                    .tooManyCaptures, at: offset, "a group has at most one capture",
                    hint: "write one group for each capture, or two patterns")
            }
            hasCapture = true
        }
        guard let modifier = modifier() else { return .group(inside, isOptional: false, at: offset) }
        guard modifier == UInt8(ascii: "?") else {
            throw PatternError(
                .repeatedGroup, at: offset, "a group can be optional, but not repeated",
                hint: "write /:name* or /:name+ as the last segment")
        }
        try refuseQueryAfterGroup()
        return .group(inside, isOptional: true, at: offset)
    }

    /// Refuses `{/:node}?b=1`: it looks like a query, but in URLPattern `?` is a modifier and `b=1` is path text.
    private func refuseQueryAfterGroup() throws(PatternError) {
        let question = tokens[index - 1].range.lowerBound
        for token in tokens[index...] {
            guard token.kind == .character else { return }
            let byte = bytes[token.range.lowerBound]
            if byte == UInt8(ascii: "=") || byte == UInt8(ascii: "&") { throw optional(question) }
            if byte == UInt8(ascii: "/") { return }
        }
    }

    private mutating func capture(_ token: PatternToken) throws(PatternError) -> PatternCapture {
        let place = index - 1
        let name = String(decoding: bytes[token.value], as: UTF8.self)
        guard bytes[token.value].allSatisfy({ $0 == 0x5F || $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }) else {
            throw PatternError(
                .captureName, at: token.range.lowerBound,
                "“:\(name)” is read as one name, and names consist of ASCII letters, digits and _",
                hint: "end the name with braces, as in {:id}text, or write \\: for a colon")
        }
        var capture = PatternCapture(
            name: name, constraint: .none, repetition: .once, offset: token.range.lowerBound)
        if index < tokens.endIndex, tokens[index].kind == .regexp {
            var parser = ConstraintParser(bytes, tokens[index].value, isPath: isPath)
            let expression = try parser.parse()
            capture.constraint = expression.constraint
            capture.isGreedy = expression.isGreedy
            if let respelling = expression.respelling { respellings.append((tokens[index].range, respelling)) }
            index += 1
        }
        switch modifier() {
        case nil: break
        case UInt8(ascii: "*"): capture.repetition = .zeroOrMore
        case UInt8(ascii: "+"): capture.repetition = .oneOrMore
        default: throw optional(tokens[index - 1].range.lowerBound)
        }
        if capture.repetition != .once, !isAfterSlash(place) {
            throw PatternError(
                .tailPosition, at: capture.offset,
                "a repeated capture is the whole last segment, directly after its slash",
                hint: "write /:\(name)* or /:\(name)+ at the end, outside braces")
        }
        if capture.repetition != .once, capture.constraint != .none {
            throw PatternError(
                .tailPosition, at: capture.offset, "a repeated capture matches whole segments and has no constraint",
                hint: "leave out the parentheses")
        }
        return capture
    }

    /// Whether an unescaped slash is directly before a token; URLPattern repeats only such a slash with the capture.
    private func isAfterSlash(_ place: Int) -> Bool {
        guard place > tokens.startIndex else { return false }
        let before = tokens[place - 1]
        return before.kind == .character && bytes[before.range.lowerBound] == UInt8(ascii: "/")
    }

    /// Consumes a modifier, if one is next.
    private mutating func modifier() -> UInt8? {
        guard index < tokens.endIndex, [.modifier, .asterisk].contains(tokens[index].kind) else { return nil }
        index += 1
        return bytes[tokens[index - 1].range.lowerBound]
    }

    private mutating func refuseModifier() throws(PatternError) {
        guard modifier() != nil else { return }
        throw optional(tokens[index - 1].range.lowerBound)
    }

    private func optional(_ offset: Int) -> PatternError {
        PatternError(
            .optionalModifier, at: offset, "this modifier applies to the text before it",
            hint: "write \\? to begin the query, or {/:name}? for something optional")
    }
}
