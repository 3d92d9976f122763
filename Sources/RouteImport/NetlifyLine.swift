/// One line of Netlify's `_redirects`: `from [name=value …] [to] [status[!]] [Condition=value …]`.
struct NetlifyLine: Sendable, Hashable {
    /// A `name=value` word.
    struct Pair: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The address or path asked for.
    var from: String
    /// Query items that it must have.
    var query: [Pair] = []
    /// Where it leads; nil where the line does not say.
    var target: String?
    /// The status of the answer.
    var status = 301
    /// Whether the status ends in `!`.
    var isForced = false
    /// `Country`, `Language`, `Role`, `Cookie`, as written.
    var conditions: [Pair] = []
    /// Words that are none of these.
    var rest: [String] = []

    /// Reads a line; nil where it is empty or a comment.
    init?(_ line: Substring) {
        var words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
        if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words = words[..<comment] }
        guard let first = words.popFirst() else { return nil }
        from = String(first)
        while let word = words.first, !Self.isPlace(word), let pair = Self.pair(word) {
            query.append(pair)
            words.removeFirst()
        }
        if let word = words.first, Self.isPlace(word) {
            target = String(word)
            words.removeFirst()
        }
        if let word = words.first, let status = Int(word.hasSuffix("!") ? word.dropLast() : word) {
            self.status = status
            isForced = word.hasSuffix("!")
            words.removeFirst()
        }
        for word in words {
            if let pair = Self.pair(word) { conditions.append(pair) } else { rest.append(String(word)) }
        }
    }

    private static func isPlace(_ word: Substring) -> Bool { word.hasPrefix("/") || word.contains("://") }

    private static func pair(_ word: Substring) -> Pair? {
        guard let mark = word.firstIndex(of: "="), mark > word.startIndex else { return nil }
        return Pair(name: String(word[..<mark]), value: String(word[word.index(after: mark)...]))
    }
}
