/// Text of a pattern without escapes and braces, with the position of each byte in the pattern.
struct PatternText: Sendable, Equatable {
    /// The first byte of the text, or a byte that does not directly follow its predecessor in the pattern.
    private struct Jump: Sendable, Equatable {
        /// The index in ``bytes``.
        var index: Int
        /// The position in the pattern, in UTF-8 bytes.
        var offset: Int
    }

    /// The bytes of the text.
    private(set) var bytes: [UInt8]
    /// The jumps in ascending order; the first is that of byte 0.
    private var jumps: [Jump]

    /// Creates a text from bytes that follow each other in the pattern from an offset on.
    init(_ bytes: some Sequence<UInt8>, at offset: Int) {
        self.bytes = Array(bytes)
        jumps = [Jump(index: 0, offset: offset)]
    }

    /// The position of its first byte.
    var offset: Int { jumps[0].offset }

    /// The position of a byte.
    func offset(of index: Int) -> Int {
        let jump = jumps.last { $0.index <= index } ?? jumps[0]
        return jump.offset + index - jump.index
    }

    mutating func append(_ other: PatternText) {
        for jump in other.jumps { jumps.append(Jump(index: bytes.count + jump.index, offset: jump.offset)) }
        bytes += other.bytes
    }

    /// A part of the text; `first` is the index of the last jump at or before it.
    private func part(_ range: Range<Int>, after first: Int) -> PatternText {
        let start = jumps[first].offset + range.lowerBound - jumps[first].index
        var part = PatternText(bytes[range], at: start)
        for jump in jumps[(first + 1)...].prefix(while: { $0.index < range.upperBound }) {
            part.jumps.append(Jump(index: jump.index - range.lowerBound, offset: jump.offset))
        }
        return part
    }

    /// The parts between separators, including empty ones.
    func split(at separator: UInt8) -> [PatternText] {
        var parts: [PatternText] = []
        var start = 0
        var jump = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
            while jump + 1 < jumps.count, jumps[jump + 1].index <= start { jump += 1 }
            parts.append(part(start..<index, after: jump))
            start = index + 1
        }
        return parts
    }
}
