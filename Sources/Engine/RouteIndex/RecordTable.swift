/// Records of one kind, each stored once: runs of words of different lengths.
struct RecordTable: ~Copyable {
    private(set) var offsets = UniqueBuffer<UInt32>()
    private(set) var words = UniqueBuffer<UInt32>()
    private var slots = HashSlots()

    /// The number of the record with these words, which is added if it is new.
    mutating func number(of record: borrowing UniqueBuffer<UInt32>) -> UInt32 {
        let hash = Self.hash(record)
        var place = slots.place(of: hash)
        while let number = slots.next(hash, &place) {
            if holds(record, at: Int(number)) { return number }
        }
        let number = UInt32(offsets.count)
        offsets.append(UInt32(words.count))
        words.append(contentsOf: record)
        slots.add(hash, number, at: place)
        return number
    }

    private func holds(_ record: borrowing UniqueBuffer<UInt32>, at number: Int) -> Bool {
        let start = Int(offsets[number])
        let end = number + 1 < offsets.count ? Int(offsets[number + 1]) : words.count
        guard end - start == record.count else { return false }
        for at in 0..<record.count where words[start &+ at] != record[at] { return false }
        return true
    }

    /// Appends the records' words to those of all tables, and writes the offset of each record among them.
    borrowing func write(to writer: inout IndexWriter, _ all: inout UniqueBuffer<UInt32>) {
        let base = UInt32(all.count)
        var places = UniqueBuffer<UInt32>(reserving: offsets.count + 1)
        for number in 0..<offsets.count { places.append(base + offsets[number]) }
        places.append(base + UInt32(words.count))
        writer.add(places)
        all.append(contentsOf: words)
    }

    private static func hash(_ record: borrowing UniqueBuffer<UInt32>) -> UInt32 {
        var hash = UInt64(record.count) &* 0x9E37_79B9_7F4A_7C15
        for at in 0..<record.count {
            hash = (hash ^ UInt64(record[at])) &* 0xBF58_476D_1CE4_E5B9
            hash ^= hash >> 29
        }
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}
