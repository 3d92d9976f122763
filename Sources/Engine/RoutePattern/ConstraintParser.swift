import WebAddress

/// Parses the text in a capture's parentheses: an enumeration of words, or a run of one character class.
///
/// Other regular expressions are refused, because only these can be matched with bounded work, ranked and analysed.
struct ConstraintParser {
    struct Result {
        var constraint: CaptureConstraint
        /// The spelling to store, with parentheses, if URLPattern refuses the author's spelling; empty for none.
        var respelling: String?
        /// Whether it is `[^/]+`: a plain capture that URLPattern matches with as much text as possible.
        var isGreedy = false
    }

    private let bytes: [UInt8]
    private let range: Range<Int>
    private var index: Int
    private var needsRespelling = false
    private let isPath: Bool

    init(_ bytes: [UInt8], _ range: Range<Int>, isPath: Bool) {
        self.bytes = bytes
        self.isPath = isPath
        self.range = range
        index = range.lowerBound
    }

    mutating func parse() throws(PatternError) -> Result {
        guard !range.isEmpty else { throw unsupported(index, "the parentheses are empty") }
        if isPath, let plain = plainCapture() { return plain }
        if bytes[index] == UInt8(ascii: "[") || isClassEscape(index) {
            var spelling = "("
            let set = try characterClass(&spelling)
            let counts = try counts(&spelling)
            guard index == range.upperBound else { throw unsupported(index, "text follows the class and its count") }
            return Result(
                constraint: .run(set, counts.least, counts.most), respelling: needsRespelling ? spelling + ")" : nil)
        }
        var spelling: [UInt8] = []
        let words = try words(&spelling)
        return Result(
            constraint: .words(words),
            respelling: needsRespelling ? "(" + String(decoding: spelling, as: UTF8.self) + ")" : nil)
    }

    /// `[^/]+`, a common spelling of a plain capture; nil for other text.
    private func plainCapture() -> Result? {
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard [#"[^/]+"#, #"[^\/]+"#, #"[^/]+?"#, #"[^\/]+?"#].contains(text) else { return nil }
        let next = range.upperBound + 1
        let endsName = next >= bytes.count || bytes[next] < 0x80 && !isNameByte(bytes[next])
        // If the following text would be read as part of the name, URLPattern's spelling of a plain capture is stored.
        return Result(
            constraint: .none, respelling: endsName ? "" : #"([^\/]+?)"#, isGreedy: !text.hasSuffix("?"))
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "(")
    }

    // MARK: Enumerations

    /// Parses an enumeration; appends its words to `spelling` as URLPattern accepts them.
    private mutating func words(_ spelling: inout [UInt8]) throws(PatternError) -> [String] {
        var words: [String] = []
        // Words are compared by bytes; String's comparison treats canonically equivalent texts as equal.
        var known: Set<[UInt8]> = []
        var word: [UInt8] = []
        let start = index
        while index <= range.upperBound {
            let isEnd = index == range.upperBound
            if isEnd || bytes[index] == UInt8(ascii: "|") {
                guard !word.isEmpty else { throw unsupported(index, "one of the words is empty") }
                // Path segments are compared decoded, so the words of a path are decoded, too.
                let spelled = String(decoding: word, as: UTF8.self)
                guard let text = isPath ? PercentEncoding.decodeText(spelled) : spelled else {
                    throw unsupported(index - word.count, "the bytes of this word are not UTF-8")
                }
                if !isEnd { spelling.append(UInt8(ascii: "|")) }
                if known.insert(Array(text.utf8)).inserted { words.append(text) }
                word.removeAll(keepingCapacity: true)
                index += 1
                continue
            }
            word.append(try wordByte(&spelling))
            index += 1
        }
        guard words.count <= PatternLimits.wordsMax else {
            throw unsupported(
                start, "there are \(words.count) words, and at most \(PatternLimits.wordsMax) are allowed")
        }
        return words
    }

    private mutating func wordByte(_ spelling: inout [UInt8]) throws(PatternError) -> UInt8 {
        let byte = bytes[index]
        defer { Self.spell(bytes[min(index, range.upperBound - 1)], &spelling) }
        switch byte {
        case 0x80...:
            guard isPath else { throw unsupported(index, "a word of a host or query is ASCII") }
            needsRespelling = true
            return byte
        case ..<0x20, 0x7F: throw unsupported(index, "no address contains this character")
        case UInt8(ascii: "\\"):
            index += 1
            guard index < range.upperBound, !isAlphanumeric(bytes[index]), bytes[index] != UInt8(ascii: "/"),
                bytes[index] >= 0x20, bytes[index] != 0x7F, isPath || bytes[index] < 0x80
            else {
                throw unsupported(index - 1, "this escape is not a character of a word")
            }
            if !Self.isSyntax(bytes[index]) { needsRespelling = true }
            return bytes[index]
        case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "/"):
            throw unsupported(index, "an enumeration consists of plain words")
        default: return byte
        }
    }

    /// Appends a byte of a word as URLPattern accepts it: syntax characters escaped, bytes above 0x7F percent-encoded.
    private static func spell(_ byte: UInt8, _ spelling: inout [UInt8]) {
        if byte >= 0x80 {
            spelling += Array(("%" + String(byte, radix: 16, uppercase: true)).utf8)
        } else {
            if isSyntax(byte) { spelling.append(UInt8(ascii: "\\")) }
            spelling.append(byte)
        }
    }

