import WebAddress

/// One host label or path segment of an address, percent-decoded once.
struct Piece: BitwiseCopyable {
    /// The decoded bytes; for a raw piece the bytes as they are in the address.
    var bytes: ByteTable
    /// The label of the index with the same bytes, or ``IndexFormat/none``.
    var label: UInt32 = IndexFormat.none
    /// The label of the index with the same bytes after ASCII case folding, or ``IndexFormat/none``.
    var folded: UInt32 = IndexFormat.none
    /// Whether the decoded bytes are not UTF-8; then it matches tails and captures of a whole segment only.
    var isRaw = false
}

/// The parts of an address for one walk, as ranges of bytes; RoutePattern's `MatchSubject` has the same as strings.
///
/// Valid inside the closure of ``with(_:_:_:)``, which owns the buffers.
struct AddressPieces {
    /// The scheme, in lower case.
    fileprivate(set) var scheme: ByteTable
    /// The port as written in the address; -1 if none is written.
    fileprivate(set) var port: Int32 = -1
    fileprivate(set) var wholeHost: UInt32 = IndexFormat.none
    fileprivate(set) var hasHost = false
    /// The number of host labels among the pieces; zero if no pattern compares single labels.
    fileprivate(set) var hostCount = 0
    fileprivate(set) var pathCount = 0
    fileprivate(set) var isOpaque = false
    /// The query without its question mark, not decoded.
    fileprivate(set) var query: ByteTable
    /// Whether the last path segment is empty: the path ends in a slash.
    fileprivate(set) var endsInSlash = false
    /// The host labels from the right, then the path segments; an opaque path is one piece.
    fileprivate(set) var pieces: Scratch<Piece>

    /// The number of segments for patterns without `strictSlash`.
    var looseCount: Int { endsInSlash ? pathCount &- 1 : pathCount }

    /// A host label, counted from the right.
    @inline(__always)
    func host(_ place: Int) -> Piece { pieces[place] }

    /// A path segment.
    @inline(__always)
    func segment(_ place: Int) -> Piece { pieces[hostCount &+ place] }

    /// Runs a closure with the parts of an address, or with nil if no pattern can match the address: it is too long,
    /// has too many parts, or has credentials.
    @inline(__always)
    static func with<R>(_ address: borrowing Address, _ tables: IndexTables, _ body: (AddressPieces?) -> R) -> R {
        ByteTable.with(address) { bytes, parts in
            guard bytes.count <= Limits.addressBytesMax, !parts.hasCredentials else { return body(nil) }
            // Most addresses are small, and a small buffer of constant size is on the stack; see `Scratch`.
            if bytes.count <= smallBytes / copies {
                let small: R? = with(bytes, parts, tables, smallBytes, smallPieces, body)
                if let small { return small }
            }
            // A separator precedes every piece but the first, so there are at most `count + 2` pieces.
            return with(bytes, parts, tables, bytes.count &* copies, bytes.count &+ 2, body) ?? body(nil)
        }
    }

    /// Decoded and folded copies of all parts together have at most three times the address's bytes.
    private static var copies: Int { 3 }
    private static var smallBytes: Int { 768 }
    private static var smallPieces: Int { 24 }

    /// Returns nil, without calling the closure, if there are more than `piecesMax` pieces.
    @inline(__always)
    private static func with<R>(
        _ bytes: ByteTable, _ parts: AddressParts, _ tables: IndexTables, _ bytesMax: Int, _ piecesMax: Int,
        _ body: (AddressPieces?) -> R
    ) -> R? {
        Scratch<UInt8>.with(bytesMax) { copies in
            Scratch<Piece>.with(piecesMax) { pieces in
                var reader = PieceReader(
                    tables: tables, bytes: bytes, scratch: copies,
                    result: AddressPieces(
                        scheme: bytes.slice(parts.scheme.lowerBound, parts.scheme.upperBound),
                        query: bytes.slice(parts.query.lowerBound, parts.query.upperBound), pieces: pieces))
                return reader.read(parts) ? body(reader.result) : nil
            }
        }
    }
}

/// Fills an ``AddressPieces``: splits, decodes, folds and looks up the parts.
private struct PieceReader {
    let tables: IndexTables
    let bytes: ByteTable
    var scratch: Scratch<UInt8>
    var result: AddressPieces

