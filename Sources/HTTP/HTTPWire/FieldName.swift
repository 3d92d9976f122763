/// The first sixteen bytes of a field line, loaded at once; nearly every name is shorter.
struct FieldName {
    /// Number of letters and hyphens at the beginning, at most sixteen.
    let count: Int
    private let first: UInt64
    private let second: UInt64

    /// Loads the bytes from an index on.
    @inline(__always)
    init(_ region: WireBytes, at index: Int) {
        let bytes = region.sixteen(at: index)
        count = bytes.notName.firstMarked
        // Of the characters of a name only letters differ from their lower case.
        (first, second) = (bytes | 0x20).words
    }

    /// Whether the name equals a text of the same length: four to sixteen lower-case letters and hyphens.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        // The bytes after the name are shifted out; the numbers of the text are compile-time constants.
        if length <= 8 { return (first ^ Self.head(text)) &<< UInt64(64 &- 8 &* length) == 0 }
        return first == Self.head(text) && (second ^ Self.tail(text)) &<< UInt64(128 &- 8 &* length) == 0
    }

    /// The first eight characters of a text, or all if there are fewer.
    @inline(__always)
    private static func head(_ text: StaticString) -> UInt64 {
        let length = text.utf8CodeUnitCount
        // Every load is within the text, whose bytes are never freed; two loads of a short text overlap.
        let start = unsafe UnsafeRawPointer(text.utf8Start)
        if length >= 8 { return unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }
        let low = unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
        let high = unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
        return UInt64(low) | UInt64(high) &<< UInt64(8 &* (length &- 4))
    }

    /// The characters after the eighth.
    @inline(__always)
    private static func tail(_ text: StaticString) -> UInt64 {
        let length = text.utf8CodeUnitCount
        // Within the text, as above.
        let last = unsafe UnsafeRawPointer(text.utf8Start).loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
        return UInt64(littleEndian: last) &>> UInt64(128 &- 8 &* length)
    }
}
