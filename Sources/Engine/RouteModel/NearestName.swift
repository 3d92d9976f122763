/// Finds the known name that is most similar to an unknown one.
package enum NearestName {
    /// The known name with the least edit distance, ignoring letter case; nil if that exceeds a third of the letters.
    package static func of(_ word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars.prefix(lettersMax))
        let allowed = max(1, letters.count / 3)
        let ranked = known.map { name in
            (name: name, distance: distance(letters, Array(name.lowercased().unicodeScalars.prefix(lettersMax))))
        }
        let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return best.flatMap { $0.distance <= allowed ? $0.name : nil }
    }

    /// The words before the nearest name in a hint.
    package static let question = "Did you mean"

    /// A hint for an unknown name: the nearest known name, or all of them.
    package static func hint(for word: String, among known: [String]) -> String {
        if let nearest = of(word, among: known) { return "\(question) \"\(nearest)\"?" }
        return "Known are: " + known.joined(separator: ", ") + "."
    }

    /// Letters compared of each name; bounds the cost, which is quadratic.
    private static let lettersMax = 64

    /// The least number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in a.indices {
            var current = [row + 1]
            for column in b.indices {
                let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
