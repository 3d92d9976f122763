/// An error or a warning about a configuration, for the person who publishes it.
public struct Finding: Sendable, Hashable {
    /// The kind of a finding: a stable word; importers and later versions add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable word.
        public var rawValue: String

        /// Makes a code from its word.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether the finding blocks a release: an error does, a warning does not.
    public enum Severity: String, Sendable, Hashable {
        case error, warning
    }

    /// An address, a context and an instant that demonstrate the finding.
    public struct Witness: Sendable, Hashable {
        /// The address to look up.
        public var address: String
        /// The context of the look-up.
        public var context: Context
        /// The instant of the look-up; nil if the result does not depend on it.
        public var at: Instant?

        /// Makes a witness.
        public init(address: String, context: Context = Context(), at: Instant? = nil) {
            self.address = address
            self.context = context
            self.at = at
        }
    }

    /// The kind of finding.
    public var code: Code
    /// Whether the finding blocks a release.
    public var severity: Severity
    /// A more precise word, such as a pattern's reason code; nil if there is none.
    public var reason: String?
    /// The ids of the rules concerned; the rule to change is the first.
    public var rules: [String]
    /// The place in the document as a JSON pointer (RFC 6901).
    public var pointer: String?
    /// The line in the document, from 1.
    public var line: Int?
    /// The column in the line, from 1, in Unicode scalars.
    public var column: Int?
    /// What is wrong, as text for people.
    public var detail: String
    /// What to do, as text for people.
    public var hint: String
    /// An example; nil if there is none.
    public var witness: Witness?

    /// Makes a finding; the severity is that of the code unless it is given.
    public init(
        _ code: Code, severity: Severity? = nil, reason: String? = nil, rules: [String] = [], pointer: String? = nil,
        line: Int? = nil, column: Int? = nil, detail: String, hint: String, witness: Witness? = nil
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.reason = reason
        self.rules = rules
        self.pointer = pointer
        self.line = line
        self.column = column
        self.detail = detail
        self.hint = hint
        self.witness = witness
    }
}

extension Finding.Code {
    /// A pattern, template, condition or key is not valid.
    public static let syntax = Self(rawValue: "syntax")
    /// A template uses a variable that an alternative of the pattern does not bind.
    public static let unboundVariable = Self(rawValue: "unbound-variable")
    /// A template puts a capture where it could change the address's structure.
    public static let unsafeVariable = Self(rawValue: "unsafe-variable")
    /// The settings do not allow the scheme and host of a redirect.
    public static let destinationNotAllowed = Self(rawValue: "destination-not-allowed")
    /// A rule, or all rules together, have more alternatives than a release may have.
    public static let tooManyAlternatives = Self(rawValue: "too-many-alternatives")
    /// Two rules match the same addresses under the same conditions.
    public static let duplicate = Self(rawValue: "duplicate")
    /// Redirects form a loop.
    public static let loop = Self(rawValue: "loop")
    /// A chain has more than ``ModelLimits/redirectsMax`` redirects.
    public static let chainTooLong = Self(rawValue: "chain-too-long")
    /// A rule leads to a screen that an app version does not have.
    public static let missingScreen = Self(rawValue: "missing-screen")
    /// A stored test address does not resolve as expected.
    public static let expectationFailed = Self(rawValue: "expectation-failed")
    /// A rule can never win.
    public static let shadowed = Self(rawValue: "shadowed")
    /// Only the position in the draft decides which of two rules wins.
    public static let tie = Self(rawValue: "tie")
    /// A redirect leads to one of the app's own schemes, and no rule matches the address.
    public static let deadEnd = Self(rawValue: "dead-end")
    /// A rule's time window is over.
    public static let expired = Self(rawValue: "expired")
    /// A rule's time window has not begun.
    public static let notYet = Self(rawValue: "not-yet")

    /// The default severity of the code (language.md section 8).
    public var severity: Finding.Severity {
        Self.warnings.contains(self) ? .warning : .error
    }
}
