/// A region of somebody else's memory, read with every access checked against its bounds.
///
/// It borrows: whoever makes one keeps the memory alive and unchanged for as long as the region is used, which here is
/// one call of a parser or handler; nobody may keep a copy beyond that call. Reads are checked, so a wrong index traps and never reads a stranger's bytes.
@safe package struct WireBytes {
    private let start: UnsafeRawPointer
    /// How many bytes there are.
    package let count: Int

    /// Borrows memory; `start` points at `count` readable bytes that outlive the region.
    package init(start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// The byte at an index from 0.
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "an index outside the region")
        // Checked just above.
        return unsafe start.load(fromByteOffset: index, as: UInt8.self)
    }

    /// Eight bytes from an index as one number, the first byte lowest; the caller has checked `index + 8 <= count`.
    @inline(__always)
    package func word(at index: Int) -> UInt64 {
        precondition(index >= 0 && index &+ 8 <= count, "a word outside the region")
        // Checked just above; loadUnaligned asks for no alignment.
        return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// A copy of a range's bytes.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the region")
        // Checked just above; the copy is made before this returns.
        return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// A range's bytes as text; what is not UTF-8 becomes U+FFFD.
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

    /// Whether a range holds exactly these bytes.
    package func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount, text.hasPointerRepresentation else { return false }
        for offset in 0..<range.count {
            // A static string's bytes live for ever, and `offset` is below their count.
            let letter = unsafe text.utf8Start[offset]
            if self[range.lowerBound &+ offset] != letter { return false }
        }
        return true
    }

    /// Whether a range holds these bytes without regard to ASCII case.
    ///
    /// The text is lower-case letters, digits, `-`, `:` and `/`; setting bit 5 folds letters and makes one of these only
    /// out of itself or of a control character, which no caller's range holds.
    package func matchesFolding(_ range: Range<Int>, _ text: StaticString) -> Bool {
        let count = range.count
        guard count == text.utf8CodeUnitCount, text.hasPointerRepresentation else { return false }
        // A static string's bytes live for ever; every offset and every word below ends within their count.
        let letters = unsafe UnsafeRawPointer(text.utf8Start)
        guard count >= 8 else {
            for offset in 0..<count {
                let letter = unsafe letters.load(fromByteOffset: offset, as: UInt8.self)
                if self[range.lowerBound &+ offset] | 0x20 != letter { return false }
            }
            return true
        }
        var offset = 0
        while true {
            let wanted = unsafe UInt64(littleEndian: letters.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            if word(at: range.lowerBound &+ offset) | 0x2020_2020_2020_2020 != wanted { return false }
            if offset == count &- 8 { return true }
            // The last word overlaps the one before it.
            offset = min(offset &+ 8, count &- 8)
        }
    }

    /// Whether a range holds exactly these bytes.
    package func matches(_ range: Range<Int>, bytes: [UInt8]) -> Bool {
        guard range.count == bytes.count else { return false }
        var index = range.lowerBound
        for byte in bytes {
            if self[index] != byte { return false }
            index &+= 1
        }
        return true
    }
}

extension Array where Element == UInt8 {
    /// Lends the array's bytes as a region for the length of a call.
    package func withRegion<Result, Failure: Error>(
        _ body: (WireBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // An empty array may have no address at all; a region of no bytes never reads the one it gets instead.
        var nothing: UInt8 = 0
        let outcome: Swift.Result<Result, Failure> = unsafe withUnsafeBytes { raw in
            do throws(Failure) {
                if let start = raw.baseAddress {
                    return .success(try body(unsafe WireBytes(start: start, count: raw.count)))
                }
                return .success(
                    try unsafe Swift.withUnsafeBytes(of: &nothing) { spare throws(Failure) in
                        // One byte of this frame, of which none is read.
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
