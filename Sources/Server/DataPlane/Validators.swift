/// Compares `If-None-Match` with a digest, in place.
enum Validators {
    /// Whether the field names this body in any coding: `*`, `"<digest>"`, `"<digest>-gzip"`, with or without `W/`
    /// (RFC 9110 section 13.1.2; weak comparison).
    ///
    /// - Parameters:
    ///   - field: The field's value.
    ///   - digest: 64 hexadecimal digits.
    /// - Returns: Whether to answer 304.
    @inline(__always)
    static func isCurrent(_ field: borrowing some ByteRegion & ~Escapable, digest: [UInt8]) -> Bool {
        // The usual case: one tag that came with a body.
        let end = digest.count &+ 1
        if field.byteCount > end, isQuote(field.byte(0)), field.has(digest, at: 1) {
            if field.byteCount == end &+ 1, isQuote(field.byte(end)) { return true }
            if field.byteCount == end &+ 6, field.has("-gzip\"", at: end) { return true }
        }
        return isListed(field, digest)
    }

    /// Compares any list of tags.
    private static func isListed(_ field: borrowing some ByteRegion & ~Escapable, _ digest: [UInt8]) -> Bool {
        let count = field.byteCount
        var index = 0
        while index < count {
            let byte = field.byte(index)
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","): index += 1
            case UInt8(ascii: "*"): return isAlone(field, index)
            case UInt8(ascii: "W") where field.has("W/\"", at: index): index += 2
            case UInt8(ascii: "\""):
                let end = field.next(UInt8(ascii: "\""), from: index + 1)
                guard end < count else { return false }
                if isDigest(field, (index + 1)..<end, digest) { return true }
                index = end + 1
            default: return false
            }
        }
        return false
    }

    /// `*` is valid only alone.
    private static func isAlone(_ field: borrowing some ByteRegion & ~Escapable, _ star: Int) -> Bool {
        for index in 0..<field.byteCount where index != star {
            let byte = field.byte(index)
            guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { return false }
        }
        return true
    }

    private static func isDigest(
        _ field: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>, _ digest: [UInt8]
    ) -> Bool {
        if range.count == digest.count + gzipCount {
            guard field.has("-gzip", at: range.lowerBound + digest.count) else { return false }
        } else if range.count != digest.count {
            return false
        }
        return field.has(digest, at: range.lowerBound)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") }

    /// Characters of a digest.
    static let digestCount = 64
    /// Characters of `-gzip`.
    private static let gzipCount = 5
}
