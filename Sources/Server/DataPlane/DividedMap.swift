/// A ``ByteMap`` in parts, of which a changed copy shares all but the parts of the changed keys.
///
/// Each change of an app makes a new table, and event loops may still read the old one. With one table, a change would
/// copy all apps.
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
        parts = [Part](repeating: Part([]), count: DataLimits.tableParts)
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
            unsafe borrowed[Self.part(hash)]._withUnsafeGuaranteedRef { $0.map.value(region, range, hash: hash) }
        }
    }

    /// A copy in which some keys have other values, or none for nil.
    ///
    /// Of several values of a key, the last one counts.
    func replacing(_ changes: [(key: [UInt8], value: Value?)]) -> DividedMap {
        var next = parts
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
            next[number] = Part(entries)
            copy.count += entries.count - before.count
            copy.written += entries.count
        }
        copy.parts = next
        return copy
    }

    /// The part of a hash, from other bits than the slot in the part.
    @inline(__always)
    private static func part(_ hash: Int) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: hash) &>> 32) & (DataLimits.tableParts &- 1)
    }
}
