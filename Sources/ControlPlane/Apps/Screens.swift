import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/screens` and `/v1/apps/{app}/screens/{platform}/{version}`: the screens of each build.
struct Screens: Sendable {
    let store: any RuleStore

    var endpoints: [Endpoint] {
        let path = "/v1/apps/{app}/screens/{platform}/{version}"
        let segments = ["version": Schema.text(pattern: "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$")]
        return [
            Endpoint(
                "putScreens", .put, path, access: .role(.editor),
                summary: "Stores the screens of a build and the parameters that they need.", segments: segments,
                request: .json(
                    .screens, example: #"{"screens": {"Item": ["id"], "Summer": [], "Search": ["text"]}}"#),
                success: .init(200, .screens), handler: .answer(put)),
            Endpoint(
                "listScreens", .get, "/v1/apps/{app}/screens", access: .role(.viewer),
                summary: "The stored screens of all builds.",
                success: .init(200, .page("screens", of: .buildScreens)), handler: .answer(list)),
            Endpoint(
                "deleteScreens", .delete, path, access: .role(.editor),
                summary: "Deletes the stored screens of a build that is no longer used or was stored by mistake.",
                segments: segments,
                success: .init(204), handler: .answer(delete)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let builds = try store.screens(request.app).map { record in
            let manifest = try RequestDecoding.screens(
                record.json, platform: record.platform, version: record.version)
            return manifest.json.adding("platform", .string(record.platform))
                .adding("version", .string(record.version))
        }
        return .json(200, ["next": .null, "screens": .array(builds)])
    }

    @Sendable private func put(_ request: EndpointRequest) throws -> Answer {
        let platform = request.value("platform")
        let version = request.value("version")
        guard NameGrammar.isWord(platform) else {
            throw Problem.unprocessable("invalid-value", "\(platform) is not the name of a platform")
        }
        guard Version(version) != nil else {
            throw Problem.unprocessable(
                "invalid-value", "\(version) is not a version of up to four numbers, such as 5.2.1")
        }
        let manifest = try RequestDecoding.screens(request.body, platform: platform, version: version)
        _ = try store.putScreens(
            request.app, platform: platform, version: version, json: manifest.json.canonicalBytes,
            by: request.caller.principal, at: request.now)
        return .json(200, manifest.json)
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        try store.deleteScreens(
            request.app, platform: request.value("platform"), version: request.value("version"),
            by: request.caller.principal, at: request.now)
        return .done()
    }
}

extension Schema {
    private static let screensByName = Schema.map(
        .list(label, count: 0...ModelLimits.constantsMax), count: 0...ModelLimits.screensMax)
    fileprivate static let screens = Schema.component(
        "Screens", .object(["screens": screensByName], required: ["screens"]))
    fileprivate static let buildScreens = Schema.component(
        "BuildScreens",
        .object(
            ["platform": word, "version": word, "screens": screensByName],
            required: ["platform", "version", "screens"]))
}
