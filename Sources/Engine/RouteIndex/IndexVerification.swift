import RouteModel

/// Checks the untrusted bytes of an index file once, so that readers may rely on the tables.
///
/// In order: header and checksum, section list, strings, labels, tree, terminals, alternatives, records. It
/// allocates nothing per rule, and each step relies only on the steps before it.
struct IndexVerification {
    let tables: IndexTables

    /// Checks a whole file.
    ///
    /// - Throws: ``IndexError`` with the first table that violates the format.
    /// - Complexity: O(bytes).
    static func verify(_ bytes: IndexBytes) throws(IndexError) -> IndexFile {
        try bytes.whileAlive { () throws(IndexError) in try verifyHeader(bytes.table) }
        let file = IndexFile(bytes)
        try file.whileAlive { tables throws(IndexError) in try IndexVerification(tables: tables).verifyBody() }
        return file
    }

    private func verifyBody() throws(IndexError) {
        try verifyStrings()
        try verifyLabels()
        try verifyTree()
        try verifyAlternatives()
        try verifyRecords()
    }

    // MARK: Header

    private static func verifyHeader(_ bytes: ByteTable) throws(IndexError) {
        guard bytes.count >= 16 else { throw IndexError(.truncated, "\(bytes.count) bytes") }
        guard bytes.long(at: 0) == IndexFormat.magic else { throw IndexError(.foreign, "magic") }
        let version = bytes.word(at: 8)
        guard version <= IndexFormat.version else { throw IndexError(.newerFormat, "format \(version)") }
        guard version == IndexFormat.version else { throw IndexError(.olderFormat, "format \(version)") }
        guard bytes.word(at: 12) == 0 else { throw IndexError(.malformed, "header") }
        guard bytes.count >= IndexFormat.headerBytes, bytes.long(at: IndexFormat.lengthAt) == UInt64(bytes.count) else {
            throw IndexError(.truncated, "\(bytes.count) bytes")
        }
        guard bytes.long(at: IndexFormat.checksumAt) == IndexChecksum.of(bytes) else {
            throw IndexError(.checksum, "content")
        }
        guard ReleaseVersion(exactly: bytes.long(at: IndexFormat.releaseAt)) != nil else {
            throw IndexError(.malformed, "release")
        }
        try verifySections(bytes)
    }

    private static func verifySections(_ bytes: ByteTable) throws(IndexError) {
        var expected = IndexFormat.headerBytes
        for section in IndexFormat.Section.allCases {
            let place = IndexSection(section, in: bytes)
            let widths =
                switch section {
                case .pool: 1...1
                case .longs: 8...8
                default: 1...4
                }
            guard place.offset == expected, widths.contains(place.width), place.size <= bytes.count - expected else {
                throw IndexError(.malformed, "section \(section)")
            }
            expected += place.size
        }
        guard expected + IndexFormat.padding == bytes.count else {
            throw IndexError(.malformed, "bytes after the last section")
        }
    }

    // MARK: Strings

    private func verifyStrings() throws(IndexError) {
        let offsets = tables.stringOffsets
        guard offsets.count > 0, offsets[0] == 0, offsets.int(offsets.count - 1) == tables.pool.count else {
            throw IndexError(.malformed, "stringOffsets")
        }
        guard tables.pool.isUTF8 else { throw IndexError(.malformed, "pool is not UTF-8") }
        var last: UInt32 = 0
        for index in 1..<max(offsets.count, 1) {
            let offset = offsets[index]
            // 0b10xxxxxx continues a character: a string may not begin or end before it.
            guard offset >= last, tables.pool[Int(clamping: offset)] & 0xC0 != 0x80 else {
                throw IndexError(.malformed, "stringOffsets \(index)")
            }
            last = offset
        }
        guard Int(clamping: tables.bytes.word(at: IndexFormat.appAt)) < tables.stringCount else {
            throw IndexError(.malformed, "app")
        }
    }

    private func verifyLabels() throws(IndexError) {
        let buckets = tables.labelBuckets
        let count = buckets.count - 1
        guard count >= 2, count & (count - 1) == 0 else { throw IndexError(.malformed, "labelBuckets") }
        guard tables.hasWholeLabels else { throw IndexError(.malformed, "labels") }
        try verifyOffsets(buckets, upTo: tables.labelCount, "labelBuckets")
        for place in 0..<tables.labelCount {
            let row = tables.label(place)
            let string = Int(clamping: row.string)
            guard string < tables.stringCount, tables.stringOffsets.pair(string) == (row.start, row.start &+ row.length)
            else { throw IndexError(.malformed, "labels \(place)") }
        }
    }

