/// An immutable hash table from byte strings to values, looked up by bytes in place: no allocation, no `String`.
///
/// Open addressing, at most half full, with a hash over all bytes, eight at a time. Clients cannot choose the keys: they
/// are names of apps and channels, and paths made from them.
struct ByteMap<Value: Sendable>: Sendable {
    /// The range of a key's bytes and the index of its value; the slot is free if the end is before the start.
    private struct Slot {
        var start: Int32 = 0
        var end: Int32 = -1
        var value: Int32 = 0
    }

    private let slots: [Slot]
    private let letters: [UInt8]
    private let values: [Value]

    init(_ entries: [(key: [UInt8], value: Value)]) {
        values = entries.map(\.value)
        var capacity = 2
        while capacity < 2 * entries.count { capacity *= 2 }
        var slots = [Slot](repeating: Slot(), count: capacity)
        var letters: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            var slot = ByteHash.hash(entry.key, 0..<entry.key.count) & (capacity - 1)
            while slots[slot].end >= 0 { slot = (slot + 1) & (capacity - 1) }
            let start = letters.count
            letters += entry.key
            slots[slot] = Slot(start: Int32(start), end: Int32(letters.count), value: Int32(index))
        }
        self.slots = slots
        self.letters = letters
    }

    /// The keys with their values, in no order.
    var entries: [(key: [UInt8], value: Value)] {
        slots.filter { $0.end >= 0 }.map { (Array(letters[Int($0.start)..<Int($0.end)]), values[Int($0.value)]) }
    }

    /// The values, in no order.
    var allValues: [Value] { values }

    /// The value for the bytes in a range of a region; nil if there is none.
    @inline(__always)
    func value(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> Value? {
        value(region, range, hash: ByteHash.hash(region, range))
    }

    /// The same, where the hash of the bytes is known.
    @inline(__always)
    func value(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>, hash: Int) -> Value? {
        let mask = slots.count &- 1
        var index = hash & mask
        while true {
            let slot = slots[index]
            guard slot.end >= 0 else { return nil }
            let key = Int(slot.start)..<Int(slot.end)
            if key.count == range.count, region.has(letters, key, at: range.lowerBound) {
                return values[Int(slot.value)]
            }
            index = (index &+ 1) & mask
        }
    }

}

/// The hash of a key of ``ByteMap``.
enum ByteHash {
    @inline(__always)
    static func hash(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> Int {
        var hash = UInt64(truncatingIfNeeded: range.count)
        var index = range.lowerBound
        while index <= range.upperBound &- 8 {
            hash = mixed(hash, region.word(at: index, count: 8))
            index &+= 8
        }
        let rest = range.upperBound &- index
        return Int(truncatingIfNeeded: rest > 0 ? mixed(hash, region.word(at: index, count: rest)) : hash)
    }

    /// Multiplies by an odd constant, and folds the upper half into the lower one.
    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product &>> 32
    }
}
