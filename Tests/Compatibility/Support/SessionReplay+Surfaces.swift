// What differs because HarmonyOS's file has no paths, and because iOS compares decoded paths, since 0.3.0.
extension SessionReplay {
    private static let finding =
        #"{"code":"claim-wider","detail":"<text>","hint":"<text>","pointer":"/settings/surfaces/links.shop.example/harmony","#
        + #""reason":"harmony","severity":"warning","witness":{"address":"https://links.shop.example/login","context":{}}},"#
    private static let failure =
        #"{"code":"expectation-failed","detail":"<text>","hint":"<text>","pointer":"/expectations/2","reason":"systems","#
        + #""severity":"error","witness":{"address":"https://links.shop.example/login","context":{}}}"#
    private static let onPhones =
        #""context":{"platform":"ios"},"expect":{"address":"https://links.shop.example/login"}"#
    private static let isUntold = "HarmonyOS's file cannot say what \"never\" says, which is a finding"
    private static let isGiven = "the stored test address says that no system gives a path of \"never\" to the app"

    /// The recorded app has `never` and an app of HarmonyOS.
    static let acceptedForSurfaces: [Accepted] =
        ["check it", "publish it with notes", "publish one rule", "publish to a private channel"].map { name in
            let first =
                #"{"code":"claim-wider","detail":"<text>","hint":"<text>","pointer":"/settings/surfaces/links.shop.example","#
                + #""reason":"capture","rules":["old-sale"]"#
            return Accepted(since: "0.3.0", exchange: name, old: first, new: finding + first, reason: isUntold)
        }
        + [
            "what its publish would change", "what a publish of one rule would change",
            "GET /v1/apps/shop/draft/summary",
        ].map { name in
            Accepted(since: "0.3.0", exchange: name, old: #""warnings":6"#, new: #""warnings":7"#, reason: isUntold)
        } + [
            Accepted(
                since: "0.3.0", exchange: "test addresses for surfaces", old: #""expect":{"systems":[]}"#,
                new: onPhones,
                reason: "the request is amended"),
            Accepted(
                since: "0.3.0", exchange: "its link files and pages", old: #"{"applinks":{"details""#,
                new: #"{"applinks":{"defaults":{"percentEncoded":false},"details""#,
                reason: "iOS compares decoded paths, as test addresses and Android do"),
            Accepted(
                since: "0.3.0", exchange: "GET /v1/apps/shop/draft/summary", old: #""errors":0"#, new: #""errors":1"#,
                reason: isGiven),
            Accepted(
                since: "0.3.0", exchange: "expect", old: #"{"expectations":3,"failed":[]}"#,
                new: #"{"expectations":3,"failed":["# + failure + "]}", status: 1, reason: isGiven),
        ]

    static let amendedForSurfaces = [
        Amended(
            since: "0.3.0", exchange: "test addresses for surfaces", old: #""expect":{"systems":[]}"#, new: onPhones,
            refusal: nil, reason: "HarmonyOS gives every address of the host to the app")
    ]
}
