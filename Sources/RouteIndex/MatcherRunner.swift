/// Where the captures of one matcher lie in a piece; at most two (rules.md section 3).
struct CapturedRanges {
    private var ranges: (Range<Int>, Range<Int>) = (0..<0, 0..<0)
    private(set) var count = 0

    mutating func push(_ range: Range<Int>) {
        if count == 0 { ranges.0 = range } else { ranges.1 = range }
        count &+= 1
    }

    mutating func pop() { count &-= 1 }

    subscript(_ index: Int) -> Range<Int> { index == 0 ? ranges.0 : ranges.1 }
}

/// Runs a compiled matcher over the bytes of one piece.
///
/// The verdict and the captures are those of URLPattern's regular expression: a plain capture takes as little as it
/// can, a run as much as it can, an enumeration its words in the order they are written. At most two captures and text
/// between them keep the work within the square of the piece's length.
struct MatcherRunner {
    let tables: IndexTables
    let text: ByteTable
    private let ignoreCase: Bool
    private let end: Int
    private(set) var captures = CapturedRanges()

    /// Prepares a matcher's record for a piece.
    init(_ tables: IndexTables, matcher: UInt32, text: ByteTable) {
        self.tables = tables
        self.text = text
        var cursor = tables.record(matcher, of: tables.matchers)
        ignoreCase = cursor.next() & IndexRecord.MatcherFlag.ignoreCase != 0
        _ = cursor.next()
        end = cursor.end
        first = cursor
    }

    private let first: RecordCursor

    /// Whether the whole piece fits; ``captures`` then holds where.
    mutating func run() -> Bool { step(first, 0) }

    /// Whether the piece begins with the matcher's one literal.
    var isPrefix: Bool {
        var cursor = first
        _ = cursor.next()
        return has(tables.string(cursor.next()), at: 0)
    }

    /// Whether it is one run: the only matcher that takes a piece which did not decode.
    var isRun: Bool {
        var cursor = first
        let isRun = IndexRecord.Part(rawValue: cursor.next()) == .run
        for _ in 0..<3 { _ = cursor.next() }
        return isRun && cursor.isAtEnd
    }

    /// Fits the parts from a cursor on to the text from an offset on.
    private mutating func step(_ cursor: RecordCursor, _ offset: Int) -> Bool {
        var cursor = cursor
        guard !cursor.isAtEnd else { return offset == text.count }
        switch IndexRecord.Part(rawValue: cursor.next()) {
        case .literal:
            let literal = tables.string(cursor.next())
            return has(literal, at: offset) && step(cursor, offset &+ literal.count)
        case .plain: return plain(cursor, offset)
        case .words: return words(cursor, offset)
        case .run: return run(cursor, offset)
        case nil: return false
        }
    }

    /// As short as the rest allows, never empty, never splitting a character.
    private mutating func plain(_ rest: RecordCursor, _ offset: Int) -> Bool {
        guard offset < text.count else { return false }
        if rest.isAtEnd { return take(offset..<text.count, rest) }
        for stop in (offset + 1)...text.count where text[stop] & 0xC0 != 0x80 || stop == text.count {
            if take(offset..<stop, rest) { return true }
        }
        return false
    }

    private mutating func words(_ cursor: RecordCursor, _ offset: Int) -> Bool {
        var list = cursor
        let count = list.count()
        var rest = list
        for _ in 0..<count { _ = rest.next() }
        for _ in 0..<count {
            let word = tables.string(list.next())
            if has(word, at: offset), take(offset..<offset &+ word.count, rest) { return true }
        }
        return false
    }

    private mutating func run(_ cursor: RecordCursor, _ offset: Int) -> Bool {
        var rest = cursor
        let members = rest.next()
        let low = tables.long(members)
        let high = tables.long(members &+ 1)
        let least = Int(rest.next())
        var most = Int(rest.next())
        if most == 0 { most = .max }
        var stop = offset
        while stop < text.count, stop &- offset < most, Self.holds(low, high, text[stop]) { stop &+= 1 }
        while stop &- offset >= max(least, 1) {
            if take(offset..<stop, rest) { return true }
            stop &-= 1
        }
        return false
    }

    private mutating func take(_ range: Range<Int>, _ rest: RecordCursor) -> Bool {
        captures.push(range)
        if step(rest, range.upperBound) { return true }
        captures.pop()
        return false
    }

    private static func holds(_ low: UInt64, _ high: UInt64, _ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte &- 64) & 1 == 1
    }

    private func has(_ literal: ByteTable, at offset: Int) -> Bool {
        guard offset &+ literal.count <= text.count else { return false }
        for index in 0..<literal.count {
            let ours = text[offset &+ index]
            let theirs = literal[index]
            if ours != theirs, !ignoreCase || Self.fold(ours) != Self.fold(theirs) { return false }
        }
        return true
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
