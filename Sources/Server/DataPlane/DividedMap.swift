/// A ``ByteMap`` in parts, of which a changed copy shares all but the parts of the changed keys.
///
/// Each change of an app makes a new table, and event loops may still read the old one. With one table, a change would
/// copy all apps. The parts grow in number with the keys, so that a change copies few references while there are few.
@safe struct DividedMap<Value: Sendable>: Sendable {
    /// A class, so that a copy of the table retains one reference for each part.
    private final class Part: Sendable {
        let map: ByteMap<Value>

        init(_ entries: [(key: [UInt8], value: Value)]) { map = ByteMap(entries) }
    }

    private var parts: [Part] { didSet { unsafe borrowed = parts.map { unsafe .passUnretained($0) } } }
    /// The same parts, retained by `parts`: a look-up that borrows a part saves eight atomic instructions.
    private var borrowed: [Unmanaged<Part>]
    /// The number of keys.
    private(set) var count = 0
    /// How many entries were written to parts since the table was empty, for tests.
    private(set) var written = 0

    /// An empty table.
    init() {
        parts = [Part([])]
        unsafe borrowed = parts.map { unsafe .passUnretained($0) }
    }

    /// All values, in no order.
    var values: some Sequence<Value> { parts.lazy.flatMap(\.map.allValues) }

    /// The value for the bytes in a range of a region; nil if there is none.
    @inline(__always)
    func value(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> Value? {
        let hash = ByteHash.hash(region, range)
        let region = copy region
        // `parts` retains what is borrowed here until the look-up has ended.
        return withExtendedLifetime(parts) {
            unsafe borrowed[Self.part(hash, of: borrowed.count)]._withUnsafeGuaranteedRef {
                $0.map.value(region, range, hash: hash)
            }
        }
    }

    /// A copy in which some keys have other values, or none for nil.
    ///
    /// Of several values of a key, the last one counts.
    func replacing(_ changes: [(key: [UInt8], value: Value?)]) -> DividedMap {
        var copy = self
        var next = divided(for: count + changes.count)
        for (number, changes) in Self.byPart(changes, of: next.count) {
            // Few entries stand in a part: comparing them costs less than a table of them.
            let before = next[number].map.entries
            var entries = before.filter { entry in !changes.contains { $0.key == entry.key } }
            for (index, change) in changes.enumerated() {
                guard let value = change.value else { continue }
                let isLast = !changes[(index + 1)...].contains { $0.key == change.key }
                if isLast { entries.append((change.key, value)) }
            }
            next[number] = Part(entries)
            copy.count += entries.count - before.count
            copy.written += entries.count
        }
        copy.parts = next
        return copy
    }

    /// The same entries in as many parts as a number of keys needs, if these are more than before.
    private func divided(for keys: Int) -> [Part] {
        var count = parts.count
        while count * DataLimits.partKeys < keys, count < DataLimits.tablePartsMax { count *= 2 }
        guard count > parts.count else { return parts }
        let byPart = Self.byPart(parts.flatMap(\.map.entries), of: count)
        return (0..<count).map { Part(byPart[$0] ?? []) }
    }

    private static func byPart<Content>(
        _ entries: [(key: [UInt8], value: Content)], of count: Int
    ) -> [Int: [(key: [UInt8], value: Content)]] {
        Dictionary(grouping: entries) { part(ByteHash.hash($0.key, 0..<$0.key.count), of: count) }
    }

    /// The part of a hash, from other bits than the slot in the part; `count` is a power of two.
    @inline(__always)
    private static func part(_ hash: Int, of count: Int) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: hash) &>> 32) & (count &- 1)
    }
}
