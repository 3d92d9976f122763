/// Bytes that are read in place: a request's path on the loop, an array in a test.
protocol ByteRegion: ~Escapable {
    /// How many bytes there are.
    var byteCount: Int { get }
    /// One byte; traps outside `0..<byteCount`.
    func byte(_ index: Int) -> UInt8
}

extension [UInt8]: ByteRegion {
    var byteCount: Int { count }
    func byte(_ index: Int) -> UInt8 { self[index] }
}

extension ByteRegion where Self: ~Escapable {
    /// Whether the bytes from `start` on begin with a literal.
    @inline(__always)
    func has(_ literal: [UInt8], at start: Int) -> Bool {
        guard start + literal.count <= byteCount else { return false }
        for index in literal.indices {
            guard byte(start + index) == literal[index] else { return false }
        }
        return true
    }

    /// Where a byte stands next, or the end.
    @inline(__always)
    func next(_ wanted: UInt8, from start: Int) -> Int {
        var index = start
        while index < byteCount, byte(index) != wanted { index += 1 }
        return index
    }
}
