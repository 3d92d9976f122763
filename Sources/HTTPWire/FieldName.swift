/// The beginning of a field's name as it is read: sixteen bytes at once, in which nearly every name ends.
struct FieldName {
    /// How many letters and hyphens it begins with, at most sixteen.
    let count: Int
    private let first: UInt64
    private let second: UInt64

    /// Reads from an index on.
    @inline(__always)
    init(_ region: WireBytes, at index: Int) {
        let bytes = region.sixteen(at: index)
        count = bytes.notName.firstMarked
        // Of the characters that a name may hold, only letters differ from their lower case.
        (first, second) = (bytes | 0x20).words
    }

    /// Whether a name of this length is this one; the text is four to sixteen lower-case letters and hyphens.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        // What stands behind the name is shifted out; a text's numbers are made when this is compiled.
        if length <= 8 { return (first ^ Self.head(text)) &<< UInt64(64 &- 8 &* length) == 0 }
        return first == Self.head(text) && (second ^ Self.tail(text)) &<< UInt64(128 &- 8 &* length) == 0
    }

    /// The first eight characters of a text, or all there are.
    @inline(__always)
    private static func head(_ text: StaticString) -> UInt64 {
        let length = text.utf8CodeUnitCount
        // Every load is within the text, whose bytes live for ever; two loads of a short text overlap.
        let start = unsafe UnsafeRawPointer(text.utf8Start)
        if length >= 8 { return unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }
        let low = unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
        let high = unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
        return UInt64(low) | UInt64(high) &<< UInt64(8 &* (length &- 4))
    }

    /// The characters behind the eighth.
    @inline(__always)
    private static func tail(_ text: StaticString) -> UInt64 {
        let length = text.utf8CodeUnitCount
        // Within the text, as above.
        let last = unsafe UnsafeRawPointer(text.utf8Start).loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
        return UInt64(littleEndian: last) &>> UInt64(128 &- 8 &* length)
    }
}
