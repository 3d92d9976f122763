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

extension RecordCursor {
    /// Reads `count` elements with a closure; `count` is at least one.
    ///
    /// Most lists have one to three elements; an array literal costs fewer instructions than appending.
    @inline(__always)
    mutating func items<Element>(_ count: Int, _ next: (inout RecordCursor) -> Element) -> [Element] {
        let first = next(&self)
        if count == 1 { return [first] }
        let second = next(&self)
        if count == 2 { return [first, second] }
        let third = next(&self)
        if count == 3 { return [first, second, third] }
        var items = [first, second, third]
        items.reserveCapacity(count)
        for _ in 3..<count { items.append(next(&self)) }
        return items
    }
}
