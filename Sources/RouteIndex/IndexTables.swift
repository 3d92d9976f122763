/// The sections of one index as tables, found from its header.
///
/// A class, since a walk, its judge and its readers all hold it: one reference each instead of sixteen tables.
final class IndexTables: Sendable {
    /// Keeps the memory of every table alive.
    let owner: IndexBytes
    let bytes: ByteTable

    let labelBuckets: WordTable
    let labels: WordTable
    let stringOffsets: WordTable
    let nodeLabels: WordTable
    let nodes: WordTable
    let terminals: WordTable
    let alternativeRules: WordTable
    let alternativeNumbers: WordTable
    let alternativeConstraints: WordTable
    let alternativeCaptures: WordTable
    let ruleIDs: WordTable
    let ruleDestinations: WordTable
    let ruleConditions: WordTable
    let destinations: WordTable
    let constants: WordTable
    let conditions: WordTable
    let captures: WordTable
    let constraints: WordTable
    let matchers: WordTable
    let settings: WordTable
    let words: WordTable
    let longs: ByteTable
    let pool: ByteTable

    /// How edge labels are numbered.
    let edges: EdgeLabels

    /// Whether any pattern compares literals without case.
    let hasFoldedLabels: Bool

    /// Whether the authority of some scheme's addresses is their first path segment.
    let hasFirstSegments: Bool

    /// Whether any pattern's host is more than literals, so that host labels have to be compared one by one.
    let hasHostLabels: Bool

    /// How far a hash is shifted to get its bucket.
    let bucketShift: UInt32

    /// Reads the header's section list; checks nothing, since the tables are total.
    init(_ owner: IndexBytes) {
        self.owner = owner
        let bytes = owner.table
        self.bytes = bytes
        func table(_ section: IndexFormat.Section) -> WordTable {
            let place = IndexSection(section, in: bytes)
            return bytes.words(at: place.offset, count: place.count, width: place.width)
        }
        func region(_ section: IndexFormat.Section) -> ByteTable {
            let place = IndexSection(section, in: bytes)
            return bytes.slice(place.offset, place.offset + place.size)
        }
        labelBuckets = table(.labelBuckets)
        labels = table(.labels)
        stringOffsets = table(.stringOffsets)
        nodeLabels = table(.nodeLabels)
        nodes = table(.nodes)
        terminals = table(.terminals)
        alternativeRules = table(.alternativeRules)
        alternativeNumbers = table(.alternativeNumbers)
        alternativeConstraints = table(.alternativeConstraints)
        alternativeCaptures = table(.alternativeCaptures)
        ruleIDs = table(.ruleIDs)
        ruleDestinations = table(.ruleDestinations)
        ruleConditions = table(.ruleConditions)
        destinations = table(.destinations)
        constants = table(.constants)
        conditions = table(.conditions)
        captures = table(.captures)
        constraints = table(.constraints)
        matchers = table(.matchers)
        settings = table(.settings)
        words = table(.words)
        longs = region(.longs)
        pool = region(.pool)
        edges = EdgeLabels(strings: max(stringOffsets.count - 1, 0), matchers: max(matchers.count - 1, 0))
        hasFoldedLabels = bytes.word(at: IndexFormat.flagsAt) & IndexFormat.hasFoldedLabels != 0
        hasFirstSegments = bytes.word(at: IndexFormat.flagsAt) & IndexFormat.hasFirstSegments != 0
        let hostLabels = IndexFormat.Root.hostLabels.rawValue * IndexFormat.nodeWords
        hasHostLabels = nodes[hostLabels] < nodes[hostLabels + IndexFormat.nodeWords]
        bucketShift = UInt32(32 - max(labelBuckets.count - 1, 1).trailingZeroBitCount)
    }

    // MARK: Strings

    var stringCount: Int { max(stringOffsets.count - 1, 0) }

    /// The bytes of a string.
    @inline(__always)
    func string(_ id: UInt32) -> ByteTable {
        pool.slice(stringOffsets.int(Int(id)), stringOffsets.int(Int(id) &+ 1))
    }

    /// A string as a value.
    func text(_ id: UInt32) -> String { string(id).text }

    /// The label that equals these bytes, or ``IndexFormat/none``.
    ///
    /// - Complexity: O(bytes), one or two labels in a bucket.
    @inline(__always)
    func label(_ segment: ByteTable) -> UInt32 {
        let bucket = Int(segment.hash &>> bucketShift)
        var place = labelBuckets.int(bucket)
        let end = labelBuckets.int(bucket &+ 1)
        while place < end {
            let id = labels[place]
            if string(id).equals(segment) { return id }
            place &+= 1
        }
        return IndexFormat.none
    }

    /// Whether the authority of a scheme's addresses is their first path segment (rules.md section 3).
    func readsFirstSegment(_ scheme: UInt32) -> Bool {
        guard hasFirstSegments else { return false }
        var cursor = record(0, of: settings)
        for _ in 0..<cursor.count() { _ = cursor.next() }
        for _ in 0..<cursor.count() where cursor.next() == scheme { return true }
        return false
    }

    // MARK: Nodes

    var nodeCount: Int { nodeLabels.count }

    @inline(__always)
    func firstChild(_ node: Int) -> Int { nodes.int(node &* IndexFormat.nodeWords) }

    @inline(__always)
    func firstTerminal(_ node: Int) -> Int { nodes.int(node &* IndexFormat.nodeWords &+ 1) }

    /// The least order position in the subtree.
    @inline(__always)
    func least(_ node: Int) -> UInt32 { nodes[node &* IndexFormat.nodeWords &+ 2] }

    /// The child behind an edge, searched among `first ..< end`; nil where there is none.
    ///
    /// - Complexity: O(log(children)).
    @inline(__always)
    func child(_ label: UInt32, from first: Int, to end: Int) -> Int? {
        var low = first
        var count = end &- first
        while count > 1 {
            let half = count >> 1
            low = nodeLabels[low &+ half] <= label ? low &+ half : low
            count &-= half
        }
        return count == 1 && nodeLabels[low] == label ? low : nil
    }

    // MARK: Records

    /// A 64-bit number.
    func long(_ number: UInt32) -> UInt64 { longs.long(at: Int(number) &* 8) }

    /// The words of a record, given its kind's table of offsets.
    func record(_ number: UInt32, of kind: WordTable) -> RecordCursor {
        RecordCursor(words: words, at: kind.int(Int(number)), end: kind.int(Int(number) + 1))
    }
}

/// One entry of the header's section list.
struct IndexSection {
    let offset: Int
    let count: Int
    let width: Int

    /// Bytes in all.
    var size: Int { count * width }

    init(_ section: IndexFormat.Section, in bytes: ByteTable) {
        let at = IndexFormat.sectionsAt + section.rawValue * IndexFormat.sectionBytes
        offset = Int(bytes.word(at: at))
        count = Int(bytes.word(at: at + 4))
        width = Int(bytes.word(at: at + 8))
    }
}

/// Reads the words of one record in order; behind the end every word is zero and ``overran`` is set.
struct RecordCursor {
    private let words: WordTable
    private(set) var at: Int
    let end: Int
    /// Whether more was asked for than there was.
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

    /// The next word as a count of entries that follow; never more than the words that are left.
    mutating func count() -> Int {
        let count = Int(next())
        guard count <= end - at else {
            overran = true
            return 0
        }
        return count
    }
}
