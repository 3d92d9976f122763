/// Ids for rules whose author gave none.
package enum RuleNaming {
    /// A readable id made from a pattern: `https://bbs.csdn.net/skill/:tree{/:node}?` becomes `skill-tree-node`.
    ///
    /// It is not among the taken ones: a suffix `-2`, `-3` … is added where needed.
    package static func id(forPattern pattern: String, taken: Set<String>) -> String {
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let hasAuthority = parts.count > 2 && parts[0].hasSuffix(":") && parts[1].isEmpty
        let path = slug(hasAuthority ? parts[3...].joined(separator: "/") : pattern)
        let words = [path, hasAuthority ? slug(parts[2]) : "", "rule"].first { !$0.isEmpty } ?? "rule"
        guard taken.contains(words) else { return words }
        var number = 2
        while taken.contains("\(words)-\(number)") { number += 1 }
        return "\(words)-\(number)"
    }

    /// Letters and digits in lower case, with one hyphen for everything between them.
    private static func slug(_ text: some StringProtocol) -> String {
        var words: [UInt8] = []
        for byte in text.utf8 {
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if lower &- 0x61 < 26 || lower &- 0x30 < 10 {
                words.append(lower)
            } else if words.last != 0x2D, !words.isEmpty {
                words.append(0x2D)
            }
            if words.count == slugBytesMax { break }
        }
        while words.last == 0x2D { words.removeLast() }
        return String(decoding: words, as: UTF8.self)
    }

    /// Leaves room for a hyphen and seven digits in a rule's id.
    private static let slugBytesMax = ModelLimits.ruleIDBytesMax - 8
}
