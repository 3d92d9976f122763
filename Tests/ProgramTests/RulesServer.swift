import CanonicalJSON
import Digests
import RouteDocuments
import RouteModel
import Synchronization
import TestSupport

/// A server with one app's releases that answers the requests of clients.
final class RulesServer: Sendable {
    private struct Release {
        var head: [UInt8]
        var body: [UInt8]
    }

    private final class Shelf: Sendable {
        let release: Mutex<Release?> = Mutex(nil)
    }

    private let shelf: Shelf
    private let server: LoopbackServer

    init() throws {
        let shelf = Shelf()
        self.shelf = shelf
        server = try LoopbackServer { request in
            let path = request.split(separator: " ")[1]
            guard let release = shelf.release.withLock({ $0 }), path.hasPrefix("/v1/apps/moments/") else {
                let problem = #"{"type":"urn:waymark:problem:not-found","title":"Not Found","status":404}"#
                return .http(404, type: "application/problem+json", Array(problem.utf8))
            }
            return .http(200, path.hasSuffix("/head") ? release.head : release.body)
        }
    }

    var base: String { server.base }
    func stop() { server.stop() }

    /// Publishes rules given as JSON.
    func publish(_ version: Int, rules: JSONValue) {
        let count = rules.arrayValue?.count ?? 0
        let body: JSONValue = [
            "format": 1, "app": "moments", "version": .integer(Int64(version)), "publishedAt": "2026-05-01T00:00:00Z",
            "settings": [
                "origins": ["https://moments.example.com", "moments://moments.example.com"],
                "destinations": ["moments://moments.example.com"], "schemes": ["moments"], "authority": [:],
            ], "rules": rules, "order": .array((0..<count).map { [.integer(Int64($0)), 0] }),
        ]
        let bytes = body.canonicalBytes
        let digest = SHA256.hexDigest(of: bytes)
        let head = Head(
            app: "moments", channel: "production", epoch: 1, sequence: Int64(version), version: version, digest: digest,
            body: Head.bodyPath(app: "moments", digest: digest), poll: Head.Poll(interval: 1, jitter: 0))
        shelf.release.withLock { $0 = Release(head: head.canonicalBytes, body: bytes) }
    }
}

/// The rules of these tests: a redirect to a screen, a rule with a condition, a block.
let momentsRules: JSONValue = [
    [
        "id": "old-share", "match": ["https://moments.example.com/m/:id"],
        "to": ["redirect": "moments://moments.example.com/moment/{id}"],
    ],
    ["id": "moment", "match": ["moments://moments.example.com/moment/:id(\\d+)"], "to": ["screen": "MomentDetail"]],
    [
        "id": "timeline", "match": ["https://moments.example.com/timeline"], "when": ["signedIn": true],
        "to": ["screen": "Timeline"],
    ],
    ["id": "wipe", "match": ["https://moments.example.com/wipe"], "to": ["block": "links never delete data"]],
    [
        "id": "spring", "match": ["https://moments.example.com/spring"],
        "when": ["after": "2026-03-01T00:00:00Z", "before": "2026-06-01T00:00:00Z"], "to": ["screen": "Spring"],
    ],
]
