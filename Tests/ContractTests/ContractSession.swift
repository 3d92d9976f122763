import HTTPExchange

/// The requests that the contract's examples come from: one app from its creation to its metrics, with every operation.
///
/// A test sends the requests in this order; each succeeds, and the first answer of each operation is its example. The
/// reference for people (`Config/guides/http.md`) shows the same requests in the same order, and CI runs them.
enum ContractSession {
    /// The session under the headings of the reference.
    static let chapters: [(title: String, steps: [Step])] = [
        ("Apps", apps), ("The draft", draft), ("Proving it", proof), ("Releases", releases), ("Channels", channels),
        ("What clients read", clients), ("Tokens, audit, backup", access), ("Operations", operations),
    ]

    /// The requests in their order.
    static var session: [Step] { chapters.flatMap(\.steps) }

    /// The operations whose answers are event streams, which end only when the client ends them.
    static let streams: Set = ["events", "changes"]

    /// One request of the session.
    struct Step: Sendable, Hashable {
        /// The operation.
        let id: String
        /// Path and query; `{digest}`, `{index}`, `{file}`, `{token}` and `{session}` stand for values of earlier answers.
        let path: String
        /// The body, if it is not the example of the operation's declaration.
        private let ownBody: String?

        init(_ id: String, _ path: String, _ body: String? = nil) {
            self.id = id
            self.path = path
            ownBody = body
        }

        /// The body to send; nil if the operation has none.
        func body(in table: EndpointTable) -> String? { ownBody ?? table.endpoint(id)?.request?.example }
    }

