/// The release that an answer gave or named to a client, as labels of metrics.
package struct ReleaseLabels: Sendable, Hashable {
    /// The app.
    package var app: String
    /// The channel in the request; nil where the release was named by digest or number.
    package var channel: String?
    /// The release.
    package var version: Int

    /// Makes labels.
    package init(app: String, channel: String?, version: Int) {
        self.app = app
        self.channel = channel
        self.version = version
    }

    /// A number that no release has.
    package static let noVersion = 0

    /// What the answer was.
    package enum Kind: String, Sendable, CaseIterable {
        /// The body.
        case body
        /// 304: the client has the body.
        case unchanged
        /// The head, which names the release.
        case head
        /// The beginning of an event stream.
        case stream
    }
}
