/// A cache of bounded cost that drops the entry which was used least recently.
///
/// Entries are few (releases of megabytes), so the oldest one is found by a scan.
package struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The cost that all entries together may have.
    package let costMax: Int
    private var entries: [Key: Entry] = [:]
    /// The cost of all entries.
    package private(set) var cost = 0
    private var clock = 0

    private struct Entry {
        var value: Value
        var cost: Int
        var usedAt: Int
    }

    /// Makes an empty cache.
    package init(costMax: Int) {
        self.costMax = costMax
    }

    /// The value of a key, which becomes the most recently used one.
    package mutating func value(_ key: Key) -> Value? {
        clock += 1
        entries[key]?.usedAt = clock
        return entries[key]?.value
    }

    /// Inserts a value and drops old ones beyond the cost; a value that costs more than the whole cache empties it.
    package mutating func insert(_ value: Value, for key: Key, cost entryCost: Int) {
        clock += 1
        remove(key)
        entries[key] = Entry(value: value, cost: entryCost, usedAt: clock)
        cost += entryCost
        while cost > costMax, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) { remove(oldest.key) }
    }

    /// Removes a value and returns it.
    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    /// The number of entries.
    package var count: Int { entries.count }
}
