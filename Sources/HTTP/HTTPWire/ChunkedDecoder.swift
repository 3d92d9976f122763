/// Decodes the chunked transfer coding (RFC 9112 section 7.1) byte by byte; every part has a limit.
package struct ChunkedDecoder: Sendable {
    /// Whether the last chunk and the trailers have been read.
    private(set) var isComplete = false

    private let limits: WireLimits
    private let bytesMax: Int
    private var state = State.size
    private var remaining = 0
    private var digits = 0
    private var lineBytes = 0
    private var overheadBytes = 0
    private var received = 0

    private enum State {
        case size, sizeLF, data, dataCR, dataLF
        case blank, extensionName, extensionNameEnd, extensionValue, extensionToken, quoted, escaped, extensionEnd
        case trailer, trailerName, trailerValue, trailerLF, endLF
    }

    /// Makes a decoder that accepts at most `bytesMax` bytes of content.
    package init(bytesMax: Int, limits: WireLimits = .standard) {
        self.bytesMax = bytesMax
        self.limits = limits
    }

    /// Reads bytes from a position on and discards them; returns where the message ends, or the end of the bytes.
    package mutating func feed(_ bytes: [UInt8], from start: Int) throws(RequestRefusal) -> Int {
        var decoder = self
        defer { self = decoder }
        return try bytes.withRegion { region throws(RequestRefusal) in
            try decoder.feed(region, from: start) { _, _ in }
        }
    }

    /// Reads bytes from a position on and passes content to `keep`; returns where the message ends, or the region's end.
    mutating func feed(
        _ region: WireBytes, from start: Int, keep: (WireBytes, Range<Int>) -> Void
    ) throws(RequestRefusal) -> Int {
        var index = start
        while index < region.count, !isComplete {
            if state == .data {
                let count = min(remaining, region.count - index)
                keep(region, index..<(index + count))
                index += count
                remaining -= count
                received += count
                if remaining == 0 { state = .dataCR }
            } else {
                try step(region[index])
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8) throws(RequestRefusal) {
        overheadBytes += 1
        // Tiny chunks have a high decoding cost for little content; RFC 9112 section 7.1 allows limits.
        guard overheadBytes <= limits.chunkOverheadBytesMax + received else {
            throw .malformed("the chunks are too small")
        }
        switch state {
        case .size, .sizeLF: try stepSize(byte)
        case .dataCR: try expect(byte, 0x0D, then: .dataLF)
        case .dataLF: try expect(byte, 0x0A, then: .size)
        case .trailer, .trailerName, .trailerValue, .trailerLF, .endLF: try stepTrailer(byte)
        case .data: break
        default: try stepExtension(byte)
        }
    }

    /// Section 7.1: `chunk-size = 1*HEXDIG`.
    private mutating func stepSize(_ byte: UInt8) throws(RequestRefusal) {
        try countLine()
        if state == .sizeLF {
            guard byte == 0x0A else { throw .malformed("a chunk's size line does not end with CR LF") }
            return try beginChunk()
        }
        if let digit = Characters.hexadecimal(byte) {
            // Leading zeros are allowed; numbers of more than 60 bits are refused.
            guard digits < 15 else { throw .malformed("a chunk's size is not a number") }
            remaining = remaining << 4 | digit
            digits += 1
            return
        }
        guard digits > 0 else { throw .malformed("a chunk's size is not a number") }
        try endWord(byte)
    }

    /// Section 7.1.1: `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`; read and ignored.
    private mutating func stepExtension(_ byte: UInt8) throws(RequestRefusal) {
        try countLine()
        switch state {
        case .blank where !Characters.isBlank(byte):
            guard byte == 0x3B else { throw .malformed("a chunk's size is followed by something else") }
            state = .extensionName
        case .extensionName where Characters.isToken(byte): state = .extensionNameEnd
        case .extensionNameEnd where Characters.isToken(byte): break
        case .extensionNameEnd where byte == 0x3D: state = .extensionValue
        case .extensionNameEnd: try endWord(byte)
        case .extensionValue where byte == 0x22: state = .quoted
        case .extensionValue where Characters.isToken(byte): state = .extensionToken
        case .extensionToken where Characters.isToken(byte): break
        case .extensionToken, .extensionEnd: try endWord(byte)
        case .quoted where byte == 0x22: state = .extensionEnd
        case .quoted where byte == 0x5C: state = .escaped
        case .quoted where Characters.isValue(byte): break
        case .escaped where Characters.isValue(byte): state = .quoted
        case .blank, .extensionName, .extensionValue:
            guard Characters.isBlank(byte) else { throw .malformed("a chunk's extension is malformed") }
        default: throw .malformed("a chunk's extension is malformed")
        }
    }

    /// Section 7.1: the byte after a chunk's size or after a word of its extensions.
    private mutating func endWord(_ byte: UInt8) throws(RequestRefusal) {
        switch byte {
        case 0x0D: state = .sizeLF
        case 0x3B: state = .extensionName
        case 0x20, 0x09: state = .blank
        default: throw .malformed("a chunk's size line is malformed")
        }
    }

    /// Section 7.1.1: "A server ought to limit the total length of chunk extensions received in a request".
    private mutating func countLine() throws(RequestRefusal) {
        lineBytes += 1
        guard lineBytes <= limits.chunkLineBytesMax else { throw .malformed("a chunk's size line is too long") }
    }

    private mutating func beginChunk() throws(RequestRefusal) {
        // RFC 9110 section 15.5.14.
        guard remaining <= bytesMax - received else { throw RequestRefusal(413, "the body is too large") }
        state = remaining == 0 ? .trailer : .data
        digits = 0
        lineBytes = 0
    }

    /// Section 7.1.2: field lines, which are read and ignored: a trailer must not act as a header field.
    private mutating func stepTrailer(_ byte: UInt8) throws(RequestRefusal) {
        lineBytes += 1
        guard lineBytes <= limits.trailerBytesMax else { throw RequestRefusal(431, "the trailers are too long") }
        switch (state, byte) {
        case (.trailer, 0x0D): state = .endLF
        case (.trailer, _) where Characters.isToken(byte): state = .trailerName
        case (.trailerName, 0x3A): state = .trailerValue
        case (.trailerName, _) where Characters.isToken(byte): break
        case (.trailerValue, 0x0D): state = .trailerLF
        case (.trailerValue, _) where Characters.isValue(byte): break
        case (.trailerLF, 0x0A): state = .trailer
        case (.endLF, 0x0A): isComplete = true
        default: throw .malformed("a trailer is malformed")
        }
    }

    /// Section 7.1: `chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF`.
    private mutating func expect(_ byte: UInt8, _ wanted: UInt8, then next: State) throws(RequestRefusal) {
        guard byte == wanted else { throw .malformed("a chunk does not end where its size says") }
        state = next
    }
}
