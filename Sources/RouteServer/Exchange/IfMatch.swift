import ReleaseStore

/// What a write says about the state it was made against (RFC 9110 section 13.1.1).
enum IfMatch: Sendable, Hashable {
    /// No `If-Match`: the writer has not said what it read.
    case missing
    /// `If-Match: *`: whatever is there.
    case any
    /// The tags that would do.
    case oneOf([EntityTag])

    /// Reads `If-Match`.
    ///
    /// An empty one says as little as none. Throws 400 for a field that is no list of tags.
    init(_ field: String?) throws(Problem) {
        guard let field, case let text = field.trimmingBlanks(), !text.isEmpty else {
            self = .missing
            return
        }
        if text == "*" {
            self = .any
            return
        }
        guard let tags = EntityTag.list(text), !tags.isEmpty else {
            throw .badRequest("If-Match is neither * nor a list of quoted entity tags: \(field)")
        }
        self = .oneOf(tags)
    }

    /// What the transaction must verify; throws 428 and 412.
    ///
    /// - Parameters:
    ///   - kind: what the tags count.
    ///   - current: the number that the resource has now, for the refusals and for lists of several tags; not asked for
    ///     where anything will do.
    /// - Returns: what to verify.
    /// - Throws: 428 and 412.
    func precondition(
        _ kind: EntityTag.Kind, current: @autoclosure () throws(Problem) -> Int
    ) throws(Problem) -> Precondition {
        switch self {
        case .missing:
            throw .preconditionRequired(current: EntityTag.numbered(kind, try current()).description)
        case .any:
            return .any
        case .oneOf(let tags):
            let current = try current()
            guard tags.contains(where: { $0.number(kind) == current }) else {
                throw .revisionMismatch(current: EntityTag.numbered(kind, current).description)
            }
            return .exactly(current)
        }
    }
}

extension String {
    /// Without the blanks and tabs at both ends (RFC 9110 section 5.6.3, OWS).
    func trimmingBlanks() -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        if first == startIndex, utf8.index(after: last) == endIndex { return self }
        return String(self[first..<utf8.index(after: last)])
    }
}
