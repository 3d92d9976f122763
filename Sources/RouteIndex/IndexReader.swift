// HOT FILE: all raw reading of index files and addresses. Every accessor is total: a number out of range reads as zero,
// so neither a damaged file that slipped through verification nor one that changed underneath can make the process read
// elsewhere.

import WebAddress

/// The owner of an index's memory: a private copy, or a mapping with the closure that ends it.
///
/// `@unchecked Sendable`: the memory is never written after initialisation.
@safe package final class IndexBytes: @unchecked Sendable {
    // Unsafe because a mapped file is not a Swift object; valid until `deinit` hands it to `release`.
    private let memory: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Copies bytes into memory of its own.
    package init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        // The copy has room for every byte: it was allocated with at least that count.
        unsafe copy.copyBytes(from: bytes)
        // Reading only from here on; `deinit` deallocates exactly this block.
        unsafe memory = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<bytes.count])
        unsafe release = { unsafe $0.baseAddress?.deallocate() }
    }

    /// Takes over memory made elsewhere, for example a read-only mapping; it must stay readable until `release`.
    ///
    /// Replace such a file by rename, never in place: truncating a mapped file makes reads fault (mmap(2), SIGBUS).
    package init(
        mapping memory: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        // The caller promises the lifetime, as documented above.
        unsafe self.memory = memory
        unsafe self.release = release
    }

    deinit {
        // The only call, with the pointer that was given.
        unsafe release(memory)
    }

    /// Size in bytes.
    package var count: Int { unsafe memory.count }  // A stored integer.

    /// The whole as a table of bytes.
    ///
    /// Tables do not keep the memory alive: use them inside ``whileAlive(_:)`` only.
    var table: ByteTable { unsafe ByteTable(memory) }

    /// Runs a closure with the memory alive until it returns: the optimiser may otherwise end this object after its
    /// last mention, with tables still in use.
    @inline(__always)
    func whileAlive<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(self) {} }
        return try body()
    }
}

/// Bytes that are only read, with total accessors.
@safe struct ByteTable: @unchecked Sendable {
    // Unsafe: points into memory that the creator keeps alive; `count` bounds every load below.
    private let base: UnsafeRawPointer
    let count: Int

    init(_ memory: UnsafeRawBufferPointer) {
        // An empty region may have no address; its count of zero then forbids every load.
        unsafe base = memory.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
        count = memory.count
    }

    init(_ memory: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(UnsafeRawBufferPointer(memory))  // Same region, untyped.
    }

