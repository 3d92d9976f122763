/// A BCP 47 language range, such as `zh`, `zh-Hans` or `*`.
package struct LanguageRange: Sendable, Equatable {
    /// The range as the author wrote it.
    package let text: String

    /// Reads a basic language range (RFC 4647 section 2.1).
    ///
    /// - Throws: ``ModelError`` of code `invalidLanguageRange`.
    package init(_ text: String) throws(ModelError) {
        guard text == "*" || Self.isTag(Array(text.utf8)) else {
            throw ModelError(
                code: .invalidLanguageRange, offset: 0, detail: "\"\(text)\" is not a language range.",
                hint: "Write a BCP 47 range such as \"zh\", \"zh-Hans\" or \"*\".")
        }
        self.text = text
    }

    /// Basic filtering (RFC 4647 section 3.3.1): whether the tag is the range, or begins with the range and a hyphen
    /// (language.md L4.3).
    ///
    /// ASCII letter case is ignored, and `_` in the tag is read as `-`, because systems write locales with it. A text that
    /// is not a tag does not match.
    package func matches(_ locale: String) -> Bool {
        let tag = Self.folded(locale)
        guard Self.isTag(tag) else { return false }
        if text == "*" { return true }
        let range = Self.folded(text)
        return tag.starts(with: range) && (tag.count == range.count || tag[range.count] == 0x2D)
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { $0 == 0x5F ? 0x2D : $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// Whether a text is one to eight letters, then subtags of one to eight letters or digits.
    private static func isTag(_ text: [UInt8]) -> Bool {
        let subtags = text.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard let first = subtags.first, first.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) else { return false }
        return subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
        }
    }
}
