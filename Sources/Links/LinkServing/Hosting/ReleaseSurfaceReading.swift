import CanonicalJSON
package import HTTPExchange
package import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// `GET /v1/apps/{app}/releases/{version}/surfaces`: what a release keeps beside its body.
package struct ReleaseSurfaceReading: Sendable {
    private let store: any RuleStore

    /// Reads from this store.
    package init(store: any RuleStore) { self.store = store }

    /// The endpoint.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "readReleaseSurfaces", .get, "/v1/apps/{app}/releases/{version}/surfaces", access: .role(.viewer),
                summary: "What a release says about links outside the app, with its link files by host.",
                success: .init(200, .releaseSurfaces), readsReleases: true, handler: .answer(read))
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let version = try request.number("version")
        let release = try store.release(request.app, version)
        if let document = try store.releaseSurfaces(request.app, version) { return .json(200, bytes: document) }
        if release.removedAt != nil { _ = try store.releaseContent(request.app, version) }
        return .json(200, ["files": [:], "format": 1, "rules": [:], "settings": [:]])
    }
}

extension Schema {
    fileprivate static let releaseSurfaces = Schema.record(
        "ReleaseSurfaces",
        [
            "format": .integer(1...1), "settings": linkSettings, "rules": .map(linkPage),
            "files": .map(
                .record("LinkFiles", ["apple": .anything, "android": .anything, "harmony": .anything])),
        ])
}
