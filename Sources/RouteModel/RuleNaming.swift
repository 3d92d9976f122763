import CanonicalJSON

/// Makes ids for rules without one.
package enum RuleNaming {
    /// A readable id made from a pattern: `https://bbs.csdn.net/skill/:tree{/:node}?` becomes `skill-tree-node`.
    ///
    /// If the id is among the taken ones, a suffix `-2`, `-3` … makes it unique.
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

    /// ASCII letters in lower case and digits; one hyphen replaces each run of other bytes.
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

    /// The greatest length of an id before the suffix, which is at most a hyphen and seven digits.
    private static let slugBytesMax = ModelLimits.ruleIDBytesMax - 8
}

/// The ids of the rules that were read, and the id that a rule must have.
struct RuleIDs {
    var required: String?
    var taken: Set<String>
    /// The ids that authors gave in the same document; made ids differ from them.
    private var reserved: Set<String> = []

    init(required: String?, taken: Set<String>) {
        self.required = required
        self.taken = taken
    }

    /// Collects the ids that authors gave in the same document, if a rule has none.
    mutating func reserve(_ rules: [JSONNode]) {
        guard rules.contains(where: { $0["id"] == nil }) else { return }
        reserved = Set(rules.compactMap { $0["id"]?.stringValue })
    }

    func made(from pattern: String) -> String {
        RuleNaming.id(forPattern: pattern, taken: reserved.isEmpty ? taken : taken.union(reserved))
    }
}
