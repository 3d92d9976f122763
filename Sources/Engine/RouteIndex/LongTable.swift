/// The 64-bit numbers of an index: instants, version bounds, character classes.
///
/// Equal runs of numbers are stored once.
struct LongTable: ~Copyable {
    private(set) var longs: [UInt64] = []
    private var slots = HashSlots()

    /// The index of the first number of a run, which is added if it is new.
    mutating func place(of run: [UInt64]) -> UInt32 {
        var hash: UInt64 = 0
        for long in run {
            hash = (hash ^ long) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 29
        }
        let short = UInt32(truncatingIfNeeded: hash >> 32)
        var slot = slots.place(of: short)
        while let place = slots.next(short, &slot) {
            if longs[Int(place)...].starts(with: run) { return place }
        }
        let place = UInt32(longs.count)
        longs += run
        slots.add(short, place, at: slot)
        return place
    }

    /// The index of an instant in milliseconds since 1970.
    mutating func place(of milliseconds: Int64) -> UInt32 {
        place(of: [UInt64(bitPattern: milliseconds)])
    }
}
