/// Recognises an address that is its own serialisation, in one pass and without allocation.
///
/// Most addresses are of this form: lower-case scheme and host, no character to encode, no dot segment. For any other
/// text it returns nil, and `AddressParser` parses it; only that parser reports errors. A test compares both.
///
/// The scan is performance-critical: a pointer avoids the bounds check of each byte. `@safe`: the pointer is private,
/// exists only during the call that made the scanner, and each read follows a comparison with `end`.
@safe
struct CleanScanner {
    private let bytes: UnsafePointer<UInt8>
    private let end: Int
    private var position = 0
    private var parts = AddressParts()

    /// The parts of the address, if the text is certainly its own serialisation; else nil.
    static func parts(of text: String) -> AddressParts? {
        // Unsafe: the pointer does not leave the closure. For a string that is not contiguous the result is nil.
        let result = unsafe text.utf8.withContiguousStorageIfAvailable { buffer -> AddressParts? in
            guard let base = buffer.baseAddress, buffer.count <= Limits.addressBytesMax else { return nil }
            var scanner = unsafe CleanScanner(bytes: base, end: buffer.count)
            return scanner.scan()
        }
        return result ?? nil
    }

    private init(bytes: UnsafePointer<UInt8>, end: Int) {
        unsafe self.bytes = bytes
        self.end = end
    }

    private mutating func scan() -> AddressParts? {
        guard scheme(), host(), port(), path() else { return nil }
        if byte() == UInt8(ascii: "?") {
            parts.flags.insert(.query)
            position += 1
            // Both encode sets contain "#", so the query ends before it.
            skip(.allowed(by: parts.isSpecial ? .specialQuery : .query))
        }
        parts.queryEnd = offset
        if byte() == UInt8(ascii: "#") {
            parts.flags.insert(.fragment)
            position += 1
            skip(.allowed(by: .fragment))
        }
        parts.end = offset
        return position == end ? parts : nil
    }

    /// The byte at the position, or 0 at the end; no stage accepts 0.
    @inline(__always)
    private func byte() -> UInt8 { byte(at: position) }

    @inline(__always)
    private func byte(at index: Int) -> UInt8 {
        // Unsafe: in bounds by the comparison; an index is never negative, because positions only grow from 0.
        index < end ? unsafe bytes[index] : 0
    }

    @inline(__always)
    private var offset: UInt32 { UInt32(truncatingIfNeeded: position) }

    /// Skips lower-case letters, digits, `-` and `.`, eight bytes at once; most hosts and segments have only these.
    ///
    /// It stops before any other byte. A text of fewer than eight bytes is left to the caller.
    @inline(__always)
    private mutating func skipPlain() {
        while position &+ 8 <= end {
            let others = Self.others(word(at: position))
            if others != 0 {
                position &+= others.trailingZeroBitCount >> 3
                return
            }
            position &+= 8
        }
        guard position < end, end >= 8 else { return }
        // The last one to seven bytes, at the low end of the last word; the zeros above them are among the others.
        let others = Self.others(word(at: end &- 8) &>> UInt64(truncatingIfNeeded: (position &+ 8 &- end) &* 8))
        position &+= others.trailingZeroBitCount >> 3
    }

    /// The eight bytes at an index; the caller has compared `index + 8` with the end.
    @inline(__always)
    private func word(at index: Int) -> UInt64 {
        // Unsafe: in bounds by the caller's comparison.
        unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The high bit of each byte up to the first that is no lower-case letter, digit, `-` or `.` shows whether it is such
    /// a byte; 0 if all eight are.
    @inline(__always)
    private static func others(_ word: UInt64) -> UInt64 {
        // For bytes below 0x80 no addition carries into the next byte, and the high bit of a sum shows whether the
        // byte is at least the constant. A byte of 0x80 or above is always among the others; its carry can only affect
        // bytes after it, which are not used then.
        let letters = (word &+ each(0x80 - 0x61)) & ~(word &+ each(0x80 - 0x7B))
        let digits = (word &+ each(0x80 - 0x30)) & ~(word &+ each(0x80 - 0x3A))
        let marks = (word &+ each(0x80 - 0x2D)) & ~(word &+ each(0x80 - 0x2F))
        return ~(letters | digits | marks) & each(0x80) | word & each(0x80)
    }

    /// `https://`, the first byte lowest.
    private static var https: UInt64 { 0x2F2F_3A73_7074_7468 }

    /// The byte repeated eight times.
    @inline(__always)
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    @inline(__always)
    private mutating func skip(_ allowed: ASCIISet) {
        while allowed.contains(byte()) { position += 1 }
    }
}

/// The stages in order; each returns whether its part is its own serialisation, and sets the position after it.
extension CleanScanner {
    @inline(__always)
    private mutating func scheme() -> Bool {
        // Most addresses begin with these eight bytes.
        if end >= 8, word(at: 0) == Self.https {
            parts.kind = .https
            parts.schemeEnd = 5
            position = 8
            parts.usernameEnd = offset
            parts.hostStart = offset
            parts.flags.insert(.host)
            return true
        }
        guard byte() &- 0x61 < 26 else { return false }
        var packed: UInt64 = 0
        while ASCIISet.lowerSchemeRest.contains(byte()) {
            packed = packed << 8 | UInt64(byte())
            position += 1
        }
        parts.kind = SchemeKind(packed: packed)
        parts.schemeEnd = offset
        guard parts.kind != .file, byte() == UInt8(ascii: ":"), byte(at: position + 1) == UInt8(ascii: "/"),
            byte(at: position + 2) == UInt8(ascii: "/")
        else { return false }
        position += 3
        parts.usernameEnd = offset
        parts.hostStart = offset
        parts.flags.insert(.host)
        return true
    }

