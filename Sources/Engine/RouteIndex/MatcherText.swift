/// A compiled matcher as an author would write it, with what it takes, for explanations.
struct MatcherText {
    /// The segment or value as a pattern has it, such as `:isbn(\d+)`.
    private(set) var source = ""
    /// What its one capture takes, such as `digits only`; nil if the matcher has other parts.
    private(set) var takes: String?

    /// The source, and what it takes as a clause.
    var described: String { takes.map { "\(source), which takes \($0)" } ?? source }

    /// Words of an enumeration that a text lists.
    private static let wordsMax = 3

    /// Reads a matcher's record.
    ///
    /// - Parameters:
    ///   - tables: The index.
    ///   - matcher: The number of the record.
    ///   - names: The names of its captures, from the left; one that is missing is written as `x`.
    init(_ tables: IndexTables, matcher: UInt32, names: [String]) {
        var cursor = tables.record(matcher, of: tables.matchers)
        cursor.skip()
        let partCount = cursor.count()
        var captures = 0
        for _ in 0..<partCount {
            let kind = IndexRecord.Part(rawValue: cursor.next())
            if kind == .literal {
                source += tables.text(cursor.next())
                continue
            }
            source += ":" + (captures < names.count ? names[captures] : "x")
            captures += 1
            switch kind {
            case .words: words(tables, &cursor)
            case .run: run(tables, &cursor)
            default: break
            }
        }
        if partCount != 1 { takes = nil }
    }

    private mutating func words(_ tables: IndexTables, _ cursor: inout RecordCursor) {
        var listed: [String] = []
        let count = cursor.count()
        for _ in 0..<count {
            let word = cursor.next()
            if listed.count < Self.wordsMax { listed.append(tables.text(word)) }
        }
        let rest = count > listed.count ? "|\u{2026}" : ""
        source += "(\(listed.joined(separator: "|"))\(rest))"
        takes = "only " + listed.map { "\"\($0)\"" }.joined(separator: ", ") + (rest.isEmpty ? "" : ", \u{2026}")
    }

    private mutating func run(_ tables: IndexTables, _ cursor: inout RecordCursor) {
        let members = cursor.next()
        let set = ByteClass(low: tables.long(members), high: tables.long(members &+ 1))
        let least = cursor.next()
        let most = cursor.next()
        source += "(\(set.source)\(Self.count(least, most)))"
        switch (least, most) {
        case (0, 0), (1, 0): takes = "\(set.meaning) only"
        case (_, 0): takes = "at least \(least) \(set.meaning)"
        case _ where least == most: takes = "exactly \(least) \(set.meaning)"
        default: takes = "\(least) to \(most) \(set.meaning)"
        }
    }

    private static func count(_ least: UInt32, _ most: UInt32) -> String {
        switch (least, most) {
        case (0, 0): "*"
        case (1, 0): "+"
        case (_, 0): "{\(least),}"
        case (1, 1): ""
        case _ where least == most: "{\(least)}"
        default: "{\(least),\(most)}"
        }
    }
}

/// The ASCII characters of a run, for texts.
private struct ByteClass {
    let low: UInt64
    let high: UInt64

    /// `[0-9]` and `[A-Za-z0-9_]` (ECMAScript, CharacterClassEscape).
    private static let digits: (low: UInt64, high: UInt64) = (0x03FF_0000_0000_0000, 0)
    private static let wordCharacters: (low: UInt64, high: UInt64) = (0x03FF_0000_0000_0000, 0x07FF_FFFE_87FF_FFFE)

    private var isDigits: Bool { (low, high) == Self.digits }
    private var isWords: Bool { (low, high) == Self.wordCharacters }

    /// The class as a pattern has it.
    var source: String { isDigits ? "\\d" : isWords ? "\\w" : "[\(ranges)]" }

    /// The members in words.
    var meaning: String {
        isDigits ? "digits" : isWords ? "letters, digits and _" : "characters of [\(ranges)]"
    }

    private var ranges: String {
        var text = ""
        var byte = 0
        while byte < 128 {
            guard holds(byte) else {
                byte += 1
                continue
            }
            let first = byte
            while byte + 1 < 128, holds(byte + 1) { byte += 1 }
            text += Self.character(first)
            if byte > first { text += (byte > first + 1 ? "-" : "") + Self.character(byte) }
            byte += 1
        }
        return text
    }

    private func holds(_ byte: Int) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : high >> UInt64(byte - 64) & 1 == 1
    }

    private static func character(_ byte: Int) -> String {
        let byte = UInt8(byte)
        let text = String(UnicodeScalar(byte))
        return "\\]^-".utf8.contains(byte) ? "\\" + text : text
    }
}
