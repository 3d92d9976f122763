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

        /// Compares all texts by their bytes.
        public static func == (left: Witness, right: Witness) -> Bool {
            ExactText.isSame(left.address, right.address) && left.context == right.context && left.at == right.at
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

/// A warning that the author of a rule accepts, so that checks count it but do not list it.
package struct AllowedFinding: Sendable, Equatable {
    /// The code of the warning.
    package var code: Finding.Code
    /// Why it is accepted; nil if the author gave no reason.
    package var reason: String?

    /// Makes an entry.
    package init(_ code: Finding.Code, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}
