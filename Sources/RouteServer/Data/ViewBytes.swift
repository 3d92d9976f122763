import HTTPWire

/// A range of a request's bytes, read in place.
struct ViewBytes: ByteRegion {
    private let buffer: WireBytes
    private let range: Range<Int>

    init(_ view: borrowing RequestView, _ range: Range<Int>) {
        buffer = view.buffer
        self.range = range
    }

    var byteCount: Int { range.count }

    func byte(_ index: Int) -> UInt8 { buffer[range.lowerBound + index] }
}