    @inline(__always)
    private mutating func host() -> Bool {
        let start = position
        if parts.isSpecial {
            skipPlain()
            skip(.plainDomain)
            var label = position
            while label > start, byte(at: label - 1) != UInt8(ascii: ".") { label -= 1 }
            // The host may be an IPv4 address if its last label begins with a digit, or if its last label is empty and
            // the label before it is a number.
            guard label < position, !byte(at: label).isASCIIDigit else { return false }
        } else {
            skip(.plainOpaqueHost)
        }
        parts.hostEnd = offset
        return position > start || byte() != UInt8(ascii: ":")
    }

    @inline(__always)
    private mutating func port() -> Bool {
        guard byte() == UInt8(ascii: ":") else { return true }
        let start = position + 1
        position = start
        var value = 0
        while byte().isASCIIDigit, position - start < 5 {
            value = value * 10 + Int(byte() &- UInt8(ascii: "0"))
            position += 1
        }
        // The port must be as it is serialised: without leading zeros, and not the default port of the scheme.
        guard position > start, byte(at: start) != UInt8(ascii: "0") || position == start + 1,
            let number = UInt16(exactly: value), number != parts.kind.defaultPort
        else { return false }
        parts.portNumber = number
        parts.flags.insert(.port)
        return true
    }

    @inline(__always)
    private mutating func path() -> Bool {
        parts.pathStart = offset
        while byte() == UInt8(ascii: "/") {
            position += 1
            // A segment that begins with "." or "%2" may be a dot segment.
            let first = byte()
            if first == UInt8(ascii: ".") || (first == UInt8(ascii: "%") && byte(at: position + 1) == UInt8(ascii: "2"))
            {
                return false
            }
            skipPlain()
            skip(.plainSegment)
        }
        parts.pathEnd = offset
        // An address with a special scheme has a path.
        return position > parts.pathStart || !parts.isSpecial
    }
}

/// `ASCIISetTests` compares the masks with their definitions.
extension ASCIISet {
    /// Lower-case letters, digits, `+`, `-` and `.`.
    static var lowerSchemeRest: ASCIISet { ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_0000_0000) }
    /// Lower-case letters, digits, `-`, `.` and `_`: a subset of the characters that UTS 46 and the standard do not
    /// change.
    static var plainDomain: ASCIISet { ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_8000_0000) }
    /// Printable ASCII without the forbidden host code points.
    static var plainOpaqueHost: ASCIISet { .printable(except: .forbiddenHost) }
    /// Characters that a segment does not encode, without the slash and the backslash, which is a slash in special
    /// schemes.
    static var plainSegment: ASCIISet {
        let path = ASCIISet.allowed(by: .path)
        return ASCIISet(low: path.low & ~(1 << 47), high: path.high & ~(1 << 28))
    }

    /// Printable ASCII that is not in a percent-encode set.
    @inline(__always)
    static func allowed(by set: PercentEncoding.EncodeSet) -> ASCIISet { .printable(except: set.members) }

    @inline(__always)
    private static func printable(except other: ASCIISet) -> ASCIISet {
        // 0x20...0x7E.
        ASCIISet(low: 0xFFFF_FFFF_0000_0000 & ~other.low, high: 0x7FFF_FFFF_FFFF_FFFF & ~other.high)
    }
}
