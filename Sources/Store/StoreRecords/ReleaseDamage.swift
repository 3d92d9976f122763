/// A stored part of a release that cannot be read, or no longer has its digest.
package struct ReleaseDamage: Sendable, Hashable, CustomStringConvertible {
    /// What a release has stored apart from its row.
    package enum Part: Sendable, Hashable {
        /// What clients get; nothing else can replace it.
        case body
        /// The body in gzip.
        case gzip
        /// The compiled index in a format.
        case index(format: Int)
        /// The draft that it was made from.
        case draft
        /// The row of a release at which a channel points.
        case row
    }

    /// The app.
    package let app: String
    /// The release's number.
    package let version: Int
    /// The part.
    package let part: Part

    /// Names a part of a release.
    package init(_ part: Part, app: String, version: Int) {
        self.app = app
        self.version = version
        self.part = part
    }

    /// Whether it can be made again of the body.
    package var canBeMade: Bool { part != .body && part != .draft && part != .row }

    /// The damage in words.
    package var description: String {
        let name: String
        switch part {
        case .body: name = "body"
        case .gzip: name = "gzip form"
        case .index(let format): name = "compiled index (format \(format))"
        case .draft: name = "draft"
        case .row: return "a channel of \(app) points at release \(version), whose row is missing or cannot be read"
        }
        return "the \(name) of release \(version) of \(app) no longer has its digest"
    }

    /// The damage as a sentence without its full stop.
    package var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

    /// The refusal of what needs the part.
    package var error: StoreError {
        StoreError(
            .corrupt, "\(sentence).",
            hint: "Point the channel at another release, or restore a backup that waymark backup verify calls intact; "
                + "keep the damaged file for analysis.")
    }
}
