/// The grammar of names: apps, channels, rules, schemes and the words of conditions.
package enum NameGrammar {
    /// Whether a text is a rule's id: `[a-z0-9][a-z0-9._-]{0,63}`.
    package static func isRuleID(_ text: String) -> Bool { isName(text, bytesMax: ModelLimits.ruleIDBytesMax) }

    /// Whether a text is an app's name: `[a-z0-9][a-z0-9._-]{0,31}`.
    package static func isAppName(_ text: String) -> Bool { isName(text, bytesMax: ModelLimits.nameBytesMax) }

    /// Whether a text is a channel's name: `[a-z0-9][a-z0-9._-]{0,31}`.
    package static func isChannelName(_ text: String) -> Bool { isName(text, bytesMax: ModelLimits.nameBytesMax) }

    /// Whether a text is a URL scheme without its colon, in lower case.
    package static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLower(first) else { return false }
        return text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Whether a text is a word of a condition: 1 to ``ModelLimits/wordBytesMax`` bytes without control characters.
    package static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= ModelLimits.wordBytesMax
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// What ``isAppName(_:)`` and ``isChannelName(_:)`` accept, for hints.
    package static let nameHint =
        "a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most \(ModelLimits.nameBytesMax)"

    private static func isName(_ text: String, bytesMax: Int) -> Bool {
        guard text.utf8.count <= bytesMax, let first = text.utf8.first, isLower(first) || isDigit(first) else {
            return false
        }
        return text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
    }

    private static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
