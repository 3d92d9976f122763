/// Read-only little-endian words of one to four bytes, with total accessors.
@safe struct WordTable: @unchecked Sendable {
    // Unsafe: points into memory that the creator keeps alive; every load is checked against `count`, and eight bytes of
    // padding follow.
    private let base: UnsafeRawPointer
    let count: Int
    private let width: Int
    private let mask: UInt32

    /// A table of words in memory that the caller has checked, with ``IndexFormat/padding`` bytes after it.
    init(_ base: UnsafeRawPointer, count: Int, width: Int) {
        unsafe self.base = base  // Checked by `ByteTable.words`.
        self.count = count
        self.width = width
        mask = UInt32.max >> UInt32(32 - 8 * width)
    }

    /// The word at an index; zero outside.
    @inline(__always)
    subscript(_ index: Int) -> UInt32 {
        guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
        // In range by the guard; the load of a narrow last word includes padding, which the mask removes.
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* width, as: UInt32.self)) & mask
    }

    /// The word at an index and the next four; zeros if not all are inside.
    @inline(__always)
    func five(_ index: Int) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
        guard index >= 0, index <= count &- 5 else { return (0, 0, 0, 0, 0) }
        let first = unsafe base + index &* width  // In range by the guard, as are the next four.
        return unsafe (
            UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 2 &* width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 3 &* width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 4 &* width, as: UInt32.self)) & mask
        )
    }

    /// The word at an index and the next two; zeros if not all are inside.
    @inline(__always)
    func three(_ index: Int) -> (UInt32, UInt32, UInt32) {
        guard index >= 0, index <= count &- 3 else { return (0, 0, 0) }
        let first = unsafe base + index &* width  // In range by the guard, as are the next two.
        return unsafe (
            UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 2 &* width, as: UInt32.self)) & mask
        )
    }

    /// The index of a word in `first ..< end`, in which words ascend; nil if it is not there.
    ///
    /// - Complexity: O(log(end - first)); if the words of a long range are evenly distributed, one or two cache lines.
    @inline(__always)
    func place(of wanted: UInt32, from first: Int, to end: Int) -> Int? {
        guard first >= 0, first < end, end <= count else { return nil }
        // All words below are in range: `low ..< low + left` is a part of `first ..< end`, and not empty.
        var (low, left) = (first, end &- first)
        if left > Self.guessedAbove { (low, left) = near(wanted, from: first, to: end) }
        while left > 1 {
            let half = left >> 1
            // One if the word in the middle is greater, else zero. The shift by 63 or 0 instead of a branch, and instead
            // of a multiplication, of which compilers make a branch: it would be predicted wrongly half of the time.
            let isGreater = UInt64(bitPattern: Int64(wanted) &- Int64(checked(low &+ half))) &>> 63
            low &+= half &>> Int(truncatingIfNeeded: (isGreater &<< 6) &- isGreater)
            left &-= half
        }
        return checked(low) == wanted ? low : nil
    }

    /// The number of words above which ``place(of:from:to:)`` guesses: they are in more than one cache line.
    private static var guessedAbove: Int { 32 }
    /// The number of words that ``near(_:from:to:)`` skips first; about a cache line.
    private static var firstStep: Int { 16 }

    /// The part of a checked range in which a word is, if it is in the range, as its start and its count, at least one.
    ///
    /// The place is guessed, as if the words were evenly distributed, and then steps that double find the part.
    private func near(_ wanted: UInt32, from first: Int, to end: Int) -> (Int, Int) {
        let (least, greatest) = (checked(first), checked(end &- 1))
        guard least <= wanted, wanted <= greatest else { return (first, 1) }
        let share = UInt64(wanted &- least) &* UInt64(UInt(bitPattern: end &- 1 &- first))
        var low = first &+ Int(truncatingIfNeeded: share / UInt64(max(greatest &- least, 1)))
        var step = Self.firstStep
        if checked(low) <= wanted {
            while low &+ step < end, checked(low &+ step) <= wanted {
                low &+= step
                step &*= 2
            }
            return (low, min(step, end &- low))
        }
        var high = low
        while high &- step > first, checked(high &- step) > wanted {
            high &-= step
            step &*= 2
        }
        low = max(first, high &- step)
        return (low, high &- low)
    }

    /// The word at an index that the caller has checked.
    @inline(__always)
    private func checked(_ index: Int) -> UInt32 {
        // In range, as documented above.
        unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* width, as: UInt32.self)) & mask
    }

    /// The word at an index and the next one, as offsets; zeros if not both are inside.
    @inline(__always)
    func pair(_ index: Int) -> (Int, Int) {
        guard index >= 0, index <= count &- 2 else { return (0, 0) }
        let first = unsafe base + index &* width  // In range by the guard, as is the next one.
        return unsafe (
            Int(clamping: UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) & mask),
            Int(
                clamping: UInt32(littleEndian: first.loadUnaligned(fromByteOffset: width, as: UInt32.self)) & mask)
        )
    }

    /// The word at an index, as an offset or count.
    @inline(__always)
    func int(_ index: Int) -> Int { Int(clamping: self[index]) }
}
