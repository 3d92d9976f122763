/// The languages of `Accept-Language` (RFC 9110 section 12.5.4), best first.
struct AcceptedLanguages {
    /// The best language that is a tag; nil if there is none.
    let first: String?
    /// The language of pages: the best of those that pages have.
    let page: PageLanguage

    init(_ field: String) {
        let start = String(decoding: field.utf8.prefix(LinkPageLimits.languageBytes), as: UTF8.self)
        var tags: [(tag: String, weight: Int)] = []
        for item in start.split(separator: ",").prefix(LinkPageLimits.languages) {
            let parts = item.split(separator: ";", omittingEmptySubsequences: false)
            let tag = parts[0].filter { $0 != " " && $0 != "\t" }
            guard Self.isTag(tag), let weight = Self.weight(parts.dropFirst().first), weight > 0 else { continue }
            tags.append((tag, weight))
        }
        // The sort keeps the order of equal ones only with their numbers.
        let sorted = tags.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }.map(\.element.tag)
        first = sorted.first
        page = sorted.lazy.compactMap(PageLanguage.init(tag:)).first ?? .english
    }

    /// One to eight letters, then subtags of letters and digits; `*` is none.
    private static func isTag(_ text: String) -> Bool {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
        guard let first = subtags.first, first.allSatisfy(isLetter) else { return false }
        return subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    /// A weight in thousandths; nil for a text that is none.
    private static func weight(_ parameter: Substring?) -> Int? {
        guard let parameter else { return 1000 }
        let text = parameter.lowercased().filter { $0 != " " && $0 != "\t" }
        guard text.hasPrefix("q=") else { return nil }
        let digits = text.dropFirst(2)
        guard let whole = digits.first?.wholeNumberValue, whole <= 1, digits.utf8.count <= 5 else { return nil }
        let rest = digits.dropFirst()
        if rest.isEmpty { return whole * 1000 }
        guard rest.first == ".", let part = rest.count == 1 ? 0 : Int(rest.dropFirst()), part >= 0 else { return nil }
        let scale = [1000, 100, 10, 1][min(rest.count - 1, 3)]
        let thousandths = whole * 1000 + (rest.count == 1 ? 0 : part * scale)
        return thousandths <= 1000 ? thousandths : nil
    }
}

/// The languages that pages have; raw values are the values of `lang`.
enum PageLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case chinese = "zh-Hans"

    /// The language as Open Graph writes it, with the territory of most readers.
    var territory: String { self == .english ? "en_US" : "zh_CN" }

    /// The language of a tag; nil if pages do not have it.
    init?(tag: String) {
        switch tag.lowercased().split(separator: "-").first {
        case "en": self = .english
        case "zh": self = .chinese
        default: return nil
        }
    }
}
