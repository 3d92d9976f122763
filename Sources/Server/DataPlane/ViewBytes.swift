import HTTPWire

/// A range of the bytes of a request, read in place.
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
        start <= range.count &- literal.utf8CodeUnitCount && buffer.has(literal, at: range.lowerBound &+ start)
    }

    @inline(__always)
    func has(_ bytes: [UInt8], at start: Int) -> Bool { has(bytes, 0..<bytes.count, at: start) }

    @inline(__always)
    func has(_ bytes: [UInt8], _ part: Range<Int>, at start: Int) -> Bool {
        start <= range.count &- part.count && buffer.has(bytes, part, at: range.lowerBound &+ start)
    }

    @inline(__always)
    func word(at index: Int, count: Int) -> UInt64 {
        buffer.word(at: range.lowerBound &+ index, count: count)
    }

    func next(_ wanted: UInt8, from start: Int) -> Int {
        buffer.index(of: wanted, in: (range.lowerBound + start)..<range.upperBound) - range.lowerBound
    }
}
