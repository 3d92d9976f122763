/// The release that an answer contained or named, as labels of metrics.
package struct ReleaseLabels: Sendable, Hashable {
    /// The app.
    package var app: String
    /// The channel in the request; nil if the request named the release by digest or number.
    var channel: String?
    var version: Int

    /// Makes labels.
    package init(app: String, channel: String?, version: Int) {
        self.app = app
        self.channel = channel
        self.version = version
    }

    /// A number that no release has; release numbers begin at 1.
    package static let noVersion = 0

    /// What the answer contained.
    package enum Kind: String, Sendable, CaseIterable {
        /// The body.
        case body
        /// A compiled index of the body.
        case index
        /// 304: the client has the body.
        case unchanged
        /// The head, which names the release.
        case head
        /// The beginning of an event stream.
        case stream
    }
}