    /// Checks that offsets start at zero, do not decrease, and end at a count.
    private func verifyOffsets(_ table: WordTable, upTo end: Int, _ name: String) throws(IndexError) {
        guard table.count > 0, table[0] == 0, table.int(table.count - 1) == end else {
            throw IndexError(.malformed, name)
        }
        var last: UInt32 = 0
        for index in 0..<table.count {
            let offset = table[index]
            guard offset >= last else { throw IndexError(.malformed, "\(name) \(index)") }
            last = offset
        }
    }

    // MARK: Tree

    private func verifyTree() throws(IndexError) {
        let count = tables.nodeCount
        guard count >= IndexFormat.Root.allCases.count, tables.nodes.count == (count + 1) * IndexFormat.nodeWords,
            tables.firstChild(0) == IndexFormat.Root.allCases.count, tables.firstTerminal(0) == 0,
            tables.firstChild(count) == count, tables.firstTerminal(count) == tables.terminals.count
        else { throw IndexError(.malformed, "nodes") }
        // `while` loops without checked arithmetic: this is the largest part of a client's launch.
        var node = 0
        while node < count {
            let row = tables.node(node)
            guard row.firstChild > node, row.lastChild >= row.firstChild, row.lastChild <= count,
                row.lastTerminal >= row.firstTerminal
            else { throw IndexError(.malformed, "node \(node)") }
            try verifyChildren(of: row)
            try verifyTerminals(of: row)
            node &+= 1
        }
    }

    /// Checks that labels increase, none is above the last kind of edge, and no child's least position is below its
    /// parent's.
    @inline(__always)
    private func verifyChildren(of row: IndexTables.Node) throws(IndexError) {
        let (labels, nodes, greatest) = (tables.nodeLabels, tables.nodes, tables.edges.plain)
        // Wider than a label, so that it can be one more than the greatest.
        var lowest: UInt64 = 0
        var child = row.firstChild
        while child < row.lastChild {
            let label = labels[child]
            guard UInt64(label) >= lowest, label <= greatest, nodes[child &* IndexFormat.nodeWords &+ 2] >= row.least
            else { throw IndexError(.malformed, "node \(child)") }
            lowest = UInt64(label) &+ 1
            child &+= 1
        }
    }

    /// Checks that positions increase, begin at or above the node's least, and belong to alternatives.
    @inline(__always)
    private func verifyTerminals(of row: IndexTables.Node) throws(IndexError) {
        let (terminals, alternatives) = (tables.terminals, tables.alternativeCount)
        var lowest = UInt64(row.least)
        var place = row.firstTerminal
        while place < row.lastTerminal {
            let terminal = Terminal(word: terminals[place])
            guard terminal.ending != nil, Int(clamping: terminal.position) < alternatives,
                UInt64(terminal.position) >= lowest
            else { throw IndexError(.malformed, "terminals \(place)") }
            lowest = UInt64(terminal.position) &+ 1
            place &+= 1
        }
    }

    // MARK: Alternatives

    private func verifyAlternatives() throws(IndexError) {
        guard tables.hasWholeAlternatives else { throw IndexError(.malformed, "alternatives") }
        let (strings, constraints, captures) = (
            tables.stringCount, tables.constraints.count - 1, tables.captures.count - 1
        )
        let (destinations, conditions) = (tables.destinations.count - 1, tables.conditions.count)
        for position in 0..<tables.alternativeCount {
            let row = CompiledAlternative(tables, UInt32(truncatingIfNeeded: position))
            guard Int(clamping: row.ruleID) < strings, Int(clamping: row.constraints) < constraints,
                Int(clamping: row.captures) < captures, Int(clamping: row.destination) < destinations,
                Int(clamping: row.condition) < conditions
            else { throw IndexError(.malformed, "alternatives \(position)") }
        }
    }

    // MARK: Records

    private func verifyRecords() throws(IndexError) {
        var at = 0
        let kinds: [(WordTable, String, (inout RecordCheck) -> Void)] = [
            (tables.destinations, "destinations", { $0.destination() }),
            (tables.constants, "constants", { $0.constants() }),
            (tables.conditions, "conditions", { $0.condition() }),
            (tables.captures, "captures", { $0.captures() }),
            (tables.constraints, "constraints", { $0.constraints() }),
            (tables.matchers, "matchers", { $0.matcher() }),
            (tables.settings, "settings", { $0.settings() }),
        ]
        for (offsets, name, check) in kinds {
            guard offsets.count > 0, offsets.int(0) == at else { throw IndexError(.malformed, name) }
            for number in 0..<(offsets.count - 1) {
                let end = offsets.int(number + 1)
                guard end >= at, end <= tables.words.count else { throw IndexError(.malformed, "\(name) \(number)") }
                var record = RecordCheck(tables: tables, cursor: RecordCursor(words: tables.words, at: at, end: end))
                check(&record)
                guard record.isWhole else { throw IndexError(.malformed, "\(name) \(number)") }
                at = end
            }
        }
        guard at == tables.words.count, tables.settings.count == 2 else { throw IndexError(.malformed, "words") }
    }
}
