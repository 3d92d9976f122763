extension Mistake {
    /// What is valid but hardly meant; `draft check` finds it.
    static let findings: [Mistake] = [
        .finding(
            #"{"id":"r","match":["/a"],"when":{"platform":["iOS"]},"to":{"screen":"A"}}"#, 0,
            #"unknown-platform (r): "iOS" is a platform that no client is known to send."#,
            #"Did you mean "ios"? Words are compared byte for byte."#),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"platform":["andriod"]},"to":{"screen":"A"}}"#, 0,
            #"unknown-platform (r): "andriod" is a platform that no client is known to send."#,
            #"Did you mean "android"? Words are compared byte for byte."#),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"region":["China"]},"to":{"screen":"A"}}"#, 0,
            #"unknown-region (r): "China" is no region: clients send the two letters of ISO 3166."#, #"Write "CN"."#),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"region":["cn"]},"to":{"screen":"A"}}"#, 0,
            #"unknown-region (r): "cn" is not written as clients send it: regions are upper case."#, #"Write "CN"."#),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"locale":["cn"]},"to":{"screen":"A"}}"#, 0,
            #"unknown-language (r): "cn" begins with no language code of ISO 639."#, #"Write "zh"."#),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"rollout":{"percent":0.5}},"to":{"screen":"A"}}"#, 0,
            "small-share (r): 0.5 is 0.5 % of all devices, because shares are percent and not",
            "For 50 % write 50. If 0.5 % is meant, nothing is to be done."),
        .finding(
            #"{"id":"r","match":["/a"],"when":{"before":"2020-01-01T00:00:00Z"},"to":{"screen":"A"}}"#, 0,
            "expired (r): The rule held only before 2020-01-01T00:00:00Z.", "Remove the rule, or move its window."),
        .finding(
            #"{"id":"r","match":["/item/{id}"],"to":{"screen":"A"}}"#, 0,
            #"wrong-placeholder (r): "{id}" in a pattern is the text "id", not a capture."#,
            "Write :id, or id without the braces if the text is meant."),
        .finding(
            #"{"id":"r","match":["/b/:id"],"to":{"redirect":"https://new.example/book/:id"}}"#, 0,
            #"wrong-placeholder (r): ":id" in a redirect is text, not the capture."#, "Write {id}."),
        .finding(
            #"{"id":"r","match":["/b/:id/:slug"],"to":{"redirect":"https://new.example/book/{id}"}}"#, 0,
            "unused-capture (r): The redirect does not use :slug.",
            "Write {slug} where it belongs, or call it :_slug if any text will do."),
        .finding(
            #"{"id":"r","match":["/i/:id"],"to":{"screen":"Item","parameters":{"tba":"reviews"}}}"#, 0,
            #"unknown-parameter (r): No stored build's screen "Item" has the parameter "tba"."#,
            #"Add "tba?" to the screen's parameters in the manifest if it may have it."#),
        .finding(
            #"{"id":"r","match":["https://shop.exmaple/a"],"to":{"screen":"A"}}"#, 0,
            "similar-host (r): The host shop.exmaple is one letter away from the origin",
            #"Did you mean "shop.example"? If both are yours, add "https://shop.exmaple" to"#),
        .finding(
            #"{"id":"r","match":["/a b"],"to":{"screen":"A"}}"#, 0,
            "unusual-pattern (r): The pattern has a space, so only addresses with a space match.",
            #"Write %20 if that is meant; write two patterns as two texts of the list "match"."#),
        .finding(
            #"{"id":"r","match":["/a/%zz"],"to":{"screen":"A"}}"#, 0,
            #"unusual-pattern (r): "%zz" is not a percent-encoded byte, so only addresses with these characters match."#,
            "Write two hexadecimal digits after %, such as %20, or %25 for a percent sign."),
        .finding(
            #"{"id":"r","match":["https://*/a"],"to":{"screen":"A"}}"#, 0,
            "unusual-pattern (r): The host * takes the addresses of every site, also of those that are not yours.",
            "Write the host, https://*.example.com for its subdomains, or a path alone for every origin of the app."),
        .finding(
            #"{"id":"r","match":["/old"],"to":{"redirect":"https://shop.example/nowhere"}}"#, 0,
            "dead-end (r): The redirect leads to https://shop.example/nowhere, an address of the",
            "Add a rule for that address, or correct the template."),
        .finding(
            #"{"id":"r","match":["/loop"],"to":{"redirect":"https://shop.example/loop"}}"#, 1,
            "loop (r): The redirects lead back: https://shop.example/loop;",
            "Let one of the rules lead to a screen, or narrow its pattern."),
        .finding(
            #"{"id":"r","match":["/cart"],"to":{"screen":"Other"}}"#, 1,
            #"duplicate (r, cart): "r" matches the same addresses as "cart" under conditions that"#,
            "Remove one of them, or give one more conditions, another pattern or another priority."),
        .finding(
            #"{"id":"r","match":["/b"],"to":{"screen":"Itme"}}"#, 1,
            #"missing-screen (r): ios 1.0 has no screen "Itme", and the rule can be chosen there."#,
            "Give the rule a condition on appVersion or platform, or add what is missing to the"),
        .finding(
            #"{"id":"r","match":["/old"],"to":{"redirect":"http://new.example/"}}"#, 1,
            "destination-not-allowed: r: Redirects to http://new.example are not allowed.",
            #"Add "http://new.example" to "destinations" in the settings, if that is where the rule"#),
        .finding(
            #"{"id":"r","match":["/a"],"to":{"screen":"A"},"allow":["unused-captur"]}"#, 1,
            #""unused-captur" is not the code of a warning."#, #"Did you mean "unused-capture"?"#),
    ]
}