    /// The byte at an offset, zero outside.
    @inline(__always)
    subscript(_ offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)  // In range by the guard.
    }

    /// Four little-endian bytes, zero when not all are inside.
    @inline(__always)
    func word(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count &- 4 else { return 0 }
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))  // In range.
    }

    /// Eight little-endian bytes, zero when not all are inside.
    @inline(__always)
    func long(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= count &- 8 else { return 0 }
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))  // In range.
    }

    /// Four times eight little-endian bytes; zeros when not all are inside.
    @inline(__always)
    func fourLongs(at offset: Int) -> (UInt64, UInt64, UInt64, UInt64) {
        guard offset >= 0, offset <= count &- 32 else { return (0, 0, 0, 0) }
        let first = unsafe base + offset  // In range by the guard, as the thirty-one bytes behind it.
        return unsafe (
            UInt64(littleEndian: first.loadUnaligned(as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
            UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
        )
    }

    /// A part of this table; empty when it is not wholly inside.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> ByteTable {
        guard start >= 0, start <= end, end <= count else {
            return unsafe ByteTable(UnsafeRawBufferPointer(start: base, count: 0))  // Nothing readable.
        }
        // Inside, as checked.
        return unsafe ByteTable(UnsafeRawBufferPointer(start: base + start, count: end &- start))
    }

    /// A table of words over a part of this one; empty when it, with the padding behind it, is not wholly inside.
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
        // The last bytes in one step or two, some of them a second time.
        if count >= 8 { return long(at: count &- 8) == other.long(at: count &- 8) }
        if count >= 4 {
            return word(at: 0) == other.word(at: 0) && word(at: count &- 4) == other.word(at: count &- 4)
        }
        return self[0] == other[0] && self[count >> 1] == other[count >> 1] && self[count &- 1] == other[count &- 1]
    }

    /// Runs a closure with the UTF-8 bytes of a text, which live as long as the call.
    @inline(__always)
    static func with<R>(_ text: String, _ body: (ByteTable) -> R) -> R {
        // Where the bytes lie together, as nearly always, no copy of the text is needed.
        if let result = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe body(ByteTable($0)) }) {
            return result
        }
        var text = text
        return text.withUTF8 { unsafe body(ByteTable($0)) }  // The table does not outlive either closure.
    }

    /// Runs a closure with bytes of an array, which live as long as the call.
    @inline(__always)
    static func with<R>(_ bytes: [UInt8], _ body: (ByteTable) -> R) -> R {
        unsafe bytes.withUnsafeBufferPointer { unsafe body(ByteTable($0)) }  // The table does not outlive the closure.
    }

    /// Writes these bytes to room for as many.
    @inline(__always)
    func copy(to room: UnsafeMutableRawPointer) {
        // Reads `count` bytes from `base`, which is the table itself; the caller has the room.
        unsafe room.copyMemory(from: base, byteCount: count)
    }

    /// Adds these bytes to an array.
    @inline(__always)
    func append(to bytes: inout [UInt8]) {
        // Reads `count` bytes from `base`, which is the table itself.
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Runs a closure with the serialisation of an address and where its parts lie.
    @inline(__always)
    static func with<R>(_ address: Address, _ body: (ByteTable, AddressParts) -> R) -> R {
        unsafe address.withUTF8 { unsafe body(ByteTable($0), $1) }  // The table does not outlive the closure.
    }

    /// Whether a text has exactly these bytes. (`==` of `String` would call canonically equivalent texts equal.)
    func equals(_ text: String) -> Bool { Self.with(text) { $0.equals(self) } }

    /// The text these bytes are, ill-formed parts replaced.
    var text: String {
        // Both read `count` bytes from `base`, which is the table itself. Short texts stand in the string's own words,
        // and writing them there takes two thirds of the steps.
        if count <= 15 {
            return unsafe String(unsafeUninitializedCapacity: count) { room in
                guard let start = room.baseAddress else { return 0 }
                unsafe few(to: UnsafeMutableRawPointer(start))
                return count
            }
        }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// Writes these bytes, fifteen at most, to room for as many: in one step or two, some of them a second time.
    @inline(__always)
    private func few(to room: UnsafeMutableRawPointer) {
        // Every load and store ends at `count` or before.
        if count >= 8 {
            unsafe room.storeBytes(of: base.loadUnaligned(as: UInt64.self), as: UInt64.self)
            let last = count &- 8
            unsafe room.storeBytes(
                of: base.loadUnaligned(fromByteOffset: last, as: UInt64.self), toByteOffset: last, as: UInt64.self)
        } else if count >= 4 {
            unsafe room.storeBytes(of: base.loadUnaligned(as: UInt32.self), as: UInt32.self)
            let last = count &- 4
            unsafe room.storeBytes(
                of: base.loadUnaligned(fromByteOffset: last, as: UInt32.self), toByteOffset: last, as: UInt32.self)
        } else {
            for at in 0..<count {
                unsafe room.storeBytes(
                    of: base.load(fromByteOffset: at, as: UInt8.self), toByteOffset: at, as: UInt8.self)
            }
        }
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
            // With some bytes a second time, where there are eight.
            state = Self.fold(state ^ (count >= 8 ? long(at: count &- 8) : few), 0x8EBC_6AF0_9C88_C6E3)
        }
        state = Self.fold(state ^ 0x5899_65CC_7537_4CC3, 0xA076_1D64_78BD_642F)
        return UInt32(truncatingIfNeeded: state >> 32)
    }

    /// One to seven bytes, all there are, as one number.
    @inline(__always)
    private var few: UInt64 {
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
    /// Where the path segment that begins at an offset ends, and whether it holds a `%`; eight bytes at a time.
    @inline(__always)
    func segmentEnd(from start: Int, to end: Int) -> (stop: Int, hasEscape: Bool) {
        var at = start
        var hasEscape = false
        while at &+ 8 <= end {
            let word = long(at: at)
            let slashes = Self.zeroBytes(word ^ 0x2F2F_2F2F_2F2F_2F2F)
            let escapes = Self.zeroBytes(word ^ 0x2525_2525_2525_2525)
            if slashes != 0 {
                // Marks above the first true one may be false; those below are exact.
                let below = slashes.trailingZeroBitCount
                return (at &+ below >> 3, hasEscape || escapes & ((1 &<< UInt64(below)) &- 1) != 0)
            }
            hasEscape = hasEscape || escapes != 0
            at &+= 8
        }
        guard at < end else { return (end, hasEscape) }
        guard end >= 8 else { return shortSegmentEnd(from: at, to: end) }
        // What is left stands at the top of the eight bytes that end there; zeros come in behind it.
        let word = long(at: end &- 8) &>> UInt64(64 &- 8 &* (end &- at))
        let slashes = Self.zeroBytes(word ^ 0x2F2F_2F2F_2F2F_2F2F)
        let escapes = Self.zeroBytes(word ^ 0x2525_2525_2525_2525)
        guard slashes != 0 else { return (end, hasEscape || escapes != 0) }
        let below = slashes.trailingZeroBitCount
        return (at &+ below >> 3, hasEscape || escapes & ((1 &<< UInt64(below)) &- 1) != 0)
    }

    /// The same byte by byte, where there are no eight.
    private func shortSegmentEnd(from start: Int, to end: Int) -> (stop: Int, hasEscape: Bool) {
        var at = start
        var hasEscape = false
        while at < end, self[at] != UInt8(ascii: "/") {
            hasEscape = hasEscape || self[at] == UInt8(ascii: "%")
            at &+= 1
        }
        return (at, hasEscape)
    }

    /// Whether no byte is an ASCII capital, a `%` or beyond ASCII; eight bytes at a time.
    var isFolded: Bool {
        var at = 0
        while at &+ 8 <= count {
            let word = long(at: at)
            // Below 0x80 no addition carries: from "A" on the first sets the high bit, behind "Z" the second.
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

    /// The high bit of each byte that is zero, exact up to the first.
    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}

/// Little-endian words of one to four bytes that are only read, with a total subscript.
@safe struct WordTable: @unchecked Sendable {
    // Unsafe: points into memory that the creator keeps alive; `count` bounds every load, and eight more bytes follow.
    private let base: UnsafeRawPointer
    let count: Int
    private let width: Int
    private let mask: UInt32

    fileprivate init(_ base: UnsafeRawPointer, count: Int, width: Int) {
        unsafe self.base = base  // Checked by `ByteTable.words`.
        self.count = count
        self.width = width
        mask = UInt32.max >> UInt32(32 - 8 * width)
    }

    /// The word at a place, zero outside.
    @inline(__always)
    subscript(_ index: Int) -> UInt32 {
        guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
        // In range by the guard; a narrow last word is loaded with some of the padding and masked.
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* width, as: UInt32.self)) & mask
    }

    /// The words at a place and the four behind it; zeros where not all are inside.
    @inline(__always)
    func five(_ index: Int) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
        guard index >= 0, index <= count &- 5 else { return (0, 0, 0, 0, 0) }
        let first = unsafe base + index &* width  // In range by the guard, as the four behind it.
        return unsafe (
            UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 2 &* width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 3 &* width, as: UInt32.self)) & mask,
            UInt32(littleEndian: first.loadUnaligned(fromByteOffset: 4 &* width, as: UInt32.self)) & mask
        )
    }

    /// The word at a place and the one behind it, as offsets; zeros where not both are inside.
    @inline(__always)
    func pair(_ index: Int) -> (Int, Int) {
        guard index >= 0, index <= count &- 2 else { return (0, 0) }
        let first = unsafe base + index &* width  // In range by the guard, as the one behind it.
        return unsafe (
            Int(UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) & mask),
            Int(UInt32(littleEndian: first.loadUnaligned(fromByteOffset: width, as: UInt32.self)) & mask)
        )
    }

    /// The word at a place as an offset or count.
    @inline(__always)
    func int(_ index: Int) -> Int { Int(self[index]) }
}
