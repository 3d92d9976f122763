/// Recognises, in one pass and without allocating, an address that is its own serialisation.
///
/// Most addresses that reach a resolver are: lower-case scheme and host, nothing to encode, no dot segments. Whatever
/// it is not sure of it leaves to `AddressParser`, which alone decides what is an error; a test holds both equal.
///
/// A named hot file: reading through a bare pointer saves the bounds check of every byte. `@safe`: the pointer is
/// private, lives as long as the one call that made the scanner, and is read in one place, behind a comparison with
/// `end`.
@safe
struct CleanScanner {
    private let bytes: UnsafePointer<UInt8>
    private let end: Int
    private var position = 0
    private var parts = AddressParts()

    /// The parts of the address if the text is its own serialisation; nil if that is not certain.
    static func parts(of text: String) -> AddressParts? {
        // The closure keeps the pointer to itself. A string that is not contiguous takes the plain path.
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
            // "#" is in both sets, so that they end the query by themselves.
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

    /// The byte at the position, or 0 at the end: no stage lets a 0 pass.
    @inline(__always)
    private func byte() -> UInt8 { byte(at: position) }

    @inline(__always)
    private func byte(at index: Int) -> UInt8 {
        // In bounds by the comparison beside it; no index is negative, since positions only grow from 0.
        index < end ? unsafe bytes[index] : 0
    }

    @inline(__always)
    private var offset: UInt32 { UInt32(truncatingIfNeeded: position) }

    /// Goes on behind lower-case letters, digits, `-` and `.`, of which most hosts and segments are made; eight at once.
    ///
    /// It may stop early: in front of anything else, and in front of the last bytes of the text.
    @inline(__always)
    private mutating func skipPlain() {
        while position &+ 8 <= end {
            // In bounds by the comparison.
            let word = unsafe UInt64(
                littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // Below 0x80 no addition carries over, and the high bit says whether a byte is at least so large. A byte
            // from 0x80 on is never plain, and what it does to those above it does not matter.
            let letters = (word &+ Self.each(0x80 - 0x61)) & ~(word &+ Self.each(0x80 - 0x7B))
            let digits = (word &+ Self.each(0x80 - 0x30)) & ~(word &+ Self.each(0x80 - 0x3A))
            let marks = (word &+ Self.each(0x80 - 0x2D)) & ~(word &+ Self.each(0x80 - 0x2F))
            let others = ~(letters | digits | marks) & Self.each(0x80) | word & Self.each(0x80)
            if others != 0 {
                position &+= others.trailingZeroBitCount >> 3
                return
            }
            position &+= 8
        }
    }

    /// A byte in each of the eight places.
    @inline(__always)
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    @inline(__always)
    private mutating func skip(_ allowed: ASCIISet) {
        while allowed.contains(byte()) { position += 1 }
    }
}

/// The stages, in order; each says whether the part was clean and leaves the position behind it.
extension CleanScanner {
    @inline(__always)
    private mutating func scheme() -> Bool {
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
            // A last label that begins with a digit may make an IPv4 address, and an empty one hides the label before.
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
        // Without leading zeros, that is: as it would be printed.
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
            // Perhaps a dot segment, in one of its spellings.
            let first = byte()
            if first == UInt8(ascii: ".") || (first == UInt8(ascii: "%") && byte(at: position + 1) == UInt8(ascii: "2"))
            {
                return false
            }
            skipPlain()
            skip(.plainSegment)
        }
        parts.pathEnd = offset
        // A special address has a path.
        return position > parts.pathStart || !parts.isSpecial
    }
}

/// Literal masks are proved against their wording by `ASCIISetTests`.
extension ASCIISet {
    /// Lower-case letters, digits, `+`, `-` and `.`.
    static var lowerSchemeRest: ASCIISet { ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_0000_0000) }
    /// Lower-case letters, digits, `-`, `.` and `_`: what UTS 46 and the standard leave alone, rarer marks left out.
    static var plainDomain: ASCIISet { ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_8000_0000) }
    /// Printable ASCII without the forbidden host code points.
    static var plainOpaqueHost: ASCIISet { .printable(except: .forbiddenHost) }
    /// What stands in a segment as it is; the backslash is a slash to some schemes and left out for all.
    static var plainSegment: ASCIISet {
        let path = ASCIISet.allowed(by: .path)
        return ASCIISet(low: path.low & ~(1 << 47), high: path.high & ~(1 << 28))
    }

    /// Printable ASCII that a percent-encode set leaves alone.
    @inline(__always)
    static func allowed(by set: PercentEncoding.EncodeSet) -> ASCIISet { .printable(except: set.members) }

    @inline(__always)
    private static func printable(except other: ASCIISet) -> ASCIISet {
        // 0x20...0x7E.
        ASCIISet(low: 0xFFFF_FFFF_0000_0000 & ~other.low, high: 0x7FFF_FFFF_FFFF_FFFF & ~other.high)
    }
}
