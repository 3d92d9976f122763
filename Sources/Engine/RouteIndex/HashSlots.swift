/// A hash table from 32-bit hashes to numbers, with open addressing and linear probing.
///
/// The owner compares keys. The hash is stored beside the number, so that most probes of other keys are skipped without
/// reading the key.
struct HashSlots: ~Copyable {
    /// The hash in the high 32 bits and the number + 1 in the low ones; zero for a free slot.
    private var slots: UniqueBuffer<UInt64>
    private var count = 0

    /// An empty table that does not grow up to `count` numbers.
    init(reserving count: Int = 0) {
        var size = 256
        while count * 2 > size { size *= 2 }
        slots = UniqueBuffer(repeating: 0, count: size)
    }

    /// The slot at which the search for a hash begins.
    @inline(__always)
    func place(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (slots.count &- 1) }

    /// The next number with that hash, with `place` moved after it; nil at a free slot, with `place` at that slot.
    @inline(__always)
    func next(_ hash: UInt32, _ place: inout Int) -> UInt32? {
        while slots[place] != 0 {
            let slot = slots[place]
            if UInt32(truncatingIfNeeded: slot >> 32) == hash {
                place = (place &+ 1) & (slots.count &- 1)
                return UInt32(truncatingIfNeeded: slot) &- 1
            }
            place = (place &+ 1) & (slots.count &- 1)
        }
        return nil
    }

    /// Adds a number at the free slot at which a search ended.
    mutating func add(_ hash: UInt32, _ number: UInt32, at place: Int) {
        slots[place] = UInt64(hash) << 32 | UInt64(number &+ 1)
        count += 1
        if count * 2 > slots.count { grow() }
    }

    /// Doubles the table; it is at most half full, so that probe sequences stay short.
    private mutating func grow() {
        let mask = slots.count &* 2 &- 1
        var larger = UniqueBuffer<UInt64>(repeating: 0, count: mask &+ 1)
        for old in 0..<slots.count where slots[old] != 0 {
            var place = Int(truncatingIfNeeded: slots[old] >> 32) & mask
            while larger[place] != 0 { place = (place &+ 1) & mask }
            larger[place] = slots[old]
        }
        slots = larger
    }
}
