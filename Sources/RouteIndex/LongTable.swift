/// The 64-bit numbers of an index: instants, version bounds, character classes.
///
/// Runs of equal numbers stand once.
struct LongTable {
    private(set) var longs: [UInt64] = []
    private var places: [[UInt64]: UInt32] = [:]

    /// The place of the first of these numbers.
    mutating func place(of run: [UInt64]) -> UInt32 {
        if let known = places[run] { return known }
        let place = UInt32(longs.count)
        longs += run
        places[run] = place
        return place
    }

    /// The place of an instant.
    mutating func place(of milliseconds: Int64) -> UInt32 {
        place(of: [UInt64(bitPattern: milliseconds)])
    }
}
