import CanonicalJSON

/// One session with an app, from its making to the token of its build: the requests of it that have a body.
///
/// A test sends them in the order of `session`; each is taken.
enum OpenAPIExamples {
    /// The operations of the session in their order; what has a path without an example body is asked as it is.
    static let session: [(id: EndpointID, path: String)] = [
        (.createApp, "/v1/apps"),
        (.replaceSettings, "/v1/apps/shop/draft/settings"),
        (.addRule, "/v1/apps/shop/draft/rules"),
        (.replaceRule, "/v1/apps/shop/draft/rules/old-item"),
        (.replaceExpectations, "/v1/apps/shop/expectations"),
        (.putScreens, "/v1/apps/shop/screens/ios/5.2.0"),
        (.checkDraft, "/v1/apps/shop/draft/check"),
        (.publish, "/v1/apps/shop/releases"),
        (.currentRules, "/v1/apps/shop/rules"),
        (.head, "/v1/apps/shop/head"),
        (.resolve, "/v1/apps/shop/resolve?url=https%3A%2F%2Fshop.example%2Fitem%2F7"),
        (.resolveWithContext, "/v1/apps/shop/resolve"),
        (.replaceDraft, "/v1/apps/shop/draft"),
        (.diffDraft, "/v1/apps/shop/draft/diff"),
        (.restoreRelease, "/v1/apps/shop/releases/1/restore?force=1"),
        (.moveChannel, "/v1/apps/shop/channels/production"),
        (.readChannel, "/v1/apps/shop/channels/production"),
        (.updateApp, "/v1/apps/shop"),
        (.createToken, "/v1/tokens"),
    ]

    /// Bodies of requests.
    static let requests: [EndpointID: JSONValue] = texts([
        .createApp: #"{"app":"shop","title":"Shop"}"#,
        .updateApp: #"{"poll":{"interval":600,"jitter":120},"title":"Shop, all countries"}"#,
        .replaceSettings:
            #"{"destinations":["https://shop.example"],"origins":["https://shop.example"],"schemes":["shop"]}"#,
        .addRule: #"{"id":"item","match":["/item/:id","shop://item/:id"],"to":{"screen":"Item"}}"#,
        .replaceRule:
            #"""
        {"match":["/i/:id"],"note":"links in old letters","to":{"redirect":"https://shop.example/item/{id}"},
        "when":{"appVersion":">=5","platform":["ios","android"]}}
        """#,
        .replaceDraft:
            #"""
        {"rules":[{"id":"item","match":["/item/:id"],"to":{"parameters":{"tab":"reviews"},"screen":"Item"}}],
        "settings":{"destinations":["https://shop.example"],"origins":["https://shop.example"]}}
        """#,
        .replaceExpectations:
            #"""
        {"expectations":[{"context":{"platform":"ios"},"expect":{"parameters":{"id":"7"},"screen":"Item"},
        "url":"https://shop.example/item/7"}]}
        """#,
        .putScreens: #"{"screens":{"Item":["id"],"Search":["text"]}}"#,
        .publish: #"{"message":"items open in the app"}"#,
        .restoreRelease: #"{"message":"back to the first release"}"#,
        .moveChannel: #"{"public":true,"version":1}"#,
        .resolveWithContext:
            #"""
        {"at":"2026-12-01T08:00:00Z","context":{"appVersion":"5.2","platform":"ios"},
        "url":"https://shop.example/i/7"}
        """#,
        .createToken: #"{"apps":["shop"],"name":"build server","role":"editor"}"#,
    ])

    private static func texts(_ texts: [EndpointID: String]) -> [EndpointID: JSONValue] {
        texts.mapValues { text in
            guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
                preconditionFailure("\(text) is no JSON")
            }
            return value
        }
    }
}
