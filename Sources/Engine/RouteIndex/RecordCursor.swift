/// Reads the words of one record in order; after the end it reads zeros and sets ``overran``.
struct RecordCursor {
    private let words: WordTable
    private(set) var at: Int
    let end: Int
    /// Whether a read went beyond the end.
    private(set) var overran = false

    init(words: WordTable, at: Int, end: Int) {
        self.words = words
        self.at = at
        self.end = end
    }

    var isAtEnd: Bool { at >= end }

    /// The next word.
    @inline(__always)
    mutating func next() -> UInt32 {
        guard at < end else {
            overran = true
            return 0
        }
        defer { at &+= 1 }
        return words[at]
    }

    /// Skips a word.
    @inline(__always)
    mutating func skip() {
        if at < end { at &+= 1 } else { overran = true }
    }

    /// The next word as the count of entries that follow; zero, with ``overran`` set, if fewer words are left.
    mutating func count() -> Int {
        let count = Int(clamping: next())
        guard count <= end - at else {
            overran = true
            return 0
        }
        return count
    }
}

extension Array {
    /// Makes an array of `count` elements, from the closure in turn.
    ///
    /// Most lists of a look-up have one to four elements; an array literal costs fewer instructions than appending, or
    /// than `init(unsafeUninitializedCapacity:)`, which searches for the metadata of the array's storage.
    @inline(__always)
    init(count: Int, _ next: () -> Element) {
        switch count {
        case ...0: self = []
        case 1: self = [next()]
        case 2: self = [next(), next()]
        case 3: self = [next(), next(), next()]
        default:
            self = [next(), next(), next(), next()]
            if count > 4 {
                reserveCapacity(count)
                for _ in 4..<count { append(next()) }
            }
        }
    }
}
