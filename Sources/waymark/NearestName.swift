/// Finds the name somebody probably meant.
enum NearestName {
    /// The candidate with the fewest edits, if few enough to be a slip of the finger.
    static func of(_ word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, edits: distance(Array(word), Array($0))) }
        guard let best = ranked.min(by: { $0.edits < $1.edits }), best.edits <= max(1, word.count / 3) else {
            return nil
        }
        return best.name
    }

    /// Edits (insert, delete, replace, swap of neighbours) from one word to the other.
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, character) in one.enumerated() {
            var next = [row + 1]
            for (column, candidate) in other.enumerated() {
                var edits = min(next[column] + 1, last[column + 1] + 1, last[column] + (character == candidate ? 0 : 1))
                let isSwap =
                    row > 0 && column > 0 && character == other[column - 1] && one[row - 1] == candidate
                if isSwap { edits = min(edits, beforeLast[column - 1] + 1) }
                next.append(edits)
            }
            beforeLast = last
            last = next
        }
        return last[other.count]
    }
}
