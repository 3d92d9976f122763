/// Records of one kind, each once: variable runs of words.
struct RecordTable {
    private(set) var offsets: [UInt32] = []
    private(set) var words: [UInt32] = []
    private var numbers: [[UInt32]: UInt32] = [:]

    /// The number of a record with these words.
    mutating func number(of record: [UInt32]) -> UInt32 {
        if let known = numbers[record] { return known }
        let number = UInt32(offsets.count)
        offsets.append(UInt32(words.count))
        words += record
        numbers[record] = number
        return number
    }
}
