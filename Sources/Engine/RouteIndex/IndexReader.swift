// HOT FILE: all raw reading of index files and addresses. Every accessor is total: an offset out of range reads as zero.
// So the process never reads outside the file, even if verification missed damage or the mapped file changed later.

import WebAddress

/// The owner of an index's memory: a private copy, or a mapping with the closure that unmaps it.
///
/// `@unchecked Sendable`: the memory is not written after initialisation.
@safe package final class IndexBytes: @unchecked Sendable {
    // Unsafe because a mapped file is not a Swift object; valid until `deinit` passes it to `release`.
    private let memory: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Copies bytes to newly allocated memory.
    package init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        // The copy was allocated with at least the count of the bytes.
        unsafe copy.copyBytes(from: bytes)
        // Read only from here on; `deinit` deallocates this block.
        unsafe memory = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<bytes.count])
        unsafe release = { unsafe $0.baseAddress?.deallocate() }
    }

    /// Becomes the owner of memory, for example a read-only mapping, which must stay readable until `release` is called.
    ///
    /// A mapped file must be replaced by rename(2), not in place: reads of a truncated mapping raise SIGBUS (mmap(2)).
    package init(
        mapping memory: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        // The caller guarantees the lifetime, as documented above.
        unsafe self.memory = memory
        unsafe self.release = release
    }

    deinit {
        // The only call, with the pointer that `init` got.
        unsafe release(memory)
    }

    /// Size in bytes.
    package var count: Int { unsafe memory.count }  // A stored integer.

    /// All bytes as a table.
    ///
    /// Tables do not retain the memory: use them inside ``whileAlive(_:)`` only.
    var table: ByteTable { unsafe ByteTable(memory) }

    /// Runs a closure and keeps this object alive until it returns: the optimiser may otherwise release it after its
    /// last use, with tables still in use.
    @inline(__always)
    func whileAlive<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body()
    }
}

/// Read-only bytes with total accessors.
@safe struct ByteTable: @unchecked Sendable {
    // Unsafe: points into memory that the creator keeps alive; every load is checked against `count`.
    private let base: UnsafeRawPointer
    let count: Int

    init(_ memory: UnsafeRawBufferPointer) {
        // An empty region may have no address; with a count of zero nothing is loaded.
        unsafe base = memory.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        count = memory.count
    }

    init(_ memory: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(UnsafeRawBufferPointer(memory))  // Same region, untyped.
    }

