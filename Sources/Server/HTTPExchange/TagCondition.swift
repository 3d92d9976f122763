package import StoreRecords

/// `If-Match` or `If-None-Match`: states of the resource that the client read (RFC 9110 sections 13.1.1 and 13.1.2).
package enum TagCondition: Sendable, Hashable {
    /// There is no such field.
    case missing
    /// `*`: any state.
    case any
    /// One of these tags.
    case oneOf([EntityTag])

    /// Reads a field.
    ///
    /// - Parameters:
    ///   - field: The value; an empty one counts as missing.
    ///   - name: The field's name, for the refusal.
    /// - Throws: 400 for a field that is neither `*` nor a list of tags.
    package init(_ field: String?, of name: String) throws(Problem) {
        guard let field, case let text = field.trimmingBlanks(), !text.isEmpty else {
            self = .missing
            return
        }
        if text == "*" {
            self = .any
            return
        }
        guard let tags = EntityTag.list(text), !tags.isEmpty else {
            throw .badRequest(Self.hint(text, of: name))
        }
        self = .oneOf(tags)
    }

    /// What to write instead of a text that is no list of entity tags.
    private static func hint(_ text: String, of name: String) -> String {
        let bare = text.filter { $0 != "\"" }
        let isTag = !bare.isEmpty && bare.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x27 && $0 != 0x2C }
        guard isTag, bare.utf8.count <= hintBytesMax else {
            return "\(name) is * or the ETag of the resource with its quotes: -H '\(name): \"r3\"'"
        }
        return "quotes are missing around the entity tag: -H '\(name): \"\(bare)\"'"
    }

    /// Bytes of a tag that a hint repeats.
    private static let hintBytesMax = 64

    /// Whether `If-None-Match` names the state of a resource that exists, in whatever coding it was read.
    ///
    /// - Parameter tag: The resource's `ETag`.
    /// - Returns: Whether it is one of them; of a digest also with a coding.
    package func names(_ tag: String) -> Bool {
        switch self {
        case .missing: return false
        case .any: return true
        case .oneOf(let tags):
            // Weak comparison (section 8.8.3.2).
            guard let current = EntityTag.list(tag)?.first?.opaque else { return false }
            return tags.contains { $0.opaque == current || $0.opaque == "\(current)-gzip" }
        }
    }

    /// The precondition of a write that needs none: without `If-Match` it replaces any state.
    ///
    /// - Parameters:
    ///   - kind: The kind of number in the tags.
    ///   - current: The number that the resource has now; not evaluated without tags.
    /// - Returns: The precondition.
    /// - Throws: 412, and the errors of `current`.
    package func optionalPrecondition(
        _ kind: EntityTag.Kind, current: @autoclosure () throws -> Int
    ) throws -> Precondition {
        if case .missing = self { return .any }
        return try precondition(kind, current: try current())
    }

    /// The precondition that the transaction must verify.
    ///
    /// - Parameters:
    /// - kind: The kind of number in the tags.
    ///   - current: The number that the resource has now; not evaluated for `*`.
    ///   - isVerified: Whether the caller reads the resource anyway and verifies the precondition then; `current` is not
    ///     evaluated for a single tag.
    /// - Returns: The precondition.
    /// - Throws: 428, 412, and the errors of `current`.
    package func precondition(
        _ kind: EntityTag.Kind, current: @autoclosure () throws -> Int, isVerified: Bool = false
    ) throws -> Precondition {
        switch self {
        case .missing:
            throw Problem.preconditionRequired(current: EntityTag.numbered(kind, try current()).description)
        case .any:
            return .any
        case .oneOf(let tags):
            if isVerified, tags.count == 1, let number = tags[0].number(kind) { return .exactly(number) }
            let current = try current()
            guard tags.contains(where: { $0.number(kind) == current }) else {
                throw Problem.revisionMismatch(current: EntityTag.numbered(kind, current).description)
            }
            return .exactly(current)
        }
    }
}

extension String {
    /// The elements of a list with commas between them (RFC 9110 section 5.6.1), without empty ones.
    ///
    /// One that is a quoted string may have commas, such as `"cn=ops,dc=shop"` (section 5.6.4); without its second quote it is
    /// left out.
    package func listElements() -> [String] {
        var (elements, element, isQuoted, isEscaped) = ([String](), "", false, false)
        for character in unicodeScalars {
            switch character {
            case _ where isEscaped:
                element.unicodeScalars.append(character)
                isEscaped = false
            case "\\" where isQuoted: isEscaped = true
            case "\"" where isQuoted || element.trimmingBlanks().isEmpty: isQuoted.toggle()
            case "," where !isQuoted:
                elements.append(element)
                element = ""
            default: element.unicodeScalars.append(character)
            }
        }
        if !isQuoted { elements.append(element) }
        return elements.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }

    /// The text without spaces and tabs at its ends (RFC 9110 section 5.6.3, OWS).
    package func trimmingBlanks() -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        if first == startIndex, utf8.index(after: last) == endIndex { return self }
        return String(self[first..<utf8.index(after: last)])
    }
}
