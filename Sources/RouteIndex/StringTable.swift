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
    /// Open addressing over numbers + 1; a power of two, at most half full.
    private var slots = [UInt32](repeating: 0, count: 1024)

    /// The number of a text.
    mutating func number(of text: String) -> UInt32 {
        ByteTable.with(text) { number(of: $0) }
    }

    private mutating func number(of text: ByteTable) -> UInt32 {
        let hash = text.hash
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if hashes[Int(number)] == hash, isSame(texts[Int(number)], text) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        let start = pool.count
        for at in 0..<text.count { pool.append(text[at]) }
        texts.append(start..<pool.count)
        hashes.append(hash)
        isLabel.append(false)
        slots[slot] = UInt32(texts.count)
        if texts.count * 2 > slots.count { grow() }
        return UInt32(texts.count - 1)
    }

    /// The number of a text that addresses are compared with.
    mutating func label(_ text: String) -> UInt32 {
        let number = number(of: text)
        isLabel[Int(number)] = true
        return number
    }

    private func isSame(_ range: Range<Int>, _ text: ByteTable) -> Bool {
        guard range.count == text.count else { return false }
        for at in 0..<text.count where pool[range.lowerBound &+ at] != text[at] { return false }
        return true
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
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
