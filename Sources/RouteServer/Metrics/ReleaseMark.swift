/// Which release an answer told a client of.
struct ReleaseMark: Sendable, Hashable {
    /// The app.
    var app: String
    /// The channel that was asked for; nil where the release was named by digest or number.
    var channel: String?
    /// The release.
    var version: Int

    /// The version that no release has.
    static let noVersion = 0

    /// How a client was told.
    enum Kind: String, Sendable, CaseIterable {
        /// It got the body.
        case body
        /// It had it already (304).
        case unchanged
        /// It got the head, which names the release.
        case head
        /// It began to listen.
        case stream
    }
}
