/// A set of small numbers in the order of insertion; it is emptied in time proportional to its members.
struct StateSet {
    private(set) var members: [Int] = []
    private var flags: [Bool]

    init(count: Int) { flags = [Bool](repeating: false, count: count) }

    func contains(_ state: Int) -> Bool { flags[state] }

    /// Inserts a number; false if it was there.
    mutating func insert(_ state: Int) -> Bool {
        if flags[state] { return false }
        flags[state] = true
        members.append(state)
        return true
    }

    mutating func removeAll() {
        for state in members { flags[state] = false }
        members.removeAll(keepingCapacity: true)
    }
}
