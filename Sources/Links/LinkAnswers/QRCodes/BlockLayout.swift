/// How the bytes of a version are divided into blocks, and the codewords of a text.
struct BlockLayout {
    let version: Int
    /// Codewords of content and of correction together.
    private let total: Int
    /// Codewords of content.
    private let content: Int
    private var corrections: Int { Self.correctionBytes[version - 1] }
    private var blocks: Int { Self.blockCounts[version - 1] }

    /// Codewords of error correction in each block, by version from 1: ISO/IEC 18004, table 9, level M.
    private static let correctionBytes = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    /// Blocks by version from 1, from the same table.
    private static let blockCounts = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31,
        33,
        35, 37, 38, 40, 43, 45, 47, 49,
    ]

    /// The smallest version for that many bytes; nil if none is large enough.
    init?(holding count: Int) {
        for version in 1...Self.blockCounts.count {
            let total = ModuleGrid.codewords(ofVersion: version)
            let content = total - Self.correctionBytes[version - 1] * Self.blockCounts[version - 1]
            if 4 + Self.countBits(version) + 8 * count <= 8 * content {
                (self.version, self.total, self.content) = (version, total, content)
                return
            }
        }
        return nil
    }

    /// The bits that say how many bytes follow (table 3, byte mode).
    private static func countBits(_ version: Int) -> Int { version < 10 ? 8 : 16 }

    /// The codewords in the order in which they stand in the code: blocks with their corrections, interleaved.
    ///
    /// The last blocks have one byte more where the content cannot be divided (section 7.6).
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let filled = filled(bytes)
        let generator = ErrorCorrection.generator(degree: corrections)
        let (short, longs) = (content / blocks, content % blocks)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        for block in 0..<blocks {
            let end = start + short + (block >= blocks - longs ? 1 : 0)
            parts.append(filled[start..<end])
            start = end
        }
        let checks = parts.map { ErrorCorrection.bytes(of: $0, generator: generator) }
        var words: [UInt8] = []
        for place in 0...short {
            for part in parts where place < part.count { words.append(part[part.startIndex + place]) }
        }
        for place in 0..<corrections { words += checks.map { $0[place] } }
        return words
    }

    /// The mode (bytes), the count, the bytes, the end, and bytes that fill the version (sections 7.4.5 and 7.4.10).
    private func filled(_ bytes: [UInt8]) -> [UInt8] {
        // With four bits of the mode in front, every byte of the text lies across two codewords.
        var nibbles: [UInt8] = [4]
        if version >= 10 { nibbles += [UInt8(bytes.count >> 12 & 15), UInt8(bytes.count >> 8 & 15)] }
        nibbles += [UInt8(bytes.count >> 4 & 15), UInt8(bytes.count & 15)]
        for byte in bytes { nibbles += [byte >> 4, byte & 15] }
        // The end of four bits completes a codeword; a version is never so full that it has no place.
        nibbles.append(0)
        var words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        var fill: UInt8 = 0xEC
        while words.count < content {
            words.append(fill)
            fill ^= 0xEC ^ 0x11
        }
        return words
    }
}
