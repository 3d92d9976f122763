package import CanonicalJSON

/// What is wrong in a file, where, and what to do.
package struct LinkProblem: Error, Sendable, Equatable {
    /// The kinds of defects; raw values are stable.
    package enum Code: String, Sendable {
        /// The text is not JSON.
        case notJSON = "not-json"
        /// The file has more than ``LinkLimits/fileBytes``.
        case tooLarge = "too-large"
        /// A member that must be there is absent.
        case missing
        /// A value has another JSON type than the format asks for.
        case wrongKind = "wrong-kind"
        /// A value has the right type and not the right form.
        case malformed
        /// A pattern names a substitution variable that is not defined.
        case unknownVariable = "unknown-variable"
        /// A pattern needs more than ``LinkLimits/patternStates``.
        case patternTooLarge = "pattern-too-large"
        /// The patterns of the file need more than ``LinkLimits/fileStates`` together.
        case fileTooLarge = "file-too-large"
        /// Android discards all dynamic rules of the statement because of this value.
        case discardsRules = "discards-rules"
    }

    /// The kind of defect.
    package var code: Code
    /// The place in the file.
    package var place: JSONPointer
    /// What is wrong and what to do.
    package var message: String

    init(_ code: Code, _ place: JSONPointer, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }
}

/// A file as read: its content, and what is wrong in it.
package struct LinkReading<File: Sendable>: Sendable {
    /// The file; nil if the system would refuse it as a whole.
    package var file: File?
    /// What is wrong, in the order of the text.
    package var problems: [LinkProblem]
}

/// What a file says about an address.
package enum LinkDecision: Sendable, Equatable {
    /// The system offers the address to the first of these apps that is installed; the place is the rule's.
    case opens(apps: [String], place: JSONPointer)
    /// The rule at this place keeps the address out of the apps.
    case excluded(place: JSONPointer)
    /// No rule of the file matches.
    case unclaimed
}

/// Parses the JSON of a file within the size limit.
func linkDocument(_ bytes: [UInt8], file: String) throws(LinkProblem) -> JSONDocument {
    if bytes.count > LinkLimits.fileBytes {
        throw LinkProblem(
            .tooLarge, JSONPointer(),
            "\(file) has \(bytes.count) bytes; keep it within \(LinkLimits.fileBytes), with fewer and wider patterns")
    }
    do {
        return try JSONDocument(parsing: bytes)
    } catch {
        throw LinkProblem(.notJSON, JSONPointer(), "\(file) is not JSON; \(error)")
    }
}
