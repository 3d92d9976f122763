/// Why a template is refused.
package struct TemplateError: Error, Sendable, Equatable {
    /// The kinds of errors; raw values are stable.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not a URI template (RFC 6570 section 2).
        case syntax
        /// The template is longer or has more expressions than ``TemplateLimits`` allows.
        case tooLong
        /// The template does not begin with a scheme.
        case notAbsolute
        /// An expression is in the scheme or in the authority.
        case expressionInAuthority
        /// The literal part before the first expression is not an address.
        case invalidAddress
    }

    /// What is wrong.
    package var code: Code
    /// The position of the error in the template, in UTF-8 bytes.
    package var offset: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to write instead, for a person.
    package var hint: String
}

/// Why the expansion of a valid template fails.
package struct ExpansionError: Error, Sendable, Equatable {
    /// The kinds of errors; raw values are stable.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// A prefix modifier is applied to a list or a map (RFC 6570 section 2.4.1).
        case prefixOfComposite
        /// An expression makes an empty, `.` or `..` path segment.
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
