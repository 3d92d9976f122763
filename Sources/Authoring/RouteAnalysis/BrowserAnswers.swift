package import RouteDocuments
package import RouteIndex
package import RouteModel

/// What browsers get for links of a release that is only checked.
///
/// The server's responder gives it, which this target does not import: it writes pages.
package struct BrowserAnswers: Sendable {
    /// What is known of an answer.
    package enum Reply: Sendable, Equatable {
        /// The kind (one of `Expectation.answers`), the status, the value of `Location`, and the rule that matched first.
        case answer(kind: String, status: Int, location: String?, rule: String?)
        /// There is none, and why, as a sentence for people.
        case none(String)
    }

    /// Answers an address in the context of a browser's request at an instant.
    package typealias Ask = @Sendable (_ address: String, _ context: Context, _ at: Instant) -> Reply

    /// Opens a release with what it keeps beside its body.
    package let open: @Sendable (ReleaseSurfaces, CompiledIndex) -> Ask

    /// Takes a function that opens a release.
    package init(open: @escaping @Sendable (ReleaseSurfaces, CompiledIndex) -> Ask) { self.open = open }
}
