/// Why a template is refused: a stable code, the place, and what to do.
package struct TemplateError: Error, Sendable, Hashable {
    /// Stable names of what can be wrong.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not a URI template (RFC 6570 section 2).
        case syntax
        /// The template is longer or has more expressions than ``TemplateLimits`` allows.
        case tooLong
        /// The template does not begin with a scheme.
        case notAbsolute
        /// An expression stands in the scheme or in the authority.
        case expressionInAuthority
        /// The literal part before the first expression is not an address.
        case invalidAddress
    }

    /// What is wrong.
    package var code: Code
    /// Where, in UTF-8 bytes from the template's start.
    package var offset: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to write instead, for a person.
    package var hint: String
}

/// Why an expansion leads nowhere, although the template was accepted.
package struct ExpansionError: Error, Sendable, Hashable {
    /// Stable names of what can go wrong.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// A prefix modifier met a list or a map (RFC 6570 section 2.4.1).
        case prefixOfComposite
        /// A path variable yields an empty, `.` or `..` segment.
        case unsafeSegment
        /// The expansion is not an address.
        case invalidAddress
        /// The expansion is longer than ``TemplateLimits/expansionBytesMax``.
        case tooLong
    }

    /// What went wrong.
    package var code: Code
    /// What went wrong, for a person.
    package var detail: String
}
