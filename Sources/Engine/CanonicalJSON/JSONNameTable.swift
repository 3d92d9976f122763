/// The known member names of an object, prepared for a look-up by bytes, without making a string.
package struct JSONNameTable: Sendable {
    /// The names in the order given; ``index(of:)`` returns positions in this list.
    package let names: [String]
    private let keys: [UInt64]
    private let texts: [[UInt8]]

    /// Prepares names; use it for a few dozen at most, because a look-up is linear.
    package init(_ names: [String]) {
        self.names = names
        texts = names.map { Array($0.utf8) }
        keys = texts.map { Self.key($0[...]) }
    }

    /// The position of a name in UTF-8; nil if it is not known.
    func index(of name: ArraySlice<UInt8>) -> Int? {
        let key = Self.key(name)
        for index in keys.indices where keys[index] == key {
            if name.count <= 7 || texts[index].elementsEqual(name) { return index }
        }
        return nil
    }

    /// The length and the first seven bytes: unique for names of up to seven bytes, a filter for longer ones.
    private static func key(_ name: ArraySlice<UInt8>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: min(name.count, 255))
        for byte in name.prefix(7) { key = key << 8 | UInt64(byte) }
        return key
    }
}
