/// The names that an object may have, prepared so that a reader finds one without making a string.
package struct JSONNameTable: Sendable {
    /// The names in the order given; indices are positions in it.
    package let names: [String]
    private let keys: [UInt64]
    private let texts: [[UInt8]]

    /// Prepares names; up to a few dozen, as they are tried one after the other.
    package init(_ names: [String]) {
        self.names = names
        texts = names.map { Array($0.utf8) }
        keys = texts.map { Self.key($0[...]) }
    }

    /// The position of a name given as UTF-8.
    package func index(of name: ArraySlice<UInt8>) -> Int? {
        let key = Self.key(name)
        for index in keys.indices where keys[index] == key {
            if name.count <= 7 || texts[index].elementsEqual(name) { return index }
        }
        return nil
    }

    /// The length and up to seven bytes: decides for short names, and nearly always for long ones.
    private static func key(_ name: ArraySlice<UInt8>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: min(name.count, 255))
        for byte in name.prefix(7) { key = key << 8 | UInt64(byte) }
        return key
    }
}
