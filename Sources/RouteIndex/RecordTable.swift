/// Records of one kind, each once: variable runs of words.
struct RecordTable {
    private(set) var offsets: [UInt32] = []
    private(set) var words: [UInt32] = []
    private var slots = HashSlots()

    /// The number of a record with these words.
    mutating func number(of record: [UInt32]) -> UInt32 {
        let hash = Self.hash(record)
        var place = slots.place(of: hash)
        while let number = slots.next(hash, &place) {
            if holds(record, at: Int(number)) { return number }
        }
        let number = UInt32(offsets.count)
        offsets.append(UInt32(words.count))
        words += record
        slots.add(hash, number, at: place)
        return number
    }

    private func holds(_ record: [UInt32], at number: Int) -> Bool {
        let start = Int(offsets[number])
        let end = number + 1 < offsets.count ? Int(offsets[number + 1]) : words.count
        guard end - start == record.count else { return false }
        for at in record.indices where words[start &+ at] != record[at] { return false }
        return true
    }

    private static func hash(_ record: [UInt32]) -> UInt32 {
        var hash = UInt64(record.count) &* 0x9E37_79B9_7F4A_7C15
        for word in record {
            hash = (hash ^ UInt64(word)) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 29
        }
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}
