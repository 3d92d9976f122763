/// An entity tag as RFC 9110 section 8.8.3 writes it.
package struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// The text between the quotes.
    package var opaque: String
    /// Whether it is weak (`W/`).
    package var isWeak: Bool

    /// Makes a tag.
    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag of a numbered resource: `"r12"` for a draft, `"s3"` for a channel.
    package static func numbered(_ kind: Kind, _ number: Int) -> EntityTag {
        EntityTag("\(kind.rawValue)\(number)")
    }

    /// The number of a tag of this kind, or nil.
    ///
    /// DEVIATION: a weak one counts in `If-Match` (RFC 9110 section 13.1.1), because the number is that of a state, in whatever
    /// coding the client read it.
    func number(_ kind: Kind) -> Int? {
        guard opaque.hasPrefix(kind.rawValue) else { return nil }
        let digits = opaque.dropFirst(kind.rawValue.count)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits)
    }

    /// The tag as it is sent.
    package var description: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// The kinds of numbers that tags hold.
    package enum Kind: String, Sendable, CaseIterable {
        /// A draft's revision.
        case draft = "r"
        /// A channel's sequence.
        case channel = "s"
        /// An app's revision.
        case app = "a"
        /// The revision of an app's expectations.
        case expectations = "e"
        /// The revision of a host's owner.
        case host = "h"
        /// The revision of a build's screens.
        case build = "b"

        /// The meaning of the number, for the contract.
        var meaning: String {
            switch self {
            case .draft: "the draft's revision"
            case .channel: "the channel's sequence"
            case .app: "the app's revision"
            case .expectations: "the expectations' revision"
            case .host: "the revision of the host's owner"
            case .build: "the revision of the build's screens"
            }
        }
    }
}

extension EntityTag {
    /// Reads a list of tags; nil when the text is not one (RFC 9110 section 8.8.3, `#entity-tag`).
    package static func list(_ text: some StringProtocol) -> [EntityTag]? {
        var tags: [EntityTag] = []
        var rest = Array(text.utf8)[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
            guard !rest.isEmpty else { return tags }
            guard let tag = next(&rest) else { return nil }
            tags.append(tag)
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard rest.isEmpty || rest.first == 0x2C else { return nil }
        }
    }

    private static func next(_ rest: inout ArraySlice<UInt8>) -> EntityTag? {
        let isWeak = rest.starts(with: [0x57, 0x2F])
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == 0x22 else { return nil }
        rest = rest.dropFirst()
        // etagc = %x21 / %x23-7E / obs-text
        let opaque = rest.prefix { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
        rest = rest.dropFirst(opaque.count)
        guard rest.first == 0x22 else { return nil }
        rest = rest.dropFirst()
        return EntityTag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak)
    }
}
