import RouteModel

/// The sections of an open index as tables.
///
/// One unretained pointer, because a look-up passes it on dozens of times and must not retain it each time. Use it
/// inside ``IndexFile/whileAlive(_:)`` only.
@safe struct IndexTables: @unchecked Sendable {
    // Unsafe: points to memory that an ``IndexFile`` owns; written once, before the first read.
    private let sections: UnsafePointer<IndexSections>

    fileprivate init(_ sections: UnsafePointer<IndexSections>) { unsafe self.sections = sections }

    // Each reads one field of the sections of the file, which is alive as documented above.
    var bytes: ByteTable { unsafe sections.pointee.bytes }
    var labelBuckets: WordTable { unsafe sections.pointee.labelBuckets }
    private var labels: WordTable { unsafe sections.pointee.labels }
    var stringOffsets: WordTable { @inline(__always) get { unsafe sections.pointee.stringOffsets } }
    var nodeLabels: WordTable { unsafe sections.pointee.nodeLabels }
    var nodes: WordTable { unsafe sections.pointee.nodes }
    var terminals: WordTable { unsafe sections.pointee.terminals }
    var alternatives: WordTable { unsafe sections.pointee.alternatives }
    var destinations: WordTable { unsafe sections.pointee.destinations }
    var constants: WordTable { unsafe sections.pointee.constants }
    var conditions: WordTable { unsafe sections.pointee.conditions }
    var captures: WordTable { unsafe sections.pointee.captures }
    var constraints: WordTable { unsafe sections.pointee.constraints }
    var matchers: WordTable { unsafe sections.pointee.matchers }
    var settings: WordTable { unsafe sections.pointee.settings }
    var words: WordTable { unsafe sections.pointee.words }
    var longs: ByteTable { unsafe sections.pointee.longs }
    var pool: ByteTable { unsafe sections.pointee.pool }
    var edges: EdgeLabels { unsafe sections.pointee.edges }
    var hasFoldedLabels: Bool { unsafe sections.pointee.hasFoldedLabels }
    var hasFirstSegments: Bool { unsafe sections.pointee.hasFirstSegments }
    var hasHostLabels: Bool { unsafe sections.pointee.hasHostLabels }
    private var hasSmallTexts: Bool { unsafe sections.pointee.hasSmallTexts }
    private var bucketShift: UInt32 { unsafe sections.pointee.bucketShift }

    /// The release's number; verification has refused one that is no `ReleaseVersion`.
    var version: ReleaseVersion { ReleaseVersion(clamping: bytes.long(at: IndexFormat.releaseAt)) }

    // MARK: Strings

    var stringCount: Int { max(stringOffsets.count - 1, 0) }

    /// The bytes of a string.
    @inline(__always)
    func string(_ id: UInt32) -> ByteTable {
        let (start, end) = stringOffsets.pair(Int(clamping: id))
        return pool.slice(start, end)
    }

    /// A string of the pool as text.
    func text(_ id: UInt32) -> String { text(of: string(id)) }

    /// Bytes as text, with ill-formed UTF-8 replaced by U+FFFD.
    @inline(__always)
    func text(of bytes: ByteTable) -> String {
        if bytes.count <= 15, hasSmallTexts, let text = SmallText.text(bytes) { return text }
        return bytes.text
    }

    /// The number of the label with these bytes, or ``IndexFormat/none``.
    ///
    /// - Complexity: O(bytes); a bucket has one or two labels.
    @inline(__always)
    func label(_ segment: ByteTable) -> UInt32 {
        let (start, end) = labelBuckets.pair(Int(clamping: segment.hash &>> bucketShift))
        var place = start
        while place < end {
            let row = label(place)
            if row.length == segment.count, pool.slice(row.start, row.start &+ row.length).equals(segment) {
                return row.string
            }
            place &+= 1
        }
        return IndexFormat.none
    }

    /// The number of labels.
    var labelCount: Int { labels.count / IndexFormat.labelWords }

    /// Whether the labels are whole rows.
    var hasWholeLabels: Bool { labels.count % IndexFormat.labelWords == 0 }

