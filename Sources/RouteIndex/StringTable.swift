/// Every text of an index once, numbered in the order of first use.
///
/// Texts are equal when their UTF-8 bytes are: `Dictionary<String, …>` would merge canonically equivalent ones, which
/// are different addresses.
struct StringTable {
    private(set) var texts: [String] = []
    private var hashes: [UInt32] = []
    private var isLabel: [Bool] = []
    private var byteCount = 0
    /// Open addressing over numbers + 1; a power of two, at most half full.
    private var slots = [UInt32](repeating: 0, count: 1024)

    /// The number of a text.
    mutating func number(of text: String) -> UInt32 {
        let hash = ByteTable.with(text) { $0.hash }
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if hashes[Int(number)] == hash, isSame(texts[Int(number)], text) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        texts.append(text)
        hashes.append(hash)
        isLabel.append(false)
        byteCount += text.utf8.count
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

    private func isSame(_ one: String, _ other: String) -> Bool {
        ByteTable.with(one) { $0.equals(other) }
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
        var end: UInt32 = 0
        for text in texts {
            end += UInt32(text.utf8.count)
            offsets.append(end)
        }
        return offsets
    }

    /// All bytes, one text behind the other.
    var pool: [UInt8] {
        var pool: [UInt8] = []
        pool.reserveCapacity(byteCount)
        for text in texts { pool.append(contentsOf: text.utf8) }
        return pool
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
