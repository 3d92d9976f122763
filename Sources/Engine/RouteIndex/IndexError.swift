/// Why bytes are not a usable index, or a body cannot be compiled.
package struct IndexError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable code.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file is not as long as its header says.
        case truncated
        /// The first bytes are not those of an index.
        case foreign
        /// Written by a newer version of this format.
        case newerFormat
        /// Written by an older version of this format; rebuild it from the body.
        case olderFormat
        /// The checksum does not match the content.
        case checksum
        /// The checksum matches, but a table violates the format.
        case malformed
        /// The body violates what freezing guarantees, for example its order names a missing alternative.
        case invalidBody
        /// The body has more of something than the format can number.
        case tooLarge
    }

    /// What is wrong.
    package var code: Code
    /// The table and entry, or the rule's id.
    package var context: String
    /// What to do.
    package var hint: String

    /// An error with the usual hint of its code.
    init(_ code: Code, _ context: String) {
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
