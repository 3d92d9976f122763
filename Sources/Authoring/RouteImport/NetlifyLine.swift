/// One line of Netlify's `_redirects`: `from [name=value …] [to] [status[!]] [Condition=value …]`.
struct NetlifyLine: Sendable, Hashable {
    /// A `name=value` word.
    struct Pair: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The address or path of requests that the line redirects.
    var from: String
    /// Query items that the address must have.
    var query: [Pair] = []
    /// The target; nil if the line has none.
    var target: String?
    /// The status of the answer; 301 if the line has none.
    var status = 301
    /// Whether the status ends in `!`.
    var isForced = false
    /// Conditions such as `Country=cn,hk`, in the order of the line.
    var conditions: [Pair] = []
    /// Words that are none of the above.
    var rest: [String] = []

    /// Reads a line; nil if it is empty or a comment.
    init?(_ line: Substring) {
        var words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
        if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words = words[..<comment] }
        guard let first = words.popFirst() else { return nil }
        from = String(first)
        while let word = words.first, !Self.isTarget(word), let pair = Self.pair(word) {
            query.append(pair)
            words.removeFirst()
        }
        if let word = words.first, Self.isTarget(word) {
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

    private static func isTarget(_ word: Substring) -> Bool { word.hasPrefix("/") || word.contains("://") }

    private static func pair(_ word: Substring) -> Pair? {
        guard let mark = word.firstIndex(of: "="), mark > word.startIndex else { return nil }
        return Pair(name: String(word[..<mark]), value: String(word[word.index(after: mark)...]))
    }
}
