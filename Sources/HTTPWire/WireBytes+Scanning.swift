/// Searching eight bytes at a time; each function equals the loop over single bytes that its summary describes.
///
/// The sums work on bytes below 0x80, of which none can carry into its neighbour; a byte above stops the fast step and is
/// judged by itself.
extension WireBytes {
    /// Where the run of letters and hyphens ends that begins at an index; most names of fields hold nothing else.
    @inline(__always)
    package func nameEnd(from start: Int) -> Int {
        var index = start
        while let word = wordIfWhole(at: index) {
            let folded = word | 0x2020_2020_2020_2020
            let letters = (folded &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(folded &+ 0x0505_0505_0505_0505)
            let others = (word ^ 0x2D2D_2D2D_2D2D_2D2D) &+ 0x7F7F_7F7F_7F7F_7F7F
            let hits = ((others & ~letters) | word) & Words.tops
            // The lowest hit is exact: bytes below it are ASCII, so nothing was carried into it.
            if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < count, Characters.isName(self[index]) { index &+= 1 }
        return index
    }

    /// Where the run of letters, digits, `-` and `.` ends that begins at an index, at the latest at the range's end; most
    /// hosts hold nothing else (RFC 3986 section 3.2.2).
    @inline(__always)
    package func hostEnd(in range: Range<Int>) -> Int {
        precondition(range.upperBound <= count, "a scan beyond the region")
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            let word = word(at: index)
            let letters = Words.within(word | 0x2020_2020_2020_2020, 0x61, 0x7A)
            let plain = letters | Words.within(word, 0x30, 0x39) | Words.within(word, 0x2D, 0x2E)
            let others = (~plain | word) & Words.tops
            if others != 0 { return index &+ others.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < range.upperBound, Characters.isHost(self[index]) { index &+= 1 }
        return index
    }

    /// Where the run of visible ASCII ends that begins at an index: at the first byte outside 0x21…0x7E, or the end.
    @inline(__always)
    package func visibleEnd(from start: Int) -> Int {
        var index = start
        while let word = wordIfWhole(at: index) {
            // A blank is no visible character, unlike in values.
            let others = ((word &- 0x2121_2121_2121_2121) | (word &+ 0x0101_0101_0101_0101) | word) & Words.tops
            if others != 0 { return index &+ others.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < count, self[index] &- 0x21 < 0x5E { index &+= 1 }
        return index
    }

    /// Where the first byte is, from an index on, that no field's value holds (RFC 9110 section 5.5), or the end.
    ///
    /// A function by itself, because it needs most of the registers there are.
    @inline(never)
    package func valueEnd(from start: Int) -> Int {
        var index = start
        while true {
            // Values are long: two words at a time.
            while let (first, second) = wordsIfWhole(at: index) {
                let (others, more) = (Words.notVisible(first), Words.notVisible(second))
                index &+= 16
                guard (others | more) & Words.tops != 0 else { continue }
                let low = others & Words.tops
                let (hits, base) = low != 0 ? (low, index &- 16) : (more & Words.tops, index &- 8)
                index = base &+ hits.trailingZeroBitCount &>> 3
                break
            }
            // Tabs and obs-text stop the fast step only; behind the last two words every byte is looked at here.
            guard index < count, self[index] != 0x0D, Characters.isValue(self[index]) else { return index }
            index &+= 1
        }
    }

    /// Where one of two bytes stands first in a range, or the range's end.
    @inline(__always)
    package func index(of byte: UInt8, or other: UInt8, in range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a scan beyond the region")
        var index = range.lowerBound
        if range.count >= 8 {
            while true {
                let word = word(at: index)
                let hits = (Words.zeros(word ^ Words.repeating(byte)) | Words.zeros(word ^ Words.repeating(other)))
                if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
                if index == range.upperBound &- 8 { return range.upperBound }
                // The last word overlaps the one before it, in which nothing was found.
                index = min(index &+ 8, range.upperBound &- 8)
            }
        }
        while index < range.upperBound, self[index] != byte, self[index] != other { index &+= 1 }
        return index
    }

    /// Where a byte stands first in a range, or the range's end.
    package func index(of byte: UInt8, in range: Range<Int>) -> Int { index(of: byte, or: byte, in: range) }
}

/// Eight ASCII characters in one number.
private enum Words {
    /// The highest bit of each byte.
    static let tops: UInt64 = 0x8080_8080_8080_8080

    /// A byte eight times.
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The highest bit of the lowest byte that is zero, and perhaps of some above it: a borrow only ever runs upwards.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & tops }

    /// Sets the highest bit of each byte that is below 0x20 or above 0x7E; what lies above the lowest such byte may be
    /// wrong, because sums carry.
    @inline(__always)
    static func notVisible(_ word: UInt64) -> UInt64 {
        (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101) | word
    }

    /// The highest bit of each byte that lies within two bounds; of bytes above 0x7F it says nothing.
    @inline(__always)
    static func within(_ word: UInt64, _ low: UInt8, _ high: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (word &+ ones &* UInt64(0x80 &- low)) & ~(word &+ ones &* UInt64(0x7F &- high))
    }
}