    private static let apps = [
        Step("createApp", "/v1/apps"),
        Step("listApps", "/v1/apps"),
        Step("readApp", "/v1/apps/market"),
        Step("updateApp", "/v1/apps/market"),
        Step("putHost", "/v1/hosts/go.market.example"),
        Step("listHosts", "/v1/hosts"),
        Step("readHost", "/v1/hosts/go.market.example"),
        Step("putHost", "/v1/hosts/old.market.example"),
        Step("deleteHost", "/v1/hosts/old.market.example"),
        Step("createApp", "/v1/apps", #"{"app": "old-market"}"#),
        Step("deleteApp", "/v1/apps/old-market"),
    ]

    private static let draft = [
        Step("replaceDraft", "/v1/apps/market/draft"),
        Step("readDraft", "/v1/apps/market/draft"),
        Step("replaceSettings", "/v1/apps/market/draft/settings"),
        Step("readSettings", "/v1/apps/market/draft/settings"),
        Step("addRule", "/v1/apps/market/draft/rules"),
        Step("replaceRule", "/v1/apps/market/draft/rules/old-item"),
        Step("readRule", "/v1/apps/market/draft/rules/old-item"),
        Step("listRules", "/v1/apps/market/draft/rules?limit=2"),
        Step("deleteRule", "/v1/apps/market/draft/rules/sale"),
    ]

    private static let proof = [
        Step("replaceExpectations", "/v1/apps/market/expectations"),
        Step("readExpectations", "/v1/apps/market/expectations"),
        Step("putScreens", "/v1/apps/market/screens/ios/5.2.0"),
        Step("listScreens", "/v1/apps/market/screens"),
        Step("readScreens", "/v1/apps/market/screens/ios/5.2.0"),
        Step("checkDraft", "/v1/apps/market/draft/check"),
        Step("deleteScreens", "/v1/apps/market/screens/ios/5.2.0"),
    ]

    private static let releases = [
        Step("publish", "/v1/apps/market/releases"),
        Step("listReleases", "/v1/apps/market/releases"),
        Step("readAdoption", "/v1/apps/market/adoption"),
        Step("readRelease", "/v1/apps/market/releases/1"),
        Step(
            "addRule", "/v1/apps/market/draft/rules", #"{"id": "help", "match": ["/help"], "to": {"screen": "Help"}}"#),
        Step("readReleaseBody", "/v1/apps/market/releases/1/body"),
        Step("readReleaseSurfaces", "/v1/apps/market/releases/1/surfaces"),
        Step("readDraftBody", "/v1/apps/market/draft/body"),
        Step("resolveMany", "/v1/apps/market/resolutions"),
        Step("diagnoseLink", "/v1/apps/market/link-diagnoses"),
        Step("diffDraft", "/v1/apps/market/draft/diff"),
        Step("summarizeDraft", "/v1/apps/market/draft/summary"),
        Step("publish", "/v1/apps/market/releases", #"{"message": "help, too"}"#),
        Step("diffReleases", "/v1/apps/market/releases/1/diff/2"),
        Step("ruleHistory", "/v1/apps/market/draft/rules/old-item/history"),
        Step("restoreRelease", "/v1/apps/market/releases/1/restore"),
        Step(
            "replaceRule", "/v1/apps/market/draft/rules/old-item", #"{"match": ["/i/:id"], "to": {"screen": "Item"}}"#),
        Step("restoreRule", "/v1/apps/market/draft/rules/old-item/restore"),
        Step(
            "addRule", "/v1/apps/market/draft/rules", #"{"id": "help", "match": ["/help"], "to": {"screen": "Help"}}"#),
        Step("resolveInDraft", "/v1/apps/market/draft/resolve"),
        Step("discardDraft", "/v1/apps/market/draft/discard"),
    ]

    private static let channels = [
        Step("moveChannel", "/v1/apps/market/channels/production"),
        Step("readChannel", "/v1/apps/market/channels/production"),
        Step("moveChannel", "/v1/apps/market/channels/beta", #"{"version": 1, "public": false}"#),
        Step("deleteChannel", "/v1/apps/market/channels/beta"),
    ]

    private static let clients = [
        Step("head", "/v1/apps/market/head"),
        Step("body", "/v1/apps/market/bodies/{digest}"),
        Step("index", "/v1/apps/market/indexes/{index}"),
        Step("currentRules", "/v1/apps/market/rules"),
        Step("releaseRules", "/v1/apps/market/releases/2/rules"),
        Step("events", "/v1/apps/market/events"),
        Step(
            "resolve",
            "/v1/apps/market/resolve?url=https%3A%2F%2Fmarket.example%2Fi%2F7&platform=ios&appVersion=5.2&explain=1"),
        Step("resolveWithContext", "/v1/apps/market/resolve"),
        Step("engine", "/v1/engine"),
        Step("engineFile", "/v1/engine/{file}"),
    ]

    private static let access = [
        Step("whoami", "/v1/whoami"),
        Step("changes", "/v1/events"),
        Step("createToken", "/v1/tokens"),
        Step("listTokens", "/v1/tokens"),
        Step("rotateToken", "/v1/tokens/{token}/rotate"),
        Step("deleteToken", "/v1/tokens/{token}"),
        Step("createSignInLink", "/v1/sign-in-links"),
        Step("readPerson", "/console/person"),
        Step("signIn", "/console/session"),
        Step("readSession", "/console/session"),
        Step("listSessions", "/v1/sessions"),
        Step("signOut", "/console/session"),
        Step("createSignInLink", "/v1/sign-in-links"),
        Step("signIn", "/console/session"),
        Step("deleteSession", "/v1/sessions/{session}"),
        Step("audit", "/v1/audit?app=market&limit=1"),
        Step("readAuditRow", "/v1/audit/12"),
        Step("exportAudit", "/v1/audit/export?app=market&limit=1"),
        Step("cutAudit", "/v1/audit/cut"),
        Step("backup", "/v1/backup"),
        Step("readRetention", "/v1/retention"),
        Step("runRetention", "/v1/retention"),
        Step("readServerSettings", "/v1/settings?limit=2"),
        Step("listNodes", "/v1/nodes"),
    ]

    private static let operations = [
        Step("health", "/healthz"), Step("ready", "/readyz"), Step("metrics", "/metrics"),
        Step("contract", "/openapi.json"),
    ]
}