    /// The byte at an offset; zero outside.
    @inline(__always)
    subscript(_ offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)  // In range by the guard.
    }

    /// Four bytes as a little-endian number; zero if not all are inside.
    @inline(__always)
    func word(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))  // In range.
    }

    /// Eight bytes as a little-endian number; zero if not all are inside.
    @inline(__always)
    func long(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= count &- 8 else { return 0 }
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))  // In range.
    }

    /// Four little-endian numbers of eight bytes; zeros if not all are inside.
    @inline(__always)
    func fourLongs(at offset: Int) -> (UInt64, UInt64, UInt64, UInt64) {
        guard offset >= 0, offset <= count &- 32 else { return (0, 0, 0, 0) }
        let first = unsafe base + offset  // In range by the guard, as are the next 31 bytes.
        return unsafe (
            UInt64(littleEndian: first.loadUnaligned(as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
        )
    }

    /// A part of this table; empty if it is not wholly inside.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> ByteTable {
        guard start >= 0, start <= end, end <= count else {
            return unsafe ByteTable(UnsafeRawBufferPointer(start: base, count: 0))  // Nothing readable.
        }
        // Inside, as checked.
        return unsafe ByteTable(UnsafeRawBufferPointer(start: base + start, count: end &- start))
    }

    /// A table of words over a part of this one; empty if the part and the padding after it are not wholly inside.
    func words(at offset: Int, count words: Int, width: Int) -> WordTable {
        guard offset >= 0, words >= 0, (1...4).contains(width), offset <= count &- IndexFormat.padding,
            words <= (count &- IndexFormat.padding &- offset) / width
        else {
            return unsafe WordTable(base, count: 0, width: 1)  // Nothing readable.
        }
        return unsafe WordTable(base + offset, count: words, width: width)  // Inside, as checked.
    }

    /// Whether both hold the same bytes.
    @inline(__always)
    func equals(_ other: ByteTable) -> Bool {
        guard count == other.count else { return false }
        var at = 0
        while at &+ 8 <= count {
            if long(at: at) != other.long(at: at) { return false }
            at &+= 8
        }
        if at == count { return true }
        // The last bytes in one or two comparisons, which overlap.
        if count >= 8 { return long(at: count &- 8) == other.long(at: count &- 8) }
        if count >= 4 {
            return word(at: 0) == other.word(at: 0) && word(at: count &- 4) == other.word(at: count &- 4)
        }
        return self[0] == other[0] && self[count >> 1] == other[count >> 1] && self[count &- 1] == other[count &- 1]
    }

    /// Runs a closure with the UTF-8 bytes of a text; the table is valid until the closure returns.
    @inline(__always)
    static func with<R>(_ text: String, _ body: (ByteTable) -> R) -> R {
        // A native Swift string is contiguous UTF-8 and needs no copy.
        if let result = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe body(ByteTable($0)) }) {
            return result
        }
        var text = text
        return text.withUTF8 { unsafe body(ByteTable($0)) }  // The table is not used after either closure.
    }

    /// Runs a closure with the bytes of an array; the table is valid until the closure returns.
    @inline(__always)
    static func with<R>(_ bytes: [UInt8], _ body: (ByteTable) -> R) -> R {
        unsafe bytes.withUnsafeBufferPointer { unsafe body(ByteTable($0)) }  // Not used after the closure.
    }

    /// Copies these bytes to memory with space for at least `count` bytes.
    @inline(__always)
    func copy(to memory: UnsafeMutableRawPointer) {
        // Reads `count` bytes from `base`, which is the table itself; the caller guarantees the space.
        unsafe memory.copyMemory(from: base, byteCount: count)
    }

    /// Appends these bytes to an array.
    @inline(__always)
    func append(to bytes: inout [UInt8]) {
        // Reads `count` bytes from `base`, which is the table itself.
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Runs a closure with the serialisation of an address and the ranges of its parts.
    @inline(__always)
    static func with<R>(_ address: borrowing Address, _ body: (ByteTable, AddressParts) -> R) -> R {
        unsafe address.withUTF8 { unsafe body(ByteTable($0), $1) }  // The table is not used after the closure.
    }

    /// Whether the UTF-8 bytes of a text are these bytes.
    ///
    /// `String`'s `==` would also be true for canonically equivalent texts with other bytes.
    func equals(_ text: String) -> Bool { Self.with(text) { $0.equals(self) } }

    /// These bytes as text, with ill-formed UTF-8 replaced by U+FFFD.
    var text: String {
        // Reads `count` bytes from `base`, which is the table itself.
        unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// A 32-bit hash: 64-bit multiply and fold over eight bytes at a time (the idea of wyhash, Wang Yi 2019).
    @inline(__always)
    var hash: UInt32 {
        var state = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        var at = 0
        while at &+ 8 <= count {
            state = Self.fold(state ^ long(at: at), 0xE703_7ED1_A0B4_28DB)
            at &+= 8
        }
        if at < count {
            // The last eight bytes, which overlap those before; all bytes if there are fewer.
            state = Self.fold(state ^ (count >= 8 ? long(at: count &- 8) : shortLong), 0x8EBC_6AF0_9C88_C6E3)
        }
        state = Self.fold(state ^ 0x5899_65CC_7537_4CC3, 0xA076_1D64_78BD_642F)
        return UInt32(truncatingIfNeeded: state >> 32)
    }

    /// All bytes of a table of one to seven bytes, as one number.
    @inline(__always)
    private var shortLong: UInt64 {
        if count >= 4 { return UInt64(word(at: 0)) | UInt64(word(at: count &- 4)) << 32 }
        return UInt64(self[0]) | UInt64(self[count >> 1]) << 8 | UInt64(self[count &- 1]) << 16
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}

extension ByteTable {
    /// The end of the path segment that begins at an offset, and whether the segment contains `%`.
    ///
    /// - Complexity: O(bytes), eight at a time.
    @inline(__always)
    func segmentEnd(from start: Int, to end: Int) -> (stop: Int, hasEscape: Bool) {
        var at = start
        var hasEscape = false
        while at &+ 8 <= end {
            let word = long(at: at)
            let slashes = Self.zeroBytes(word ^ 0x2F2F_2F2F_2F2F_2F2F)
            let escapes = Self.zeroBytes(word ^ 0x2525_2525_2525_2525)
            if slashes != 0 {
                // `zeroBytes` is exact up to the first zero byte only.
                let below = slashes.trailingZeroBitCount
                return (at &+ below >> 3, hasEscape || escapes & ((1 &<< UInt64(below)) &- 1) != 0)
            }
            hasEscape = hasEscape || escapes != 0
            at &+= 8
        }
        guard at < end else { return (end, hasEscape) }
        guard end >= 8 else { return shortSegmentEnd(from: at, to: end) }
        // The rest is the high part of the eight bytes that end at `end`; the shift fills with zeros.
        let word = long(at: end &- 8) &>> UInt64(64 &- 8 &* (end &- at))
        let slashes = Self.zeroBytes(word ^ 0x2F2F_2F2F_2F2F_2F2F)
        let escapes = Self.zeroBytes(word ^ 0x2525_2525_2525_2525)
        guard slashes != 0 else { return (end, hasEscape || escapes != 0) }
        let below = slashes.trailingZeroBitCount
        return (at &+ below >> 3, hasEscape || escapes & ((1 &<< UInt64(below)) &- 1) != 0)
    }

    /// The same, byte by byte, for fewer than eight bytes.
    private func shortSegmentEnd(from start: Int, to end: Int) -> (stop: Int, hasEscape: Bool) {
        var at = start
        var hasEscape = false
        while at < end, self[at] != UInt8(ascii: "/") {
            hasEscape = hasEscape || self[at] == UInt8(ascii: "%")
            at &+= 1
        }
        return (at, hasEscape)
    }

    /// Whether no byte is an ASCII capital, a `%` or above 0x7F.
    ///
    /// - Complexity: O(bytes), eight at a time.
    var isFolded: Bool {
        var at = 0
        while at &+ 8 <= count {
            let word = long(at: at)
            // For bytes below 0x80 no addition carries into the next byte: the first sets the high bit from "A" on, the
            // second from the byte after "Z" on.
            let capitals = (word &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(word &+ 0x2525_2525_2525_2525)
            if (word | capitals) & 0x8080_8080_8080_8080 != 0 { return false }
            if Self.zeroBytes(word ^ 0x2525_2525_2525_2525) != 0 { return false }
            at &+= 8
        }
        while at < count {
            let byte = self[at]
            if byte &- UInt8(ascii: "A") < 26 || byte == UInt8(ascii: "%") || byte >= 0x80 { return false }
            at &+= 1
        }
        return true
    }

    /// Whether a byte occurs.
    func contains(_ byte: UInt8) -> Bool {
        var at = 0
        while at < count, self[at] != byte { at &+= 1 }
        return at < count
    }

    /// Sets the high bit of each byte that is zero; bits above the first zero byte may be wrong.
    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
