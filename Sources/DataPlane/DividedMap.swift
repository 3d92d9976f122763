/// A ``ByteMap`` in parts, of which a changed copy shares all but the parts of the changed keys.
///
/// Each change of an app makes a new table, and event loops may still read the old one. With one table, a change would
/// copy all apps.
struct DividedMap<Value: Sendable>: Sendable {
    /// A class, so that a copy of the table retains one reference for each part.
    private final class Part: Sendable {
        let map: ByteMap<Value>

        init(_ entries: [(key: [UInt8], value: Value)]) { map = ByteMap(entries) }
    }

    private var parts: [Part]
    /// The number of keys.
    private(set) var count = 0
    /// How many entries were written to parts since the table was empty, for tests.
    private(set) var written = 0

    /// An empty table.
    init() { parts = [Part](repeating: Part([]), count: DataLimits.tableParts) }

    /// All values, in no order.
    var values: some Sequence<Value> { parts.lazy.flatMap(\.map.allValues) }

    /// The value for the bytes in a range of a region; nil if there is none.
    @inline(__always)
    func value(_ region: borrowing some ByteRegion & ~Escapable, _ range: Range<Int>) -> Value? {
        let hash = ByteHash.hash(region, range)
        return parts[Self.part(hash)].map.value(region, range, hash: hash)
    }

    /// A copy in which some keys have other values, or none for nil.
    ///
    /// Of several values of a key, the last one counts.
    func replacing(_ changes: [(key: [UInt8], value: Value?)]) -> DividedMap {
        var copy = self
        let byPart = Dictionary(grouping: changes) { Self.part(ByteHash.hash($0.key, 0..<$0.key.count)) }
        for (number, changes) in byPart {
            // Few entries stand in a part: comparing them costs less than a table of them.
            let before = parts[number].map.entries
            var entries = before.filter { entry in !changes.contains { $0.key == entry.key } }
            for (index, change) in changes.enumerated() {
                guard let value = change.value else { continue }
                let isLast = !changes[(index + 1)...].contains { $0.key == change.key }
                if isLast { entries.append((change.key, value)) }
            }
            copy.parts[number] = Part(entries)
            copy.count += entries.count - before.count
            copy.written += entries.count
        }
        return copy
    }

    /// The part of a hash, from other bits than the slot in the part.
    @inline(__always)
    private static func part(_ hash: Int) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: hash) &>> 32) & (DataLimits.tableParts &- 1)
    }
}
