/// Open addressing for the builder's tables: hashes and the numbers they stand for, side by side.
///
/// A probe that does not fit is told by the hash in its slot, without looking at what the number stands for.
struct HashSlots: ~Copyable {
    /// A hash above a number + 1; zero where there is none.
    private var slots: UniqueBuffer<UInt64>
    private var count = 0

    /// Slots for so many numbers before the table has to grow.
    init(reserving count: Int = 0) {
        var size = 256
        while count * 2 > size { size *= 2 }
        slots = UniqueBuffer(repeating: 0, count: size)
    }

    /// Where to begin looking for a hash.
    @inline(__always)
    func place(of hash: UInt32) -> Int { Int(hash) & (slots.count &- 1) }

    /// The next number of that hash, and the place behind it; nil at a free slot, where the place then stays.
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

    /// Takes a number in at the free slot that a search ended with.
    mutating func add(_ hash: UInt32, _ number: UInt32, at place: Int) {
        slots[place] = UInt64(hash) << 32 | UInt64(number &+ 1)
        count += 1
        if count * 2 > slots.count { grow() }
    }

    /// At most half full, so that searches stay short.
    private mutating func grow() {
        let mask = slots.count &* 2 &- 1
        var larger = UniqueBuffer<UInt64>(repeating: 0, count: mask &+ 1)
        for old in 0..<slots.count where slots[old] != 0 {
            var place = Int(UInt32(truncatingIfNeeded: slots[old] >> 32)) & mask
            while larger[place] != 0 { place = (place &+ 1) & mask }
            larger[place] = slots[old]
        }
        slots = larger
    }
}
