/// The query of a request for a channel, as far as event loops read it.
enum ChannelQuery: Equatable {
    /// No query: `production`.
    case standard
    /// `channel=` and a name, as a range.
    case channel(Range<Int>)
    /// Any other query; a worker reads it.
    case other

    init(_ query: borrowing some ByteRegion & ~Escapable) {
        if query.byteCount == 0 {
            self = .standard
            return
        }
        self = .other
        guard query.has("channel=", at: 0) else { return }
        for index in 8..<query.byteCount {
            let byte = query.byte(index)
            if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { return }
        }
        self = .channel(8..<query.byteCount)
    }
}
