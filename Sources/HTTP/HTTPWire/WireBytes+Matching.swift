/// Compares a range with known bytes, sixteen, eight or four at a time; the last step overlaps the one before it.
extension WireBytes {
    /// Whether a range equals these bytes.
    @inlinable @inline(__always)
    public func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && has(text, at: range.lowerBound)
    }

    /// Whether these bytes are at an index.
    @inlinable @inline(__always)
    public func has(_ text: StaticString, at start: Int) -> Bool {
        precondition(text.hasPointerRepresentation, "a text of more than one character")
        // A static string's bytes are never freed.
        let letters = unsafe UnsafeRawPointer(text.utf8Start)
        return unsafe isEqual(letters, count: text.utf8CodeUnitCount, at: start, folding: false)
    }

    /// Whether a range equals a text without regard to ASCII case.
    ///
    /// The text is lower-case letters, digits, `-`, `:` and `/`: of these only letters have bit 6, and the case bit may differ
    /// only in letters.
    @inlinable @inline(__always)
    public func matchesFolding(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && hasFolding(text, at: range.lowerBound)
    }

    /// Whether such a text is at an index, without regard to ASCII case.
    @inlinable @inline(__always)
    func hasFolding(_ text: StaticString, at start: Int) -> Bool {
        precondition(text.hasPointerRepresentation, "a text of more than one character")
        // A static string's bytes are never freed.
        let letters = unsafe UnsafeRawPointer(text.utf8Start)
        return unsafe isEqual(letters, count: text.utf8CodeUnitCount, at: start, folding: true)
    }

    /// Whether a range equals these bytes.
    package func matches(_ range: Range<Int>, bytes: [UInt8]) -> Bool {
        range.count == bytes.count && has(bytes, at: range.lowerBound)
    }

    /// Whether these bytes are at an index.
    func has(_ bytes: [UInt8], at start: Int) -> Bool { has(bytes, 0..<bytes.count, at: start) }

    /// Whether a part of these bytes is at an index.
    package func has(_ bytes: [UInt8], _ part: Range<Int>, at start: Int) -> Bool {
        precondition(part.lowerBound >= 0 && part.upperBound <= bytes.count, "a part outside the bytes")
        return unsafe bytes.withUnsafeBytes { raw in
            // An empty array may have no address; no bytes are at every index.
            guard let letters = raw.baseAddress else { return true }
            return unsafe isEqual(letters + part.lowerBound, count: part.count, at: start, folding: false)
        }
    }

    /// Whether the `count` bytes at `letters` are at an index.
    @inlinable @inline(__always)
    func isEqual(_ letters: UnsafeRawPointer, count wanted: Int, at start: Int, folding: Bool) -> Bool {
        guard start | (count &- start &- wanted) >= 0 else { return false }
        // The largest step that fits, so that the server's texts need two or three steps.
        if wanted >= 16, !folding { return unsafe isEqual(letters, wanted, start) }
        if wanted >= 8 { return unsafe isEqual(letters, wanted, start, folding, stepping: UInt64.self) }
        if wanted >= 4 { return unsafe isEqual(letters, wanted, start, folding, stepping: UInt32.self) }
        if wanted >= 2 { return unsafe isEqual(letters, wanted, start, folding, stepping: UInt16.self) }
        return unsafe wanted == 0 || isEqual(letters, wanted, start, folding, stepping: UInt8.self)
    }

    /// The same in steps of a number's size, of which at least one fits: every load ends within the `wanted` bytes, whose
    /// presence the caller has checked.
    @inlinable @inline(__always)
    func isEqual<Word: FixedWidthInteger & BitwiseCopyable>(
        _ letters: UnsafeRawPointer, _ wanted: Int, _ start: Int, _ folding: Bool, stepping type: Word.Type
    ) -> Bool {
        let last = wanted &- MemoryLayout<Word>.size
        var offset = 0
        while true {
            let word = unsafe Word(littleEndian: letters.loadUnaligned(fromByteOffset: offset, as: Word.self))
            let cases = folding ? (word & Word(truncatingIfNeeded: 0x4040_4040_4040_4040 as UInt64)) &>> 1 : 0
            let mine = unsafe Word(
                littleEndian: self.start.loadUnaligned(fromByteOffset: start &+ offset, as: Word.self))
            if (mine ^ word) & ~cases != 0 { return false }
            if offset == last { return true }
            offset = min(offset &+ MemoryLayout<Word>.size, last)
        }
    }

    /// The same in steps of sixteen bytes without folding.
    @usableFromInline
    func isEqual(_ letters: UnsafeRawPointer, _ wanted: Int, _ start: Int) -> Bool {
        let last = wanted &- 16
        var offset = 0
        while true {
            let theirs = unsafe letters.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            let mine = unsafe self.start.loadUnaligned(fromByteOffset: start &+ offset, as: SIMD16<UInt8>.self)
            let (low, high) = (mine ^ theirs).words
            if low | high != 0 { return false }
            if offset == last { return true }
            offset = min(offset &+ 16, last)
        }
    }
}
