/// A frozen table from short byte strings to values, looked up by bytes in place: no allocation, no `String`.
///
/// Open addressing at most half full; FNV-1a (draft-eastlake-fnv section 2) spreads names well enough, and nobody outside
/// chooses the keys: they are names that an admin made.
struct ByteMap<Value: Sendable>: Sendable {
    private let slots: [Int32]
    private let keys: [[UInt8]]
    private let values: [Value]

    init(_ entries: [(key: [UInt8], value: Value)]) {
        keys = entries.map(\.key)
        values = entries.map(\.value)
        var capacity = 2
        while capacity < 2 * entries.count { capacity *= 2 }
        var slots = [Int32](repeating: -1, count: capacity)
        for (index, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: Self.hash(entry.key, 0..<entry.key.count)) & (capacity - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Int32(index)
        }
        self.slots = slots
    }

    /// The value of the key that stands in a range of the region.
    func value(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> Value? {
        var slot = Int(truncatingIfNeeded: Self.hash(region, range)) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if Self.isEqual(keys[index], region, range) { return values[index] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func hash(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // Of a long key, such as a digest, its ends: a table of digests is spread by any eight of their letters.
        let middle = range.count > 2 * hashedEnd ? range.upperBound - hashedEnd : range.upperBound
        var index = range.lowerBound
        while index < range.upperBound {
            hash = (hash ^ UInt64(region.byte(index))) &* 0x100_0000_01B3
            index &+= 1
            if index == range.lowerBound + hashedEnd, middle < range.upperBound { index = middle }
        }
        return hash ^ (hash >> 32)
    }

    private static func isEqual(
        _ key: [UInt8], _ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>
    ) -> Bool {
        guard key.count == range.count else { return false }
        return region.has(key, at: range.lowerBound)
    }

    /// How much of either end of a long key is hashed.
    private static var hashedEnd: Int { 8 }
}
