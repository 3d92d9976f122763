import CanonicalJSON

/// Which operations follow from an answer, and where they find their parameters in it (OpenAPI 3.1, Link Object).
enum OpenAPILinks {
    private static let app = ["app": "$response.body#/app"]
    private static let sameApp = ["app": "$request.path.app"]

    /// The links of an operation's success, by the operations they lead to.
    static func from(_ id: EndpointID) -> [String: JSONValue] {
        switch id {
        case .createApp:
            links([.readApp, .updateApp, .deleteApp, .readDraft, .addRule, .checkDraft, .publish, .listReleases], app)
        case .addRule:
            links([.readRule, .replaceRule, .deleteRule], sameApp.merging(["id": "$response.body#/id"]) { $1 })
        case .publish:
            links([.currentRules, .head, .resolveWithContext, .diffDraft], sameApp).merging(
                links(
                    [.readRelease, .releaseRules, .restoreRelease],
                    sameApp.merging(["version": "$response.body#/version"]) { $1 })
            ) { $1 }
            .merging(links([.body], sameApp.merging(["digest": "$response.body#/digest"]) { $1 })) { $1 }
        case .createToken: links([.deleteToken], ["id": "$response.body#/id"])
        default: [:]
        }
    }

    private static func links(_ ids: [EndpointID], _ parameters: [String: String]) -> [String: JSONValue] {
        var links: [String: JSONValue] = [:]
        for id in ids {
            links[id.rawValue] = [
                "operationId": .string(id.rawValue), "parameters": .object(parameters.mapValues(JSONValue.string)),
            ]
        }
        return links
    }
}
