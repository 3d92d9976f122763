/// Searches sixteen bytes at a time; each function equals the loop over single bytes that its summary describes.
///
/// Each step sets the highest bit of the bytes at which the run may end: adding a constant to a byte carries into that bit
/// if the byte is below or above a bound. Bytes above ASCII and after the end are always marked.
extension WireBytes {
    /// The end of the run of letters, digits, `-` and `.` that begins at an index; most hosts contain nothing else (RFC
    /// 3986 section 3.2.2).
    package func hostEnd(from start: Int) -> Int {
        var index = start
        while true {
            let marks = sixteen(at: index).notHost
            if marks.hasMarks { return index &+ marks.firstMarked }
            index &+= 16
        }
    }

    /// The end of the run of visible ASCII that begins at an index: the first byte outside 0x21…0x7E, or the region's
    /// end.
    package func visibleEnd(from start: Int) -> Int {
        var index = start
        while true {
            let marks = sixteen(at: index).notVisible
            if marks.hasMarks { return index &+ marks.firstMarked }
            index &+= 16
        }
    }

    /// The end of the run of visible ASCII without `?` and `#` that begins at an index: the end of a target's path, if
    /// the path is valid.
    package func pathEnd(from start: Int) -> Int {
        var index = start
        while true {
            let marks = sixteen(at: index).notPath
            if marks.hasMarks { return index &+ marks.firstMarked }
            index &+= 16
        }
    }

    /// The end of the run of visible ASCII and spaces that begins at an index: the first byte outside 0x20…0x7E, or the
    /// region's end.
    ///
    /// Not inlined, so that the caller's loop keeps its registers; this loop calls nothing.
    @inline(never)
    package func plainEnd(from start: Int) -> Int {
        var index = start
        while let bytes = sixteenIfWhole(at: index) {
            let marks = bytes.notPlain
            if marks.hasMarks { return index &+ marks.firstMarked }
            index &+= 16
        }
        return index &+ lastBytes(from: index).notPlain.firstMarked
    }

    /// The first index of an ASCII character in a range, or the range's end.
    package func index(of byte: UInt8, in range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a scan beyond the region")
        var index = range.lowerBound
        while index < range.upperBound {
            let bytes = sixteen(at: index)
            // For ASCII, only zero wraps around.
            let marks = (bytes ^ byte) &- 1
            index &+= marks.firstMarked
            guard marks.hasMarks, index < range.upperBound else { continue }
            if self[index] == byte { return index }
            index &+= 1
        }
        return range.upperBound
    }
}

extension SIMD16<UInt8> {
    /// Marks bytes that are neither letters nor hyphens.
    @inline(__always)
    var notName: Self { ~((self | 0x20).marked(from: 0x61, through: 0x7A) | marked(from: 0x2D, through: 0x2D)) | self }

    /// Marks bytes that are not letters, digits, `-` or `.`.
    @inline(__always)
    var notHost: Self {
        let letters = (self | 0x20).marked(from: 0x61, through: 0x7A)
        return ~(letters | marked(from: 0x30, through: 0x39) | marked(from: 0x2D, through: 0x2E)) | self
    }

    /// Marks bytes that are not visible ASCII.
    @inline(__always)
    var notVisible: Self { (self &- 0x21) | (self &+ 0x01) | self }

    /// Marks bytes that are not visible ASCII, and `?` and `#`: for ASCII, only the difference zero wraps around.
    @inline(__always)
    var notPath: Self { notVisible | ((self ^ 0x3F) &- 1) | ((self ^ 0x23) &- 1) }

    /// Marks bytes that are neither visible ASCII nor spaces.
    @inline(__always)
    var notPlain: Self { (self &- 0x20) | (self &+ 0x01) | self }

    /// Marks the characters between two bounds; undefined for bytes above ASCII.
    @inline(__always)
    private func marked(from low: UInt8, through high: UInt8) -> Self {
        (self &+ (0x80 &- low)) & ~(self &+ (0x7F &- high))
    }

    /// Whether the highest bit of a byte is set.
    @inline(__always)
    var hasMarks: Bool {
        let (low, high) = (self & 0x80).words
        return low | high != 0
    }

    /// The index of the first byte whose highest bit is set, or 16.
    @inline(__always)
    var firstMarked: Int {
        let (low, high) = (self & 0x80).words
        // For zero, the count is 64.
        return low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
    }

    /// The first eight bytes and the last eight as numbers, the first byte lowest.
    @inline(__always)
    var words: (UInt64, UInt64) {
        // Both types have sixteen bytes, and every bit pattern is valid.
        let pair = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (UInt64(littleEndian: pair[0]), UInt64(littleEndian: pair[1]))
    }

    /// The inverse.
    @inline(__always)
    init(_ words: SIMD2<UInt64>) {
        // As above.
        self = unsafe unsafeBitCast(SIMD2(words[0].littleEndian, words[1].littleEndian), to: Self.self)
    }
}
