import HTTPWire

/// A range of a request's bytes, read in place.
struct ViewBytes: ByteRegion {
    private let buffer: WireBytes
    private let range: Range<Int>

    @inline(__always)
    init(_ view: borrowing RequestView, _ range: Range<Int>) {
        buffer = view.buffer
        self.range = range
    }

    @inline(__always)
    var byteCount: Int { range.count }

    @inline(__always)
    func byte(_ index: Int) -> UInt8 { buffer[range.lowerBound + index] }

    @inline(__always)
    func has(_ literal: StaticString, at start: Int) -> Bool {
        let end = start + literal.utf8CodeUnitCount
        guard end <= range.count else { return false }
        return buffer.matches((range.lowerBound + start)..<(range.lowerBound + end), literal)
    }

    @inline(__always)
    func has(_ bytes: [UInt8], at start: Int) -> Bool {
        let end = start + bytes.count
        guard end <= range.count else { return false }
        return buffer.matches((range.lowerBound + start)..<(range.lowerBound + end), bytes: bytes)
    }

    func next(_ wanted: UInt8, from start: Int) -> Int {
        buffer.index(of: wanted, in: (range.lowerBound + start)..<range.upperBound) - range.lowerBound
    }
}
