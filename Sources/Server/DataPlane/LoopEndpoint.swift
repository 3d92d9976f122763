import HTTPExchange
import ServerLog
package import ServerMetrics

/// An endpoint that event loops answer from memory.
///
/// Its name and path are the input of the loops' tables.
package struct LoopEndpoint: Sendable {
    /// Its number and name in the metrics.
    package let route: LoopRoute
    /// Its path, which begins with `/v1/apps/{app}/`.
    let path: PathTemplate

    private init(_ index: Int, _ id: String, _ path: String) {
        route = LoopRoute(index, id)
        self.path = PathTemplate(path)
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

    /// The path for an app, with values for further names.
    func path(app: String, _ values: [String: String] = [:]) -> [UInt8] {
        Array(path.text(values.merging(["app": app]) { own, _ in own }).utf8)
    }

    /// The part after `/v1/apps/{app}/`, which is the key in the table of an app.
    func pathInApp(_ values: [String: String] = [:]) -> [UInt8] {
        Array(path(app: "a", values).dropFirst(AppPath.prefix.count + 2))
    }
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
