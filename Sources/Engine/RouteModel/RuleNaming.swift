package import CanonicalJSON

/// Makes ids for rules without one.
///
/// - Complexity: O(1) in the number of ids for each made id: a number that was in use is not tried again.
package struct RuleNaming: Sendable, Equatable {
    /// The ids in use.
    private var taken: Set<String>
    /// The next number to try as a suffix, by the id without suffix.
    private var numbers: [String: Int] = [:]

    /// Starts with the ids of other rules, and reserves memory for `capacity` more.
    package init(taken: Set<String> = [], capacity: Int = 0) {
        self.taken = taken
        self.taken.reserveCapacity(taken.count + capacity)
    }

    /// Marks an id as used; returns whether it was free.
    package mutating func take(_ id: String) -> Bool { taken.insert(id).inserted }

    /// A readable id made from a pattern: `https://bbs.csdn.net/skill/:tree{/:node}?` becomes `skill-tree-node`.
    ///
    /// If the id is in use, a suffix `-2`, `-3` … makes it unique. The made id is then in use.
    ///
    /// - Parameters:
    ///   - pattern: The pattern's spelling.
    ///   - reserved: Further ids that must not be made; the same set at every call.
    /// - Returns: The id.
    package mutating func id(forPattern pattern: String, unlike reserved: Set<String> = []) -> String {
        // Bytes and not characters, whose borders cost more than all the rest.
        let parts = pattern.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        let hasAuthority = parts.count > 2 && parts[0].last == UInt8(ascii: ":") && parts[1].isEmpty
        let path = Self.slug(!hasAuthority ? pattern.utf8[...] : parts.count > 3 ? parts[3] : "".utf8[...])
        let words = [path, hasAuthority ? Self.slug(parts[2]) : "", "rule"].first { !$0.isEmpty } ?? "rule"
        if !reserved.contains(words), take(words) { return words }
        var number = numbers[words] ?? 2
        while reserved.contains("\(words)-\(number)") || !take("\(words)-\(number)") { number += 1 }
        numbers[words] = number + 1
        return "\(words)-\(number)"
    }

    /// ASCII letters in lower case and digits; one hyphen replaces each run of other bytes.
    private static func slug(_ text: Substring.UTF8View) -> String {
        var words: [UInt8] = []
        for byte in text {
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
package struct RuleIDs {
    /// The id that the rule must have; nil for any.
    package private(set) var required: String?
    private var naming: RuleNaming
    /// The ids that authors gave in the same document; made ids differ from them.
    private var reserved: Set<String> = []

    /// Starts with the ids of other rules, and reserves memory for `capacity` more.
    package init(required: String?, taken: Set<String> = [], capacity: Int = 0) {
        self.required = required
        naming = RuleNaming(taken: taken, capacity: capacity)
    }

    /// Collects the ids that authors gave in the same document, if a rule has none.
    package mutating func reserve(_ rules: [JSONNode]) {
        guard rules.contains(where: { $0["id"] == nil }) else { return }
        reserved = Set(rules.compactMap { $0["id"]?.stringValue })
    }

    /// Marks an id that an author gave as used; returns whether it was free.
    mutating func take(_ id: String) -> Bool { naming.take(id) }

    /// Makes an id from a pattern and marks it as used.
    mutating func made(from pattern: String) -> String { naming.id(forPattern: pattern, unlike: reserved) }
}
