/// Something that a person should know about a configuration before it is published.
public struct Finding: Sendable, Hashable {
    /// What kind of finding it is; a stable word, open for importers and later checks.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable word.
        public var rawValue: String

        /// Makes a code from its word.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether a release can be made in spite of it.
    public enum Severity: String, Sendable, Hashable {
        case error, warning
    }

    /// An address, a context and an instant that show the finding.
    public struct Witness: Sendable, Hashable {
        /// The address to look up.
        public var address: String
        /// The context to look it up with.
        public var context: Context
        /// The instant to look it up at; nil where the clock plays no part.
        public var at: Instant?

        /// Makes a witness.
        public init(address: String, context: Context = Context(), at: Instant? = nil) {
            self.address = address
            self.context = context
            self.at = at
        }
    }

    /// What kind of finding it is.
    public var code: Code
    /// Whether it blocks a release.
    public var severity: Severity
    /// A finer word below the code, such as a pattern's reason code; nil where there is none.
    public var reason: String?
    /// The ids of the rules concerned, the one at fault first.
    public var rules: [String]
    /// Where in the document, as a JSON pointer.
    public var pointer: String?
    /// The line in the document, from 1.
    public var line: Int?
    /// The column in the line, from 1, in Unicode scalars.
    public var column: Int?
    /// What is wrong, for a person.
    public var detail: String
    /// What to do about it, for a person.
    public var hint: String
    /// An example that shows it, wherever one exists.
    public var witness: Witness?

    /// Makes a finding; the severity is the code's own unless given.
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
    /// A template uses a variable that some alternative of the pattern does not bind.
    public static let unboundVariable = Self(rawValue: "unbound-variable")
    /// A template puts a capture where it could change the address's structure.
    public static let unsafeVariable = Self(rawValue: "unsafe-variable")
    /// A redirect leads to a scheme and host that the settings do not allow.
    public static let destinationNotAllowed = Self(rawValue: "destination-not-allowed")
    /// Two rules ask for exactly the same.
    public static let duplicate = Self(rawValue: "duplicate")
    /// Redirects lead back to where they came from.
    public static let loop = Self(rawValue: "loop")
    /// Redirects follow one another too often.
    public static let chainTooLong = Self(rawValue: "chain-too-long")
    /// A rule leads to a screen that some app version lacks.
    public static let missingScreen = Self(rawValue: "missing-screen")
    /// A stored test address no longer leads where its author said.
    public static let expectationFailed = Self(rawValue: "expectation-failed")
    /// A rule can never win.
    public static let shadowed = Self(rawValue: "shadowed")
    /// Only the position in the draft decides between two rules.
    public static let tie = Self(rawValue: "tie")
    /// A redirect leads to one of the app's own schemes, and no rule takes it up.
    public static let deadEnd = Self(rawValue: "dead-end")
    /// A rule's time window is over.
    public static let expired = Self(rawValue: "expired")
    /// A rule's time window has not begun.
    public static let notYet = Self(rawValue: "not-yet")

    /// How severe findings of this code are unless they say otherwise (language.md section 8).
    public var severity: Finding.Severity {
        switch self {
        case .shadowed, .tie, .deadEnd, .expired, .notYet: .warning
        default: .error
        }
    }
}
