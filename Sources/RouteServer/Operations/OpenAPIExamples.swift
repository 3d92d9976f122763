import CanonicalJSON

/// One session with an app, from its making to its metrics: each operation once at least.
///
/// A test sends the requests in this order; each is taken, and its answer is the example of the document. The reference
/// for people (`Config/guides/http.md`) shows the same requests in the same order, and CI types them.
enum OpenAPIExamples {
    /// The session under the headings of the reference.
    static let chapters: [(title: String, steps: [ContractStep])] = [
        ("Apps", apps), ("The draft", draft), ("Proving it", proof), ("Releases", releases), ("Channels", channels),
        ("What clients read", clients), ("Tokens, audit, backup", access), ("Operations", operations),
    ]

    /// The requests in their order.
    static var session: [ContractStep] { chapters.flatMap(\.steps) }

    /// Bodies of requests: each operation's first.
    static let requests: [EndpointID: JSONValue] = session.reduce(into: [:]) { bodies, step in
        if bodies[step.id] == nil, let body = step.json { bodies[step.id] = body }
    }

    private static let apps = [
        ContractStep(.createApp, "/v1/apps", #"{"app": "market", "title": "Market"}"#),
        ContractStep(.listApps, "/v1/apps"),
        ContractStep(.readApp, "/v1/apps/market"),
        ContractStep(
            .updateApp, "/v1/apps/market",
            #"{"title": "Market, all countries", "poll": {"interval": 600, "jitter": 120}}"#),
        ContractStep(.createApp, "/v1/apps", #"{"app": "old-market"}"#),
        ContractStep(.deleteApp, "/v1/apps/old-market"),
    ]

    private static let draft = [
        ContractStep(
            .replaceDraft, "/v1/apps/market/draft",
            #"""
            {
              "settings": { "origins": ["https://market.example"], "destinations": ["https://market.example"] },
              "rules": [
                { "id": "item", "match": ["/item/:id"], "to": { "screen": "Item", "parameters": { "tab": "reviews" } } },
                { "id": "old-item", "match": ["/i/:id"], "to": { "redirect": "https://market.example/item/{id}" } },
                { "id": "sale", "match": ["/sale"], "to": { "screen": "Sale" } }
              ]
            }
            """#),
        ContractStep(.readDraft, "/v1/apps/market/draft"),
        ContractStep(
            .replaceSettings, "/v1/apps/market/draft/settings",
            #"""
            {
              "origins": ["https://market.example"],
              "destinations": ["https://market.example"],
              "schemes": ["market"]
            }
            """#),
        ContractStep(.readSettings, "/v1/apps/market/draft/settings"),
        ContractStep(
            .addRule, "/v1/apps/market/draft/rules",
            #"""
            {
              "id": "summer",
              "match": ["/summer", "market://summer"],
              "when": { "after": "2030-06-01T00:00:00Z" },
              "to": { "screen": "Summer" }
            }
            """#),
        ContractStep(
            .replaceRule, "/v1/apps/market/draft/rules/old-item",
            #"""
            {
              "match": ["/i/:id"],
              "when": { "platform": ["ios", "android"], "appVersion": ">=5" },
              "to": { "redirect": "https://market.example/item/{id}" },
              "note": "links in old letters"
            }
            """#),
        ContractStep(.readRule, "/v1/apps/market/draft/rules/old-item"),
        ContractStep(.listRules, "/v1/apps/market/draft/rules?limit=2"),
        ContractStep(.deleteRule, "/v1/apps/market/draft/rules/sale"),
    ]

    private static let proof = [
        ContractStep(
            .replaceExpectations, "/v1/apps/market/expectations",
            #"""
            {
              "expectations": [
                {
                  "url": "https://market.example/item/7",
                  "context": { "platform": "ios" },
                  "expect": { "screen": "Item", "parameters": { "id": "7", "tab": "reviews" } }
                }
              ]
            }
            """#),
        ContractStep(.readExpectations, "/v1/apps/market/expectations"),
        ContractStep(
            .putScreens, "/v1/apps/market/screens/ios/5.2.0",
            #"{"screens": {"Item": ["id"], "Summer": [], "Search": ["text"]}}"#),
        ContractStep(.listScreens, "/v1/apps/market/screens"),
        ContractStep(.checkDraft, "/v1/apps/market/draft/check"),
        ContractStep(.deleteScreens, "/v1/apps/market/screens/ios/5.2.0"),
    ]

    private static let releases = [
        ContractStep(.publish, "/v1/apps/market/releases", #"{"message": "items open in the app"}"#),
        ContractStep(.listReleases, "/v1/apps/market/releases"),
        ContractStep(.readRelease, "/v1/apps/market/releases/1"),
        ContractStep(
            .addRule, "/v1/apps/market/draft/rules", #"{"id": "help", "match": ["/help"], "to": {"screen": "Help"}}"#),
        ContractStep(.diffDraft, "/v1/apps/market/draft/diff"),
        ContractStep(.publish, "/v1/apps/market/releases", #"{"message": "help, too"}"#),
        ContractStep(.diffReleases, "/v1/apps/market/releases/1/diff/2"),
        ContractStep(
            .restoreRelease, "/v1/apps/market/releases/1/restore", #"{"message": "back to the first release"}"#),
    ]

    private static let channels = [
        ContractStep(.moveChannel, "/v1/apps/market/channels/production", #"{"version": 2, "public": true}"#),
        ContractStep(.readChannel, "/v1/apps/market/channels/production"),
    ]

    private static let clients = [
        ContractStep(.head, "/v1/apps/market/head"),
        ContractStep(.body, "/v1/apps/market/bodies/{digest}"),
        ContractStep(.currentRules, "/v1/apps/market/rules"),
        ContractStep(.releaseRules, "/v1/apps/market/releases/2/rules"),
        ContractStep(.events, "/v1/apps/market/events"),
        ContractStep(
            .resolve,
            "/v1/apps/market/resolve?url=https%3A%2F%2Fmarket.example%2Fi%2F7&platform=ios&appVersion=5.2&explain=1"),
        ContractStep(
            .resolveWithContext, "/v1/apps/market/resolve",
            #"""
            {
              "url": "https://market.example/i/7",
              "context": { "platform": "ios", "appVersion": "5.2" },
              "at": "2026-12-01T08:00:00Z"
            }
            """#),
    ]

    private static let access = [
        ContractStep(.whoami, "/v1/whoami"),
        ContractStep(
            .createToken, "/v1/tokens", #"{"name": "build server", "role": "editor", "apps": ["market"]}"#),
        ContractStep(.listTokens, "/v1/tokens"),
        ContractStep(.deleteToken, "/v1/tokens/{token}"),
        ContractStep(.audit, "/v1/audit?app=market&limit=1"),
        ContractStep(.backup, "/v1/backup"),
    ]

    private static let operations = [
        ContractStep(.health, "/healthz"), ContractStep(.ready, "/readyz"), ContractStep(.metrics, "/metrics"),
        ContractStep(.contract, "/openapi.json"),
    ]
}
