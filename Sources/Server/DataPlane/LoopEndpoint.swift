import HTTPExchange
import ServerLog
package import ServerMetrics

/// An endpoint that event loops answer from memory.
///
/// Its name and path are the input of the loops' tables.
package struct LoopEndpoint: Sendable {
    /// Its number and name in the metrics.
    package let route: LoopRoute
    /// Its path with the names in braces, which begins with `/v1/apps/{app}/`.
    let path: String
    /// The path after `/v1/apps/{app}/`, before and after the value of its other name.
    private let pieces: (before: [UInt8], after: [UInt8])

    private init(_ index: Int, _ id: String, _ path: String) {
        route = LoopRoute(index, id)
        self.path = path
        let pieces = path.utf8.dropFirst("/v1/apps/{app}/".utf8.count).split(
            maxSplits: 1, omittingEmptySubsequences: false
        ) { $0 == UInt8(ascii: "{") }
        self.pieces = (
            Array(pieces[0]), pieces.count > 1 ? Array(pieces[1].drop { $0 != UInt8(ascii: "}") }.dropFirst()) : []
        )
    }

    /// The body that a channel points at.
    package static let currentRules = LoopEndpoint(0, "currentRules", "/v1/apps/{app}/rules")
    /// The head of a channel.
    package static let head = LoopEndpoint(1, "head", "/v1/apps/{app}/head")
    /// A body by its digest.
    package static let body = LoopEndpoint(2, "body", "/v1/apps/{app}/bodies/{digest}")
    /// A body by its release's number.
    package static let releaseRules = LoopEndpoint(3, "releaseRules", "/v1/apps/{app}/releases/{version}/rules")
    /// The heads of a channel as an event stream.
    package static let events = LoopEndpoint(4, "events", "/v1/apps/{app}/events")

    /// A compiled index by its digest.
    package static let index = LoopEndpoint(5, "index", "/v1/apps/{app}/indexes/{digest}")

    /// All of them, by number.
    package static let all = [currentRules, head, body, releaseRules, events, index]

    /// The path for an app.
    func path(app: String) -> [UInt8] { AppPath.prefix + Array(app.utf8) + [UInt8(ascii: "/")] + pathInApp() }

    /// The part after `/v1/apps/{app}/`, which is the key in the table of an app, with the value of its other name.
    func pathInApp(_ value: String = "") -> [UInt8] { pieces.before + Array(value.utf8) + pieces.after }
}

extension AppPath {
    /// The range of the app's name in a path below `/v1/apps/`; nil for other paths.
    @inline(__always)
    static func app(in path: borrowing some ByteRegion & ~Escapable) -> Range<Int>? {
        guard path.has("/v1/apps/", at: 0) else { return nil }
        // The length of the literal `/v1/apps/`; a constant, because this runs for each request.
        let start = 9
        let end = path.next(UInt8(ascii: "/"), from: start)
        return start < end ? start..<end : nil
    }
}
