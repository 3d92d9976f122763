extension Mistake {
    /// Requests by curl.
    static let requests: [Mistake] = [
        .request(
            "GET /v1/apps", token: "none", 401, "send Authorization: Bearer wmk_…; an admin can create a token with",
            "POST /v1/tokens"),
        .request(
            "GET /v1/apps", fields: ["Authorization: Bearer abc"], token: "none", 401,
            "this is not a Waymark token; tokens begin with wmk_"),
        .request(
            "GET /v1/apps", fields: ["Authorization: Basic YTpi"], token: "none", 401,
            "the Authorization field is not `Bearer wmk_…`, the only supported scheme"),
        .request(
            "GET /v1/apps", fields: ["Authorization: wmk_abc"], token: "none", 401,
            "the Authorization field is not `Bearer wmk_…`, the only supported scheme"),
        .request(
            "GET /v1/apps", fields: ["Authorization: Bearer wmk_abcdefghijklmnopqrstuvwxyz234567"], token: "none", 401,
            "the token is unknown, revoked or expired; an admin can create one with POST /v1/tokens"),
        .request(
            "DELETE /v1/tokens/Ada", 404,
            "there is no token with the id Ada; GET /v1/tokens lists all with their ids"),
        .request(
            "POST /v1/tokens", body: #"{"name":"Ada","role":"editor","apps":["shop"],"channels":["staging"]}"#, 422,
            "staging is not a channel", #"Write APP/CHANNEL in a list, such as ["shop/staging"]."#),
        .request(
            "PUT /v1/apps/shop/draft/settings", body: "{}", fields: [], 428,
            "send If-Match with the ETag that was read, or If-Match: * to overwrite any state"),
        .request(
            "PUT /v1/apps/shop/draft/settings", body: "{}", fields: ["If-Match: r3"], 400,
            #"quotes are missing around the entity tag: -H 'If-Match: "r3"'"#),
        .request(
            "PUT /v1/apps/shop/draft/settings", body: "{}", fields: [#"If-Match: "r99""#], 412,
            "read it again, apply the change to it and send it with this tag"),
        .request(
            "POST /v1/apps/shop/draft/rules", body: #"{"match":["/a"],"to":{"screen":"A"}"#, 400,
            "The document ends inside the object opened at line 1, column 1.", #"Close it with "}"."#),
        .request(
            "POST /v1/apps/shop/draft/rules", body: "match=/a", 400, #"Expected a value, found "match"."#,
            "Write strings in double quotes."),
        .request("POST /v1/apps/shop/draft/rules", body: "", 400, "The document is empty.", "Send a JSON value."),
        .request(
            "PATCH /v1/apps/shop/draft/rules", body: #"{"match":["/a"],"to":{"screen":"A"}}"#, 405,
            "PATCH is not one of GET, POST, HEAD, OPTIONS"),
        .request("GET /v1/app", 404, "there is nothing at /v1/app; /openapi.json describes all addresses"),
        .request("GET /v1/apps/", 404, "there is nothing at /v1/apps/; did you mean /v1/apps?"),
        .request("GET /v1/apps/shpo/draft", 404, "There is no app shpo."),
        .request("GET /v1/apps/shop/draft/rules/crat", 404, "There is no rule crat in the draft."),
        .request(
            "GET /v1/apps/shop/draft/rules?limit=many", 400, "?limit= must be a whole number from 1 to 1000, not many"),
        .request(
            "GET /v1/apps/shop/draft/rules?limt=3", 400, #"there is no parameter ?limt= here. Did you mean "limit"?"#),
        .request(
            "GET /v1/apps/shop/rules?chanel=staging", token: "none", 400,
            #"there is no parameter ?chanel= here. Did you mean "channel"?"#),
        .request(
            "GET /v1/apps/shop/resolve?url=https://shop.example/cart&chanel=staging", 400,
            #"there is no parameter ?chanel= here. Did you mean "channel"?"#),
        .request("GET /v1/apps/shop/draft/rules?limit=0", 400, "?limit= must be a whole number from 1 to 1000, not 0"),
        .request(
            "GET /v1/apps/shop/rules?channel=stagin", token: "none", 404,
            "nothing here is public; if there is an app shop, send a token that may read it"),
        .request(
            "GET /v1/apps/shop/rules?channel=staging", token: "none", 404,
            "nothing here is public; if there is an app shop, send a token that may read it"),
        .request("POST /v1/apps", body: #"{"name":"shop2"}"#, 422, #"unknown key "name""#, #"Did you mean "app"?"#),
        .request(
            "POST /v1/apps", body: #"{"app":"Not An Id"}"#, 422, "Not An Id is not the name of an app",
            "a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most 32"),
        .request("POST /v1/apps", body: #"{"app":"shop"}"#, 409, "There is an app shop already. Choose another name."),
        .request("POST /v1/apps/shop/releases", body: "{}", 422, "message is missing"),
        .request(
            "POST /v1/apps/shop/releases", body: #"{"message":""}"#, 422, "the message is empty",
            "Write what changes, for those who read the list of releases."),
        .request(
            "POST /v1/apps/shop/releases", body: #"{"message":"m","channel":"Staging"}"#, 422,
            "Staging is not the name of a channel",
            "Write a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most 32."),
        .request(
            "PUT /v1/apps/shop/screens/iOS/1.0", body: #"{"screens":{}}"#, 422,
            "iOS is a platform that no client is known to send", #"Did you mean "ios"?"#),
        .request(
            "PUT /v1/apps/shop/expectations", body: #"{"expectations":[{"url":"/cart","expect":{"unmatched":true}}]}"#,
            422, #""/cart" is not an address: it has no scheme."#,
            "Write the whole address, beginning with https://."),
        .request(
            "POST /v1/apps/shop/releases", body: #"{"mesage":"m"}"#, 422, #"unknown key "mesage""#,
            #"Did you mean "message"?"#),
        .request(
            "POST /v1/tokens", body: #"{"name":"Ada","role":"owner"}"#, 422, "owner is not a role",
            "Known are: viewer, editor, publisher, admin."),
        .request(
            "POST /v1/tokens", body: #"{"name":"Ada","role":"viewer","expiresAt":"tomorrow"}"#, 422,
            "expiresAt must be an RFC 3339 instant", "Write it like 2027-01-31T00:00:00Z."),
        .request("GET /v1/apps/shop/resolve", 400, "the address is missing: ?url=https://…, percent-encoded"),
        .request(
            "GET /v1/apps/shop/resolve?adress=https://shop.example/cart", 400,
            #""adress" in "adress=https://shop.example/cart" is not a key of a context. Known are:"#),
        .request(
            "GET /v1/audit?from=yesterday", 400,
            "?from= must be an RFC 3339 instant such as 2030-06-01T00:00:00Z, not yesterday"),
        .request(
            "DELETE /v1/apps/shop", fields: [], 428,
            "send If-Match with the ETag that was read, or If-Match: * to overwrite any state"),
        .request(
            "PUT /v1/apps/shop/channels/prodution", body: #"{"version":1}"#, 404,
            #"There is no channel "prodution" of shop. Did you mean "production"? To make it, send"#),
        .request(
            "PUT /v1/apps/shop/channels/staging", body: #"{"version":"1"}"#, 422,
            "version must be a whole number from 1 to 2147483647"),
        .request(
            "PUT /v1/apps/shop/channels/staging", body: #"{"release":1}"#, 422, #"unknown key "release""#,
            #"Did you mean "version"?"#),
        .request("GET /v1/apps/shop/releases/one", 404, "one is not the number of a release: write a whole number"),
        .request("GET /v1/apps/shop/releases/99", 404, "There is no release 99 of shop."),
        .request(
            "POST /v1/apps/shop/releases/1/restore", body: #"{"mesage":"m"}"#, 422, #"unknown key "mesage""#,
            #"Did you mean "message"?"#),
    ]
}
