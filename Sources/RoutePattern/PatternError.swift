/// Why a pattern is refused: a stable code, the place, and what to write instead.
package struct PatternError: Error, Sendable, Hashable {
    /// Stable names of what can be wrong.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is longer than ``PatternLimits/textBytesMax``.
        case tooLong
        /// A brace or parenthesis is not closed, or closes nothing; a backslash escapes nothing.
        case unbalanced
        /// The text begins neither with a scheme nor with `/`.
        case relative
        /// The part after a scheme is not `//host`.
        case missingAuthority
        /// A user name or password stands before the host.
        case credentials
        /// A fragment, which never takes part in matching.
        case fragment
        /// A group spans two components, or stands in the query.
        case misplacedGroup
        /// A group inside a group.
        case nestedGroup
        /// A group that may repeat: `{…}*`, `{…}+`.
        case repeatedGroup
        /// More alternatives than ``PatternLimits/alternativesMax``.
        case tooManyAlternatives
        /// A capture's name is not `[A-Za-z_][A-Za-z0-9_]*`.
        case captureName
        /// The same name twice.
        case duplicateName
        /// `:name?` or a `?` read as a modifier where a query was meant.
        case optionalModifier
        /// A regular expression beyond enumerations and runs.
        case regularExpression
        /// A regular expression without a name.
        case unnamedGroup
        /// `*` or a repeated capture that is not the whole last segment (leftmost in a host).
        case tailPosition
        /// Two captures without text between them.
        case adjacentCaptures
        /// More than ``PatternLimits/capturesPerSegmentMax`` captures in one segment.
        case tooManyCaptures
        /// A `.` or `..` segment, which no parsed address has.
        case dotSegment
        /// More segments than ``PatternLimits/segmentsMax``.
        case tooManySegments
        /// Text that no address can hold there: a control character, a bare backslash, bytes that are no UTF-8.
        case literal
        /// The scheme is not one.
        case scheme
        /// The host is not one.
        case host
        /// The port is not one.
        case port
        /// A query constraint that is none.
        case query
        /// A path-only pattern in an app without origins.
        case noOrigins
        /// An origin that is not a literal scheme and authority.
        case origin
    }

    /// What is wrong.
    package var code: Code
    /// The component of an object pattern, such as `pathname`; nil where the pattern is a text.
    package var component: String?
    /// Where, in UTF-8 bytes from the start of the text or of the component.
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
