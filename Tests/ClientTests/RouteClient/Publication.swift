import CanonicalJSON
import Digests
import RouteDocuments
import RouteModel

@testable import RouteClient

/// A release as a server publishes it: body, digest, head.
struct Publication: Sendable {
    var version: Int
    var epoch: Int64 = 1
    var sequence: Int64
    var body: [UInt8]
    var digest: String
    /// The poll interval and jitter of its head, in seconds.
    var poll = Head.Poll(interval: 30, jitter: 0)

    /// A release with one rule, whose screen has the version in its name; `padding` makes the body longer.
    static func make(
        _ version: Int, sequence: Int64? = nil, epoch: Int64 = 1, format: Int64 = 1, padding: Int = 0,
        conditions: JSONValue? = nil, app: String = "moments"
    ) -> Publication {
        var rule: [String: JSONValue] = [
            "id": "detail", "match": ["https://moments.example.com/m/:id"],
            "to": ["screen": .string("Detail\(version)")],
        ]
        rule["when"] = conditions
        let settings: JSONValue = [
            "origins": ["https://moments.example.com"], "destinations": [], "schemes": [], "authority": [:],
        ]
        let body: JSONValue = [
            "format": .integer(format), "app": .string(app), "version": .integer(Int64(version)),
            "publishedAt": "2026-05-01T00:00:00Z", "settings": settings, "rules": [.object(rule)], "order": [[0, 0]],
            "padding": .string(String(repeating: "x", count: padding)),
        ]
        let bytes = body.canonicalBytes
        return Publication(
            version: version, epoch: epoch, sequence: sequence ?? Int64(version), body: bytes,
            digest: SHA256.hexDigest(of: bytes))
    }

    /// The head that names it.
    func head(channel: String = "production") -> Head {
        Head(
            app: "moments", channel: channel, epoch: epoch, sequence: sequence, version: version, digest: digest,
            body: Head.bodyPath(app: "moments", digest: digest), poll: poll)
    }

    /// The same release at another position in the channel's history.
    func moved(to sequence: Int64, epoch: Int64? = nil) -> Publication {
        var copy = self
        copy.sequence = sequence
        copy.epoch = epoch ?? self.epoch
        return copy
    }

    /// The release as a cache stores it.
    var update: ReleaseCache.Update {
        get throws {
            ReleaseCache.Update(
                head: head(), headBytes: head().canonicalBytes, body: body,
                index: try CompiledRelease(body, digest: digest).bytes)
        }
    }
}
