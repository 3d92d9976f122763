/// The ranges of a matcher's captures in a piece; at most two (language.md section 3).
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
/// The result and the captures are those of URLPattern's regular expression: a plain capture is lazy, a run is greedy,
/// the words of an enumeration are tried in order. A literal at the end is compared first, which fixes the end of the
/// last capture. So only the end of the first of two captures is searched for, and each candidate costs one comparison
/// of the text after it.
///
/// - Complexity: O(bytes × words of an enumeration); a test counts it by ``MatcherWork``.
struct MatcherRunner<Work: MatcherWork> {
    let tables: IndexTables
    let text: ByteTable
    private(set) var work: Work
    private let ignoreCase: Bool
    private let first: RecordCursor
    /// The offset of the last capture's part in the record.
    private var lastCapture = -1
    /// The end of the last capture: the start of the literal at the matcher's end.
    private var limit = 0
    /// The least offset from which all bytes up to ``limit`` are in the last run's class; -1 until it is computed.
    private var reach = -1
    private(set) var captures = CapturedRanges()

    /// Prepares a matcher's record for a piece.
    init(_ tables: IndexTables, matcher: UInt32, text: ByteTable, work: Work) {
        self.work = work
        self.tables = tables
        self.text = text
        var cursor = tables.record(matcher, of: tables.matchers)
        ignoreCase = cursor.next() & IndexRecord.MatcherFlag.ignoreCase != 0
        _ = cursor.next()
        first = cursor
    }

    /// Whether the whole piece matches; ``captures`` then has the ranges.
    mutating func run() -> Bool {
        var suffix: UInt32?
        var cursor = first
        while !cursor.isAtEnd {
            let place = cursor.at
            suffix = nil
            switch IndexRecord.Part(rawValue: cursor.next()) {
            case .literal: suffix = cursor.next()
            case .plain: lastCapture = place
            case .words:
                lastCapture = place
                for _ in 0..<cursor.count() { _ = cursor.next() }
            case .run:
                lastCapture = place
                for _ in 0..<3 { _ = cursor.next() }
            case nil: return false
            }
        }
        limit = text.count
        if let suffix {
            let literal = tables.string(suffix)
            limit &-= literal.count
            guard limit >= 0, has(literal, at: limit) else { return false }
        }
        return lastCapture >= 0 && step(first, 0)
    }

    /// Whether the piece begins with the matcher's one literal.
    var isPrefix: Bool {
        mutating get {
            var cursor = first
            _ = cursor.next()
            return has(tables.string(cursor.next()), at: 0)
        }
    }

    /// Whether the matcher is a single run, the only matcher that may match a piece that does not decode to UTF-8.
    var isRun: Bool {
        var cursor = first
        let isRun = IndexRecord.Part(rawValue: cursor.next()) == .run
        for _ in 0..<3 { _ = cursor.next() }
        return isRun && cursor.isAtEnd
    }

    /// Matches the parts from a cursor up to the last capture with the text from an offset on.
    private mutating func step(_ cursor: RecordCursor, _ offset: Int) -> Bool {
        var cursor = cursor
        let isLast = cursor.at == lastCapture
        switch IndexRecord.Part(rawValue: cursor.next()) {
        case .literal:
            let literal = tables.string(cursor.next())
            return has(literal, at: offset) && step(cursor, offset &+ literal.count)
        case .plain where isLast: return offset < limit && finish(offset)
        case .plain: return plain(cursor, offset)
        case .words: return words(cursor, offset, isLast)
        case .run: return run(cursor, offset, isLast)
        case nil: return false
        }
    }

    private mutating func finish(_ offset: Int) -> Bool {
        captures.push(offset..<limit)
        return true
    }

    /// Matches a plain capture: the shortest non-empty range with which the rest matches, ending between characters.
    private mutating func plain(_ rest: RecordCursor, _ offset: Int) -> Bool {
        guard offset < limit else { return false }
        for stop in (offset &+ 1)...limit where text[stop] & 0xC0 != 0x80 || stop == text.count {
            work.looked(at: 1)
            if take(offset..<stop, rest) { return true }
        }
        return false
    }

    private mutating func words(_ cursor: RecordCursor, _ offset: Int, _ isLast: Bool) -> Bool {
        var list = cursor
        let count = list.count()
        var rest = list
        for _ in 0..<count { _ = rest.next() }
        for _ in 0..<count {
            let word = tables.string(list.next())
            guard has(word, at: offset) else { continue }
            if isLast {
                if offset &+ word.count == limit { return finish(offset) }
            } else if take(offset..<offset &+ word.count, rest) {
                return true
            }
        }
        return false
    }

    private mutating func run(_ cursor: RecordCursor, _ offset: Int, _ isLast: Bool) -> Bool {
        var rest = cursor
        let members = rest.next()
        let low = tables.long(members)
        let high = tables.long(members &+ 1)
        let least = max(Int(clamping: rest.next()), 1)
        var most = Int(clamping: rest.next())
        if most == 0 { most = .max }
        if isLast {
            if reach < 0 {
                reach = limit
                while reach > 0, Self.holds(low, high, text[reach &- 1]) { reach &-= 1 }
                work.looked(at: limit &- reach)
            }
            return offset >= reach && limit &- offset >= least && limit &- offset <= most && finish(offset)
        }
        var stop = offset
        while stop < limit, stop &- offset < most, Self.holds(low, high, text[stop]) { stop &+= 1 }
        work.looked(at: stop &- offset)
        while stop &- offset >= least {
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

    private mutating func has(_ literal: ByteTable, at offset: Int) -> Bool {
        guard offset &+ literal.count <= text.count else { return false }
        for index in 0..<literal.count {
            work.looked(at: 1)
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

/// Counts the bytes that a matcher reads, for tests.
protocol MatcherWork {
    /// Called for every read of bytes, repeated reads included.
    mutating func looked(at count: Int)
}

/// Counts nothing.
struct UncountedWork: MatcherWork {
    @inline(__always)
    mutating func looked(at count: Int) {}
}

extension MatcherRunner where Work == UncountedWork {
    /// Prepares a matcher's record for a piece.
    @inline(__always)
    init(_ tables: IndexTables, matcher: UInt32, text: ByteTable) {
        self.init(tables, matcher: matcher, text: text, work: UncountedWork())
    }
}
