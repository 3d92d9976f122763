/// The sections of one index, located by its header; a value without references, so a copy needs no retain.
struct IndexSections {
    let bytes: ByteTable

    let labelBuckets: WordTable
    let labels: WordTable
    let stringOffsets: WordTable
    let nodeLabels: WordTable
    let nodes: WordTable
    let terminals: WordTable
    let alternatives: WordTable
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

    /// Whether any pattern ignores the ASCII case of literals.
    let hasFoldedLabels: Bool

    /// Whether the authority of some scheme's addresses is their first path segment.
    let hasFirstSegments: Bool

    /// Whether the host of any pattern is not all literal, so that host labels are compared one by one.
    let hasHostLabels: Bool

    /// Whether short texts can be made by ``SmallText``.
    let hasSmallTexts: Bool

    /// The number of bits by which a hash is shifted right to get its bucket.
    let bucketShift: UInt32

    /// Reads the header's section list without checking it; the tables' accessors are total.
    init(_ bytes: ByteTable) {
        self.bytes = bytes
        func table(_ section: IndexFormat.Section) -> WordTable {
            let place = IndexSection(section, in: bytes)
            return bytes.words(at: place.offset, count: place.count, width: place.width)
        }
        func region(_ section: IndexFormat.Section) -> ByteTable {
            let place = IndexSection(section, in: bytes)
            return bytes.slice(place.offset, place.offset &+ place.size)
        }
        labelBuckets = table(.labelBuckets)
        labels = table(.labels)
        stringOffsets = table(.stringOffsets)
        nodeLabels = table(.nodeLabels)
        nodes = table(.nodes)
        terminals = table(.terminals)
        alternatives = table(.alternatives)
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
        hasSmallTexts = SmallText.hasKnownLayout
        bucketShift = UInt32(32 - max(labelBuckets.count - 1, 1).trailingZeroBitCount)
    }
}

/// One entry of the header's section list.
struct IndexSection {
    let offset: Int
    let count: Int
    let width: Int

    /// The size in bytes; the largest `Int` if it is larger.
    var size: Int {
        let (size, overflow) = count.multipliedReportingOverflow(by: width)
        return overflow ? .max : size
    }

    init(_ section: IndexFormat.Section, in bytes: ByteTable) {
        let at = IndexFormat.sectionsAt + section.rawValue * IndexFormat.sectionBytes
        offset = Int(clamping: bytes.word(at: at))
        count = Int(clamping: bytes.word(at: at + 4))
        width = Int(clamping: bytes.word(at: at + 8))
    }
}
