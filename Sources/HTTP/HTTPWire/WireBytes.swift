/// A borrowed region of memory; every access is checked against its bounds.
///
/// The caller keeps the memory allocated and unchanged while the region is used, which is one call of a parser or handler;
/// no copy of the region may outlive that call. An index out of bounds traps.
///
/// Public, although no product exports it, as are the functions that other targets call for each byte or word: the
/// compiler inlines public functions across modules, but not package functions.
@safe public struct WireBytes {
    @usableFromInline let start: UnsafeRawPointer
    /// Number of bytes.
    public let count: Int
    // Number of indices at which sixteen bytes can be loaded, stored so that the check is one comparison.
    private let sixteens: Int

    /// Borrows memory; `start` points at `count` readable bytes that outlive the region.
    package init(start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
        sixteens = max(0, count &- 15)
    }

    /// The first `count` bytes of the region.
    func first(_ count: Int) -> WireBytes {
        precondition(count >= 0 && count <= self.count, "a region outside the region")
        // A part of the memory that this region borrows.
        return unsafe WireBytes(start: start, count: count)
    }

    /// The byte at an index from 0.
    @inlinable @inline(__always)
    public subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an index outside the region")
        // Checked just above.
        return unsafe start.load(fromByteOffset: index, as: UInt8.self)
    }

    /// At most eight bytes from an index as one number, the first byte lowest, zeros above the last.
    @inlinable @inline(__always)
    public func word(at index: Int, count wanted: Int) -> UInt64 {
        guard index >= 0, index &+ 8 <= count else { return lastWord(at: index, count: wanted) }
        // Checked just above; loadUnaligned needs no alignment.
        let word = unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        return wanted == 8 ? word : word & (1 << (8 &* UInt64(wanted)) &- 1)
    }

    /// The same if fewer than eight bytes are left.
    @usableFromInline
    func lastWord(at index: Int, count wanted: Int) -> UInt64 {
        (0..<wanted).reduce(0) { $0 | UInt64(self[index &+ $1]) &<< UInt64(8 &* $1) }
    }

    /// Whether a byte is at an index, which may be after the end.
    @inline(__always)
    func holds(_ byte: UInt8, at index: Int) -> Bool {
        guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return false }
        // Checked just above.
        return unsafe start.load(fromByteOffset: index, as: UInt8.self) == byte
    }

    /// Sixteen bytes from an index on; nil if there are fewer.
    @inline(__always)
    func sixteenIfWhole(at index: Int) -> SIMD16<UInt8>? {
        guard UInt(bitPattern: index) < UInt(bitPattern: sixteens) else { return nil }
        // Checked just above; loadUnaligned needs no alignment.
        return unsafe start.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// Sixteen bytes from an index on; zeros after the end, which no part of a head contains.
    @inline(__always)
    func sixteen(at index: Int) -> SIMD16<UInt8> { sixteenIfWhole(at: index) ?? lastBytes(from: index) }

    /// The bytes from an index to the end, fewer than sixteen, and zeros.
    @inline(never)
    func lastBytes(from index: Int) -> SIMD16<UInt8> {
        precondition(index >= 0, "an index outside the region")
        let rest = count &- index
        var words = SIMD2<UInt64>.zero
        guard rest > 0 else { return SIMD16(words) }
        guard count >= 8 else {
            words[0] = word(at: index, count: rest)
            return SIMD16(words)
        }
        // The last word, with the bytes before the index shifted out.
        let last = word(at: count &- 8, count: 8)
        if rest > 8 {
            words = SIMD2(word(at: index, count: 8), last &>> UInt64(128 &- 8 &* rest))
        } else {
            words[0] = last &>> UInt64(64 &- 8 &* rest)
        }
        return SIMD16(words)
    }

    /// A copy of a range's bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the region")
        // Checked just above; the copy is made before this returns.
        return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// A range's bytes as text; bytes that are not UTF-8 become U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the region")
        // Checked just above; the copy is made before this returns.
        let raw = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
        return unsafe String(decoding: raw, as: UTF8.self)
    }

    /// Appends a range's bytes to an array.
    package func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the region")
        // Checked just above; the copy is made before this returns.
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }
}

extension Array where Element == UInt8 {
    /// Appends a text as one copy of its bytes; `append(contentsOf: text.utf8)` takes three times as long for a short one.
    package mutating func append(text: String) {
        // Unsafe: the pointer is used in the closure only. A text that is not contiguous is not copied there.
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe append(contentsOf: $0) }
        if isDone == nil { append(contentsOf: text.utf8) }
    }

    /// Passes the array's bytes as a region to `body`; the region is valid for the call.
    package func withRegion<Result, Failure: Error>(
        _ body: (WireBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // An empty array may have no address; a region without bytes never reads the address that it gets instead.
        var nothing: UInt8 = 0
        let outcome: Swift.Result<Result, Failure> = unsafe withUnsafeBytes { raw in
            do throws(Failure) {
                if let start = raw.baseAddress {
                    return .success(try body(unsafe WireBytes(start: start, count: raw.count)))
                }
                return .success(
                    try unsafe Swift.withUnsafeBytes(of: &nothing) { spare throws(Failure) in
                        // One byte of this frame, which is never read.
                        guard let start = spare.baseAddress else { preconditionFailure("a variable has an address") }
                        return try body(unsafe WireBytes(start: start, count: 0))
                    })
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
