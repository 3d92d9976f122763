/// Text of a pattern with its escapes undone, which still knows where each byte stood.
struct PatternText: Sendable, Hashable {
    private struct Jump: Sendable, Hashable {
        var index: Int
        var offset: Int
    }

    /// The bytes without backslashes and braces.
    private(set) var bytes: [UInt8]
    /// From which byte on the text stands at which offset; the first is of byte 0.
    private var jumps: [Jump]

    /// Bytes that stand in a row from an offset on.
    init(_ bytes: some Sequence<UInt8>, at offset: Int) {
        self.bytes = Array(bytes)
        jumps = [Jump(index: 0, offset: offset)]
    }

    /// Where it begins.
    var offset: Int { jumps[0].offset }

    /// Where a byte stands.
    func offset(of index: Int) -> Int {
        let jump = jumps.last { $0.index <= index } ?? jumps[0]
        return jump.offset + index - jump.index
    }

    mutating func append(_ other: PatternText) {
        for jump in other.jumps { jumps.append(Jump(index: bytes.count + jump.index, offset: jump.offset)) }
        bytes += other.bytes
    }

    /// A stretch; the last jump up to its beginning is known.
    private func part(_ range: Range<Int>, behind first: Int) -> PatternText {
        let start = jumps[first].offset + range.lowerBound - jumps[first].index
        var part = PatternText(bytes[range], at: start)
        for jump in jumps[(first + 1)...].prefix(while: { $0.index < range.upperBound }) {
            part.jumps.append(Jump(index: jump.index - range.lowerBound, offset: jump.offset))
        }
        return part
    }

    /// The stretches between separators, empty ones too.
    func split(at separator: UInt8) -> [PatternText] {
        var parts: [PatternText] = []
        var start = 0
        var jump = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
            while jump + 1 < jumps.count, jumps[jump + 1].index <= start { jump += 1 }
            parts.append(part(start..<index, behind: jump))
            start = index + 1
        }
        return parts
    }
}
