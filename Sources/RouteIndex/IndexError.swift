/// Why bytes are not a usable index, or a body cannot become one.
package struct IndexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable code.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// Shorter than its own header says.
        case truncated
        /// The first bytes are not an index's.
        case foreign
        /// Written by a newer version of this format.
        case newerFormat
        /// Written by an older version of this format; rebuild it from the body.
        case olderFormat
        /// The checksum does not agree with the content.
        case checksum
        /// The checksum agrees, yet a table breaks a rule of the format.
        case malformed
        /// The body breaks a promise that freezing makes, for example its order names a missing alternative.
        case invalidBody
        /// The body needs more of something than the format can number.
        case tooLarge
    }

    /// What is wrong.
    package var code: Code
    /// Where: a table's name and the entry, or a rule's id.
    package var context: String
    /// What to do about it.
    package var hint: String

    /// An error with the usual hint of its code.
    package init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
        hint =
            switch code {
            case .invalidBody: "publish the release again; this body was not made by freezing a draft"
            case .tooLarge: "split the app: fewer rules or shorter texts"
            default: "delete the file; it is rebuilt from the body"
            }
    }

    /// Code, context and hint in one line.
    package var description: String { "\(code.rawValue): \(context) (\(hint))" }
}