    /// Reads all parts; returns false if there are more than ``Limits/segmentsMax`` or than the buffer has space for.
    mutating func read(_ parts: AddressParts) -> Bool {
        if let port = parts.port { result.port = Int32(port) }
        if tables.hasFirstSegments, tables.readsFirstSegment(tables.label(result.scheme)) {
            guard readFirstSegment(parts.host) else { return false }
        } else if !readHost(parts.host, isSpecial: parts.isSpecial) {
            return false
        }
        result.isOpaque = parts.hasOpaquePath
        let path = parts.path
        if parts.hasOpaquePath {
            result.pathCount = 1
            // Opaque paths are compared without decoding, in patterns and addresses.
            return append(bytes.slice(path.lowerBound, path.upperBound), hasEscape: false)
        }
        return path.isEmpty || readPath(path.lowerBound &+ 1, path.upperBound)
    }

    /// Splits the path after each slash; `first` is after the path's first slash.
    @inline(__always)
    private mutating func readPath(_ first: Int, _ end: Int) -> Bool {
        var start = first
        while true {
            let (stop, hasEscape) = bytes.segmentEnd(from: start, to: end)
            guard append(bytes.slice(start, stop), hasEscape: hasEscape) else { return false }
            result.pathCount &+= 1
            guard stop < end else { break }
            start = stop &+ 1
        }
        result.endsInSlash = start == end
        return result.looseCount <= Limits.segmentsMax
    }

    /// Reads the authority as the first path segment, unless it is empty.
    private mutating func readFirstSegment(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        result.pathCount = 1
        return append(bytes.slice(range.lowerBound, range.upperBound), hasEscape: true)
    }

    /// Looks up the whole host and, if patterns compare single labels, splits it at dots from the right.
    @inline(__always)
    private mutating func readHost(_ range: Range<Int>, isSpecial: Bool) -> Bool {
        guard !range.isEmpty else { return true }
        let raw = bytes.slice(range.lowerBound, range.upperBound)
        var whole = raw
        // The parser has decoded and folded the hosts of special schemes (WHATWG URL, host parsing).
        if isSpecial || raw.isFolded {
            result.wholeHost = tables.label(raw)
        } else {
            // A host that does not decode to UTF-8 is compared without decoding.
            if raw.contains(UInt8(ascii: "%")) { whole = decoded(raw) ?? raw }
            result.wholeHost = tables.label(folded(whole))
        }
        result.hasHost = true
        return !tables.hasHostLabels || readLabels(whole)
    }

    private mutating func readLabels(_ whole: ByteTable) -> Bool {
        var end = whole.count
        var at = end &- 1
        while at >= -1 {
            if at == -1 || whole[at] == UInt8(ascii: ".") {
                guard appendHost(whole.slice(at &+ 1, end)) else { return false }
                result.hostCount &+= 1
                end = at
            }
            at &-= 1
        }
        return true
    }

    @inline(__always)
    private mutating func append(_ raw: ByteTable, hasEscape: Bool) -> Bool {
        var piece = Piece(bytes: raw)
        if hasEscape {
            guard let text = decoded(raw) else {
                piece.isRaw = true
                return result.pieces.append(piece)
            }
            piece.bytes = text
        }
        piece.label = tables.label(piece.bytes)
        if tables.hasFoldedLabels {
            let folded = folded(piece.bytes)
            piece.folded = folded.equals(piece.bytes) ? piece.label : tables.label(folded)
        }
        return result.pieces.append(piece)
    }

    private mutating func appendHost(_ text: ByteTable) -> Bool {
        var piece = Piece(bytes: text)
        piece.label = tables.label(folded(text))
        piece.folded = piece.label
        return result.pieces.append(piece)
    }

    /// The bytes after one percent-decoding; nil if they are not UTF-8 as a whole.
    ///
    /// Malformed escapes are not changed.
    private mutating func decoded(_ raw: ByteTable) -> ByteTable? {
        let start = scratch.count
        var at = 0
        while at < raw.count {
            let byte = raw[at]
            if byte == UInt8(ascii: "%"), let high = Self.digit(raw[at &+ 1]), at &+ 2 < raw.count,
                let low = Self.digit(raw[at &+ 2])
            {
                scratch.append(high << 4 | low)
                at &+= 3
            } else {
                scratch.append(byte)
                at &+= 1
            }
        }
        let decoded = scratch.slice(start, scratch.count)
        return decoded.isUTF8 ? decoded : nil
    }

    /// The bytes with ASCII capitals in lower case; the same table if there are none.
    private mutating func folded(_ text: ByteTable) -> ByteTable {
        var at = 0
        while at < text.count, !Self.isCapital(text[at]) { at &+= 1 }
        if at == text.count { return text }
        let start = scratch.count
        for offset in 0..<text.count {
            let byte = text[offset]
            scratch.append(Self.isCapital(byte) ? byte | 0x20 : byte)
        }
        return scratch.slice(start, scratch.count)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }
}
