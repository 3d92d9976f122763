/// Undoes the chunked transfer coding (RFC 9112 section 7.1), byte by byte, with a limit on what it keeps.
package struct ChunkedDecoder: Sendable {
    /// What has been read so far.
    package private(set) var body: [UInt8] = []
    /// Whether the last chunk and the trailers have been read.
    package private(set) var isComplete = false

    private let limits: WireLimits
    private let bytesMax: Int
    private var state = State.size
    private var remaining = 0
    private var digits = 0
    private var lineBytes = 0
    private var isLast = false

    private enum State {
        case size, blank, `extension`, sizeLF, data, dataCR, dataLF, trailer, trailerLine, trailerLF, endLF
    }

    /// Makes a decoder that takes at most so many bytes of content.
    package init(bytesMax: Int, limits: WireLimits = .standard) {
        self.bytesMax = bytesMax
        self.limits = limits
    }

    /// Takes bytes from a position on; returns where the message ends, or the end of the buffer.
    package mutating func feed(_ buffer: [UInt8], from start: Int) throws(RequestRefusal) -> Int {
        var index = start
        while index < buffer.count, !isComplete {
            if state == .data {
                let count = min(remaining, buffer.count - index)
                body += buffer[index..<(index + count)]
                index += count
                remaining -= count
                if remaining == 0 { state = .dataCR }
            } else {
                try step(buffer[index])
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8) throws(RequestRefusal) {
        switch state {
        case .size, .blank, .extension, .sizeLF: try stepSize(byte)
        case .dataCR: try expect(byte, 0x0D, then: .dataLF)
        case .dataLF: try expect(byte, 0x0A, then: .size)
        case .trailer, .trailerLine, .trailerLF, .endLF: try stepTrailer(byte)
        case .data: break
        }
    }

    private mutating func stepSize(_ byte: UInt8) throws(RequestRefusal) {
        lineBytes += 1
        guard lineBytes <= limits.chunkLineBytesMax else { throw .malformed("a chunk's size line is too long") }
        switch (state, byte) {
        case (.size, _) where Self.hex(byte) != nil:
            guard digits < 15 else { throw .malformed("a chunk's size is no number") }
            remaining = remaining << 4 | Int(Self.hex(byte) ?? 0)
            digits += 1
        case (.size, 0x0D) where digits > 0, (.extension, 0x0D): state = .sizeLF
        case (.size, 0x3B) where digits > 0, (.blank, 0x3B): state = .extension
        case (.size, 0x20) where digits > 0, (.size, 0x09) where digits > 0, (.blank, 0x20), (.blank, 0x09):
            state = .blank
        case (.extension, _) where Token.isValue(byte): break
        case (.sizeLF, 0x0A): try beginChunk()
        default: throw .malformed("a chunk's size line is malformed")
        }
    }

    private mutating func beginChunk() throws(RequestRefusal) {
        isLast = remaining == 0
        guard remaining <= bytesMax - body.count else { throw RequestRefusal(413, "the body is too large") }
        digits = 0
        lineBytes = 0
        state = isLast ? .trailer : .data
    }

    private mutating func stepTrailer(_ byte: UInt8) throws(RequestRefusal) {
        lineBytes += 1
        guard lineBytes <= limits.trailerBytesMax else { throw RequestRefusal(431, "the trailers are too long") }
        switch (state, byte) {
        case (.trailer, 0x0D): state = .endLF
        case (.trailer, _) where Token.isToken(byte): state = .trailerLine
        case (.trailerLine, 0x0D): state = .trailerLF
        case (.trailerLine, _) where Token.isValue(byte): break
        case (.trailerLF, 0x0A): state = .trailer
        case (.endLF, 0x0A): isComplete = true
        default: throw .malformed("a trailer is malformed")
        }
    }

    private mutating func expect(_ byte: UInt8, _ wanted: UInt8, then next: State) throws(RequestRefusal) {
        guard byte == wanted else { throw .malformed("a chunk does not end where its size says") }
        state = next
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
