/// Why a pattern is refused.
package struct PatternError: Error, Sendable, Equatable {
    /// The kinds of errors; raw values are stable.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is longer than ``PatternLimits/textBytesMax``.
        case tooLong
        /// A brace or parenthesis has no counterpart, or a backslash is the last character.
        case unbalanced
        /// The text begins neither with a scheme nor with `/`.
        case relative
        /// The text after a scheme is not `//host`.
        case missingAuthority
        /// A user name or password before the host.
        case credentials
        /// A fragment; patterns do not match fragments.
        case fragment
        /// A group that spans two components, or that is in the query or the port.
        case misplacedGroup
        /// A group inside a group.
        case nestedGroup
        /// A repeated group: `{…}*`, `{…}+`.
        case repeatedGroup
        /// More alternatives than ``PatternLimits/alternativesMax``.
        case tooManyAlternatives
        /// A capture's name is not `[A-Za-z_][A-Za-z0-9_]*`.
        case captureName
        /// A capture name that occurs twice.
        case duplicateName
        /// `:name?`, `*?`, or a modifier without anything before it; the author may mean the start of the query.
        case optionalModifier
        /// A regular expression that is neither an enumeration nor a run, or an escaped letter or digit outside of one.
        case regularExpression
        /// A regular expression without a name.
        case unnamedGroup
        /// `*` or a repeated capture that is not the whole last segment (leftmost in a host).
        case tailPosition
        /// Two captures without text between them.
        case adjacentCaptures
        /// More than ``PatternLimits/capturesPerSegmentMax`` captures in one segment, or two in one group.
        case tooManyCaptures
        /// A `.` or `..` segment; parsed addresses have none.
        case dotSegment
        /// More segments than ``PatternLimits/segmentsMax``.
        case tooManySegments
        /// Text that no address can have there (a control character, a backslash, bytes that are not UTF-8), or that
        /// engines change.
        case literal
        /// The scheme is not valid.
        case scheme
        /// The host is not valid.
        case host
        /// The port is not valid.
        case port
        /// A query constraint is not valid.
        case query
        /// The pattern is a path only, and the app has no origins.
        case noOrigins
        /// An origin that is not a literal scheme and authority.
        case origin
    }

    /// What is wrong.
    package var code: Code
    /// The component of an object pattern, such as `pathname`; nil for a text.
    package var component: String?
    /// The position of the error in the text or the component, in UTF-8 bytes.
    package var offset: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to write instead, for a person.
    package var hint: String

    init(_ code: Code, at offset: Int, _ detail: String, hint: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
        self.hint = hint
    }
}
