/// Bytes that are read in place: a part of a request on a loop, an array elsewhere.
///
/// Comparisons are requirements of the protocol, so that a region in a request can compare eight bytes at a time.
protocol ByteRegion: ~Escapable {
    /// The number of bytes.
    var byteCount: Int { get }
    /// One byte; traps outside `0..<byteCount`.
    func byte(_ index: Int) -> UInt8
    /// Whether the bytes from `start` on begin with a literal of at least two ASCII characters.
    func has(_ literal: StaticString, at start: Int) -> Bool
    /// Whether the bytes from `start` on begin with these.
    func has(_ bytes: [UInt8], at start: Int) -> Bool
    /// Whether the bytes from `start` on begin with a part of these.
    func has(_ bytes: [UInt8], _ part: Range<Int>, at start: Int) -> Bool
    /// At most eight bytes from an index as one number, the first byte lowest; traps if there are fewer.
    func word(at index: Int, count: Int) -> UInt64
    /// The index of the next byte with this value, or the end.
    func next(_ wanted: UInt8, from start: Int) -> Int
}

extension [UInt8]: ByteRegion {
    var byteCount: Int { count }
    func byte(_ index: Int) -> UInt8 { self[index] }
    func has(_ literal: StaticString, at start: Int) -> Bool { has(Array(literal.description.utf8), at: start) }
    func has(_ bytes: [UInt8], at start: Int) -> Bool { start <= count && self[start...].starts(with: bytes) }
    func has(_ bytes: [UInt8], _ part: Range<Int>, at start: Int) -> Bool { has(Array(bytes[part]), at: start) }
    func word(at index: Int, count: Int) -> UInt64 {
        self[index..<(index + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ByteRegion where Self: ~Escapable {
    /// The index of the next byte with this value, or the end.
    @inline(__always)
    func next(_ wanted: UInt8, from start: Int) -> Int {
        var index = start
        while index < byteCount, byte(index) != wanted { index += 1 }
        return index
    }
}
