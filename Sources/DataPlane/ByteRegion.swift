/// Bytes that are read in place: a request's path on the loop, an array in a test.
///
/// Comparing whole words is a requirement of its own, because a region that lies in a request does it eight bytes at a
/// time.
protocol ByteRegion: ~Escapable {
    /// How many bytes there are.
    var byteCount: Int { get }
    /// One byte; traps outside `0..<byteCount`.
    func byte(_ index: Int) -> UInt8
    /// Whether the bytes from `start` on begin with a literal of at least two ASCII characters.
    func has(_ literal: StaticString, at start: Int) -> Bool
    /// Whether the bytes from `start` on begin with others.
    func has(_ bytes: [UInt8], at start: Int) -> Bool
    /// Whether the bytes from `start` on begin with a part of others.
    func has(_ bytes: [UInt8], _ part: Range<Int>, at start: Int) -> Bool
    /// At most eight bytes from an index as one number, the first byte lowest; traps where there are fewer.
    func word(at index: Int, count: Int) -> UInt64
    /// Where a byte stands next, or the end.
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
    /// Where a byte stands next, or the end.
    @inline(__always)
    func next(_ wanted: UInt8, from start: Int) -> Int {
        var index = start
        while index < byteCount, byte(index) != wanted { index += 1 }
        return index
    }
}
