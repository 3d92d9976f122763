/// Records of one kind, each once: variable runs of words.
struct RecordTable {
    private(set) var offsets: [UInt32] = []
    private(set) var words: [UInt32] = []
    private var hashes: [UInt64] = []
    /// Open addressing over numbers + 1; a power of two, at most half full.
    private var slots = [UInt32](repeating: 0, count: 256)

    /// The number of a record with these words.
    mutating func number(of record: [UInt32]) -> UInt32 {
        let hash = Self.hash(record)
        var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            if hashes[number] == hash, holds(record, at: number) { return UInt32(number) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = UInt32(offsets.count)
        offsets.append(UInt32(words.count))
        words += record
        hashes.append(hash)
        slots[slot] = number + 1
        if offsets.count * 2 > slots.count { grow() }
        return number
    }

    private func holds(_ record: [UInt32], at number: Int) -> Bool {
        let start = Int(offsets[number])
        let end = number + 1 < offsets.count ? Int(offsets[number + 1]) : words.count
        guard end - start == record.count else { return false }
        for at in record.indices where words[start &+ at] != record[at] { return false }
        return true
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    private static func hash(_ record: [UInt32]) -> UInt64 {
        var hash = UInt64(record.count) &* 0x9E37_79B9_7F4A_7C15
        for word in record {
            hash = (hash ^ UInt64(word)) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 29
        }
        return hash
    }
}
