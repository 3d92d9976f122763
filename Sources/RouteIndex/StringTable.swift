/// Every text of an index once, numbered in the order of first use.
///
/// Texts are equal when their UTF-8 bytes are: `Dictionary<String, …>` would merge canonically equivalent ones, which
/// are different addresses.
struct StringTable {
    /// Where each text lies in the pool.
    private(set) var texts: [Range<Int>] = []
    /// All bytes, one text behind the other.
    private(set) var pool: [UInt8] = []
    private var hashes: [UInt32] = []
    private var isLabel: [Bool] = []
    private var slots: HashSlots

    /// An empty table with room for so many texts.
    init(reserving count: Int = 0) {
        slots = HashSlots(reserving: count)
        texts.reserveCapacity(count)
        hashes.reserveCapacity(count)
        isLabel.reserveCapacity(count)
        pool.reserveCapacity(count * 10)
    }

    /// The number of a text.
    mutating func number(of text: String) -> UInt32 {
        ByteTable.with(text) { number(of: $0) }
    }

    /// The number of a text given as its bytes.
    mutating func number(of text: ByteTable) -> UInt32 {
        let hash = text.hash
        var place = slots.place(of: hash)
        while let number = slots.next(hash, &place) {
            if isSame(texts[Int(number)], text) { return number }
        }
        let start = pool.count
        text.append(to: &pool)
        texts.append(start..<pool.count)
        hashes.append(hash)
        isLabel.append(false)
        slots.add(hash, UInt32(texts.count - 1), at: place)
        return UInt32(texts.count - 1)
    }

    /// The number of a text that addresses are compared with.
    mutating func label(_ text: String) -> UInt32 { ByteTable.with(text) { label($0) } }

    /// The number of a text that addresses are compared with, given as its bytes.
    mutating func label(_ text: ByteTable) -> UInt32 {
        let number = number(of: text)
        isLabel[Int(number)] = true
        return number
    }

    private func isSame(_ range: Range<Int>, _ text: ByteTable) -> Bool {
        range.count == text.count
            && ByteTable.with(pool) { $0.slice(range.lowerBound, range.upperBound).equals(text) }
    }

    // MARK: Freezing

    /// Where each string begins in the pool, and the pool's end.
    var offsets: [UInt32] {
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(texts.count + 1)
        for text in texts { offsets.append(UInt32(text.upperBound)) }
        return offsets
    }

    /// The labels grouped by the top bits of their hash, and where each group begins.
    var labels: (buckets: [UInt32], labels: [UInt32]) {
        let numbers = isLabel.indices.filter { isLabel[$0] }
        var bits = 1
        while 1 << bits < numbers.count { bits += 1 }
        var starts = [UInt32](repeating: 0, count: (1 << bits) + 1)
        func bucket(_ number: Int) -> Int { Int(hashes[number] >> UInt32(32 - bits)) }
        for number in numbers { starts[bucket(number) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = starts
        var labels = [UInt32](repeating: 0, count: numbers.count)
        for number in numbers {
            labels[Int(next[bucket(number)])] = UInt32(number)
            next[bucket(number)] += 1
        }
        return (starts, labels)
    }
}
