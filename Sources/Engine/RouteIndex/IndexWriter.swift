extension CompiledIndex {
    /// An index file with its checksum recomputed, so that tests and fuzzers reach the checks after the checksum.
    package static func resealed(_ file: [UInt8]) -> [UInt8] {
        guard file.count >= IndexFormat.checksummedFrom else { return file }
        var file = file
        IndexWriter.seal(&file)
        return file
    }
}

/// Writes the sections of an index file one after the other, then the header and the checksum.
struct IndexWriter: ~Copyable {
    private(set) var bytes: UniqueBuffer<UInt8>
    private var sections: [(offset: Int, count: Int, width: Int)] = []

    /// Starts a file with an empty header.
    init(reserving capacity: Int) {
        bytes = UniqueBuffer(reserving: IndexFormat.headerBytes + capacity)
        bytes.appendZeros(IndexFormat.headerBytes)
    }

    /// Appends the next section in the order of ``IndexFormat/Section``, with words as narrow as the largest one allows.
    mutating func add(_ words: borrowing UniqueBuffer<UInt32>) {
        var union: UInt32 = 0
        for index in 0..<words.count { union |= words[index] }
        let width = max(1, (39 - union.leadingZeroBitCount) / 8)
        sections.append((bytes.count, words.count, width))
        bytes.append(words, width: width)
    }

    /// Appends the next section, of 64-bit numbers.
    mutating func add(longs: [UInt64]) {
        sections.append((bytes.count, longs.count, 8))
        for long in longs {
            for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: long >> UInt64(8 * byte))) }
        }
    }

    /// Appends the string pool, writes the header and returns the file.
    ///
    /// - Throws: ``IndexError`` of code `tooLarge` for a file above ``Limits/indexBytesMax``.
    consuming func finish(
        pool: borrowing UniqueBuffer<UInt8>, digest: [UInt8], release: Int64, app: UInt32, flags: UInt32,
        rules: UInt32
    ) throws(IndexError) -> [UInt8] {
        precondition(digest.count == 32, "the digest must have the 32 bytes of a SHA-256")
        sections.append((bytes.count, pool.count, 1))
        bytes.append(contentsOf: pool)
        bytes.appendZeros(IndexFormat.padding)
        precondition(sections.count == IndexFormat.Section.allCases.count, "every section must be written once")
        guard bytes.count <= Limits.indexBytesMax else {
            throw IndexError(.tooLarge, "\(bytes.count) bytes")
        }
        put(IndexFormat.magic, at: 0)
        put(UInt64(IndexFormat.version), at: 8)
        put(UInt64(bytes.count), at: IndexFormat.lengthAt)
        for (index, byte) in digest.enumerated() { bytes[IndexFormat.digestAt + index] = byte }
        put(UInt64(bitPattern: release), at: IndexFormat.releaseAt)
        put(UInt64(app) | UInt64(flags) << 32, at: IndexFormat.appAt)
        putWord(rules, at: IndexFormat.rulesAt)
        for (index, section) in sections.enumerated() {
            let at = IndexFormat.sectionsAt + index * IndexFormat.sectionBytes
            put(UInt64(section.count) | UInt64(section.width) << 32, at: at + 4)
            putWord(UInt32(section.offset), at: at)
        }
        var file = bytes.array
        Self.seal(&file)
        return file
    }

    /// Writes the checksum of the content.
    static func seal(_ bytes: inout [UInt8]) {
        let checksum = ByteTable.with(bytes) { IndexChecksum.of($0) }
        for index in 0..<8 {
            bytes[IndexFormat.checksumAt + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index)))
        }
    }

    private mutating func put(_ number: UInt64, at offset: Int) {
        for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
    }

    private mutating func putWord(_ word: UInt32, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(index))) }
    }
}
