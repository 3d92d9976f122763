/// The texts of an index, each once, numbered in the order of first use.
///
/// Two texts are the same if their UTF-8 bytes are. A `[String: …]` would also merge canonically equivalent texts (UAX
/// #15), which are different words and different addresses.
struct StringTable: ~Copyable {
    /// The offset of each text in the pool, and the size of the pool as the last entry.
    private(set) var offsets: UniqueBuffer<UInt32>
    /// The bytes of all texts, without separators.
    private(set) var pool: UniqueBuffer<UInt8>
    private var hashes: UniqueBuffer<UInt32>
    private var isLabel: UniqueBuffer<Bool>
    private var slots: HashSlots

    /// An empty table with capacity for `count` texts.
    init(reserving count: Int = 0) {
        slots = HashSlots(reserving: count)
        offsets = UniqueBuffer(reserving: count + 1)
        offsets.append(0)
        hashes = UniqueBuffer(reserving: count)
        isLabel = UniqueBuffer(reserving: count)
        pool = UniqueBuffer(reserving: count * 10)
    }

    /// The number of texts.
    var count: Int { hashes.count }

    /// The number of a text, which is added if it is new.
    mutating func number(of text: String) -> UInt32 {
        ByteTable.with(text) { number(of: $0) }
    }

    /// The number of a text given as its bytes.
    mutating func number(of text: ByteTable) -> UInt32 {
        let hash = text.hash
        var place = slots.place(of: hash)
        while let number = slots.next(hash, &place) {
            if isSame(Int(number), text) { return number }
        }
        let number = UInt32(count)
        pool.append(text)
        offsets.append(UInt32(pool.count))
        hashes.append(hash)
        isLabel.append(false)
        slots.add(hash, number, at: place)
        return number
    }

    /// The number of a text that parts of addresses are compared with.
    mutating func label(_ text: String) -> UInt32 { ByteTable.with(text) { label($0) } }

    /// The number of a text that parts of addresses are compared with, given as its bytes.
    mutating func label(_ text: ByteTable) -> UInt32 {
        let number = number(of: text)
        isLabel[Int(number)] = true
        return number
    }

    private func isSame(_ number: Int, _ text: ByteTable) -> Bool {
        let start = Int(offsets[number])
        let end = Int(offsets[number + 1])
        return end - start == text.count && pool.bytes { $0.slice(start, end).equals(text) }
    }

    // MARK: Freezing

    /// The rows of the labels, grouped by the top bits of their hash, and the start of each group.
    struct Labels: ~Copyable {
        var buckets: UniqueBuffer<UInt32>
        var labels: UniqueBuffer<UInt32>
    }

    /// The labels for the file.
    func labels() -> Labels {
        var total = 0
        for number in 0..<count where isLabel[number] { total += 1 }
        var bits = 1
        while 1 << bits < total { bits += 1 }
        let shift = UInt32(32 - bits)
        var starts = UniqueBuffer<UInt32>(repeating: 0, count: (1 << bits) + 1)
        for number in 0..<count where isLabel[number] { starts[Int(hashes[number] >> shift) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = UniqueBuffer<UInt32>(reserving: starts.count)
        next.append(contentsOf: starts)
        var labels = UniqueBuffer<UInt32>(repeating: 0, count: total * IndexFormat.labelWords)
        for number in 0..<count where isLabel[number] {
            let bucket = Int(hashes[number] >> shift)
            let row = Int(next[bucket]) * IndexFormat.labelWords
            labels[row] = UInt32(number)
            labels[row + 1] = offsets[number]
            labels[row + 2] = offsets[number + 1] - offsets[number]
            next[bucket] += 1
        }
        return Labels(buckets: starts, labels: labels)
    }
}