    /// ECMAScript's SyntaxCharacter: the only characters that may be escaped outside classes.
    private static func isSyntax(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "\\"), UInt8(ascii: "."), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    // MARK: Runs

    private func isClassEscape(_ place: Int) -> Bool {
        place + 1 < range.upperBound && bytes[place] == UInt8(ascii: "\\")
            && (bytes[place + 1] == UInt8(ascii: "d") || bytes[place + 1] == UInt8(ascii: "w"))
    }

    private mutating func characterClass(_ spelling: inout String) throws(PatternError) -> CharacterClass {
        if isClassEscape(index) {
            defer { index += 2 }
            spelling += String(decoding: bytes[index..<index + 2], as: UTF8.self)
            return bytes[index + 1] == UInt8(ascii: "d") ? .digits : .words
        }
        let start = index
        index += 1
        spelling += "["
        var set = CharacterClass()
        while index < range.upperBound, bytes[index] != UInt8(ascii: "]") {
            if isClassEscape(index) {
                set.formUnion(try characterClass(&spelling))
                continue
            }
            let first = try member(&spelling)
            guard index + 1 < range.upperBound, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] != UInt8(ascii: "]")
            else {
                set.insert(first)
                continue
            }
            index += 1
            spelling += "-"
            guard !isClassEscape(index), bytes[index] != UInt8(ascii: "-") else {
                throw unsupported(index, "a range ends with one character; a hyphen is written \\-")
            }
            let last = try member(&spelling)
            guard first <= last else { throw unsupported(start, "a range begins with its lower character") }
            set.insert(first...last)
        }
        guard index < range.upperBound, set.count > 0 else {
            throw unsupported(start, "the class is empty or not closed")
        }
        guard !set.contains(UInt8(ascii: "/")) else { throw unsupported(start, "a capture cannot contain a slash") }
        index += 1
        spelling += "]"
        return set
    }

    /// Parses one character of a class.
    ///
    /// Under the `v` flag `( ) [ ] { } / - \ |` must be escaped, and doubled punctuation is an operator.
    private mutating func member(_ spelling: inout String) throws(PatternError) -> UInt8 {
        var byte = bytes[index]
        let isEscaped = byte == UInt8(ascii: "\\")
        if isEscaped {
            index += 1
            guard index < range.upperBound, !isAlphanumeric(bytes[index]) else {
                throw unsupported(index - 1, "this escape is not one character of a class")
            }
            byte = bytes[index]
        }
        guard byte < 0x80, byte >= 0x20, isEscaped || byte != UInt8(ascii: "[") else {
            throw unsupported(index, "a class contains printable ASCII characters")
        }
        if !isEscaped, byte == UInt8(ascii: "^"), bytes[index - 1] == UInt8(ascii: "[") {
            throw unsupported(index, "a class cannot be negated")
        }
        if !isEscaped, index + 1 < range.upperBound, bytes[index + 1] == byte,
            "&!#$%*+,.:;<=>?@^`~".utf8.contains(byte)
        {
            throw unsupported(index, "two of this character in a row are an operator on classes")
        }
        index += 1
        let isSyntax = #"()[]{}/-\|&!#$%*+,.:;<=>?@^`~"#.utf8.contains(byte)
        let mustEscape = "()[]{}/-\\|".utf8.contains(byte)
        if mustEscape != isEscaped, mustEscape || !isSyntax { needsRespelling = true }
        spelling += (isEscaped && isSyntax || mustEscape ? "\\" : "") + String(UnicodeScalar(byte))
        return byte
    }

    private mutating func counts(_ spelling: inout String) throws(PatternError) -> (least: Int, most: Int?) {
        let start = index
        guard index < range.upperBound else { return (1, 1) }
        defer { spelling += String(decoding: bytes[start..<index], as: UTF8.self) }
        if bytes[index] == UInt8(ascii: "+") {
            index += 1
            return (1, nil)
        }
        guard bytes[index] == UInt8(ascii: "{") else {
            throw unsupported(index, "the count of a class is +, {n}, {n,} or {n,m}")
        }
        index += 1
        let least = try number()
        var most: Int? = least
        if index < range.upperBound, bytes[index] == UInt8(ascii: ",") {
            index += 1
            most = index < range.upperBound && bytes[index] == UInt8(ascii: "}") ? nil : try number()
        }
        guard index < range.upperBound, bytes[index] == UInt8(ascii: "}"), least > 0, most.map({ $0 >= least }) ?? true
        else {
            throw unsupported(start, "a count is {n}, {n,} or {n,m}, with n from 1 and m from n")
        }
        index += 1
        return (least, most)
    }

    private mutating func number() throws(PatternError) -> Int {
        let start = index
        var value = 0
        while index < range.upperBound, bytes[index] &- 0x30 < 10, value <= PatternLimits.runCountMax {
            value = value * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        guard index > start, value <= PatternLimits.runCountMax else {
            throw unsupported(start, "a count is a number up to \(PatternLimits.runCountMax)")
        }
        return value
    }

    private func isAlphanumeric(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

    private func unsupported(_ offset: Int, _ detail: String) -> PatternError {
        PatternError(
            .regularExpression, at: offset, detail,
            hint: "write words, :kind(news|blog), or a run, :id(\\d+), :slug([a-z0-9\\-]+), :code([A-Z]{2,4})")
    }
}