    /// The row of a label: its string, and the place of its bytes in the pool; zeros if there is no such label.
    @inline(__always)
    func label(_ place: Int) -> (string: UInt32, start: Int, length: Int) {
        let row = labels.three(place &* IndexFormat.labelWords)
        return (row.0, Int(clamping: row.1), Int(clamping: row.2))
    }

    /// Whether the authority of a scheme's addresses is their first path segment (language.md section 3).
    func readsFirstSegment(_ scheme: UInt32) -> Bool {
        guard hasFirstSegments else { return false }
        var cursor = record(0, of: settings)
        for _ in 0..<cursor.count() { _ = cursor.next() }
        for _ in 0..<cursor.count() where cursor.next() == scheme { return true }
        return false
    }

    // MARK: Nodes

    var nodeCount: Int { nodeLabels.count }

    /// A node's row, with the ends of its children and terminals.
    struct Node {
        let firstChild: Int
        let firstTerminal: Int
        let least: UInt32
        let lastChild: Int
        let lastTerminal: Int
    }

    /// The row of a node, read in one step; empty if there is no such node.
    @inline(__always)
    func node(_ node: Int) -> Node {
        let row = nodes.five(node &* IndexFormat.nodeWords)
        return Node(
            firstChild: Int(clamping: row.0), firstTerminal: Int(clamping: row.1), least: row.2,
            lastChild: Int(clamping: row.3),
            lastTerminal: Int(clamping: row.4))
    }

    @inline(__always)
    func firstChild(_ node: Int) -> Int { nodes.int(node &* IndexFormat.nodeWords) }

    @inline(__always)
    func firstTerminal(_ node: Int) -> Int { nodes.int(node &* IndexFormat.nodeWords &+ 1) }

    /// The least order position in the subtree.
    @inline(__always)
    func least(_ node: Int) -> UInt32 { nodes[node &* IndexFormat.nodeWords &+ 2] }

    /// The child in `first ..< end` with a label; nil if there is none.
    ///
    /// - Complexity: O(log(children)).
    @inline(__always)
    func child(_ label: UInt32, from first: Int, to end: Int) -> Int? {
        nodeLabels.place(of: label, from: first, to: end)
    }

    // MARK: Alternatives

    /// The number of alternatives in the body's order.
    var alternativeCount: Int { alternatives.count / IndexFormat.alternativeWords }

    /// Whether the alternatives are whole rows.
    var hasWholeAlternatives: Bool { alternatives.count % IndexFormat.alternativeWords == 0 }

    /// The number of rules of the release.
    var ruleCount: Int { Int(clamping: bytes.word(at: IndexFormat.rulesAt)) }

    // MARK: Records

    /// A 64-bit number; zero or another one if there is no such number.
    func long(_ number: UInt32) -> UInt64 { longs.long(at: Int(clamping: number) &* 8) }

    /// The words of a record; `kind` is the table of offsets of its kind.
    func record(_ number: UInt32, of kind: WordTable) -> RecordCursor {
        let (start, end) = kind.pair(Int(clamping: number))
        return RecordCursor(words: words, at: start, end: end)
    }
}

/// An index file in memory, with its sections located.
///
/// `@unchecked Sendable`: nothing is written after initialisation.
@safe final class IndexFile: @unchecked Sendable {
    // Unsafe: initialised once by `init`, freed in `deinit`.
    private let sections: UnsafeMutablePointer<IndexSections>
    private let bytes: IndexBytes

    /// Reads the section list of the header without checking it.
    init(_ bytes: IndexBytes) {
        self.bytes = bytes
        unsafe sections = .allocate(capacity: 1)  // Space for the one value below.
        unsafe sections.initialize(to: IndexSections(bytes.table))
    }

    deinit {
        unsafe sections.deinitialize(count: 1)  // Initialised by `init`.
        unsafe sections.deallocate()
    }

    /// Runs a closure with the tables and keeps the file alive until it returns.
    @inline(__always)
    func whileAlive<R, E: Error>(_ body: (IndexTables) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(IndexTables(sections))  // Valid as long as this object.
    }
}
