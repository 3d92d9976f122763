/// A cache of bounded cost that drops the entry which was used least recently, in constant time, and on demand all that
/// were not used since it was demanded before.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The cost that all entries together may have.
    let costMax: Int
    private var places: [Key: Int] = [:]
    /// A list in both directions, from the entry used last to the one used least recently; free places are nil.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?
    /// The cost of all entries.
    private(set) var cost = 0
    /// How often unused entries were dropped.
    private var looks = 0

    private struct Entry {
        let key: Key
        let value: Value
        let cost: Int
        /// The value of `looks` at its last use.
        var look = 0
        var newer: Int?
        var older: Int?
    }

    /// Makes an empty cache.
    init(costMax: Int) {
        self.costMax = costMax
    }

    /// The value of a key, which becomes the most recently used one.
    mutating func value(_ key: Key) -> Value? {
        guard let place = places[key], let entry = entries[place] else { return nil }
        if newest != place || entry.look != looks {
            unlink(place)
            link(place, entry)
        }
        return entry.value
    }

    /// Inserts a value and drops old ones beyond the cost; a value that costs more than the whole cache empties it.
    mutating func insert(_ value: Value, for key: Key, cost entryCost: Int) {
        remove(key)
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(nil) }
        places[key] = place
        link(place, Entry(key: key, value: value, cost: entryCost))
        cost += entryCost
        while cost > costMax, let oldest, let entry = entries[oldest] { remove(entry.key) }
    }

    /// Removes a value and returns it.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = entries[place] else { return nil }
        unlink(place)
        entries[place] = nil
        free.append(place)
        cost -= entry.cost
        return entry.value
    }

    /// Removes the entries that were neither inserted nor used since the last call, and the memory of their places if none
    /// is left.
    mutating func removeUnused() {
        while let oldest, let entry = entries[oldest], entry.look < looks { remove(entry.key) }
        looks += 1
        if places.isEmpty { (places, entries, free) = ([:], [], []) }
    }

    /// The number of entries.
    var count: Int { places.count }

    /// Makes an entry the most recently used one.
    private mutating func link(_ place: Int, _ entry: Entry) {
        var entry = entry
        (entry.newer, entry.older, entry.look) = (nil, newest, looks)
        entries[place] = entry
        if let newest { entries[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    /// Takes an entry out of the list.
    private mutating func unlink(_ place: Int) {
        guard let entry = entries[place] else { return }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    }
}
