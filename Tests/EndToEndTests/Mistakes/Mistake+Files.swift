extension Mistake {
    /// Files of other commands: drafts, settings, test addresses, screens.
    static let files: [Mistake] = [
        .command(
            "draft replace --app shop --force -", file: #"{"ruels":[]}"#, 1, #"A draft has no member "ruels"."#,
            #"Did you mean "rules"?"#),
        .command(
            "draft replace --app shop --force -", file: #"{"rules":[{"match":["/a"]}]}"#, 1, #"The rule has no "to"."#,
            #"Write "to": {"screen": NAME}, {"redirect": TEMPLATE} or {"block": REASON}."#),
        .command(
            "draft settings --app shop --force -", file: #"{"origin":["https://shop.example"]}"#, 1,
            #""settings" has no member "origin"."#, #"Did you mean "origins"?"#),
        .command(
            "draft settings --app shop --force -", file: #"{"origins":"https://shop.example"}"#, 1,
            #""origins" must be a list, found a string."#, #"Write ["https://shop.example"]."#),
        .command(
            "draft settings --app shop --force -", file: #"{"origins":["shop.example"]}"#, 1,
            "“shop.example” is not an origin: the pattern begins neither with a scheme nor with /.",
            "Write only a scheme and a host, such as https://shop.example or shop://home."),
        .command(
            "draft settings --app shop --force -", file: #"{"destinations":["*"]}"#, 1, "“*” has no scheme and host.",
            "Write scheme://host, scheme://*.host, or scheme: for a whole scheme."),
        .command(
            "draft settings --app shop --force -", file: #"{"destinations":["javascript:"]}"#, 1,
            "destination-not-allowed: javascript: is never allowed.", "Remove the entry."),
        .command(
            "expect replace --app shop --force -", file: #"{"expectatoins":[]}"#, 1,
            #"The document has no member "expectatoins"."#, #"Did you mean "expectations"?"#),
        .command(
            "expect replace --app shop --force FILE",
            file: #"{"expectations":[{"url":"/cart","expect":{"screen":"Cart"}}]}"#, 1,
            #""/cart" is not an address: it has no scheme."#, "at /expectations/0/url, line 1, column 25",
            "Write the whole address, beginning with https://."),
        .command(
            "expect add /cart --screen Cart --app shop", 1, #""/cart" is not an address: it has no scheme."#,
            "Write the whole address, beginning with https://."),
        .command(
            "screens replace iOS 1.0 --app shop -", file: #"{"screens":{}}"#, 3,
            "iOS is a platform that no client is known to send, because words are compared byte for byte.",
            #"Did you mean "ios"?"#),
        .command(
            "expect replace --app shop --force -", file: #"{"expectations":{}}"#, 1,
            #""expectations" must be a list, found an object."#, "Write […]."),
        .command(
            "expect replace --app shop --force -", file: #"[{"url":"https://shop.example/cart"}]"#, 1,
            #"The expectation has no "expect"."#, #"Write {"url": ADDRESS, "expect": {"screen": NAME}}."#),
        .command("rules add --app shop none.json", 2, "cannot read none.json: No such file or directory"),
        .command("rules add --app shop .", 2, "cannot read .: Is a directory"),
        .command(
            "screens replace ios 1.0 --app shop -", file: #"{"screen":{}}"#, 1,
            #"A screen manifest has no member "screen"."#, #"Did you mean "screens"?"#),
        .command(
            "screens replace ios one --app shop -", file: #"{"screens":{}}"#, 3,
            "one is not a version of up to four numbers, such as 5.2.1"),
        .command(
            "rules replace cart --app shop -", file: #"{"match":["/cart"],"to":{"screen":"Mine"}}"#, 2,
            "the rule cart exists, and it is not known that you read it; nothing was changed",
            "run `waymark rules show cart` first, or add --force to overwrite what is there now"),
        .command(
            "rules replace cart --app shop --force -", file: #"{"id":"crat","match":["/cart"],"to":{"screen":"Mine"}}"#,
            1, #"The document says "crat", its address says "cart"."#, #"Make them equal, or leave "id" out."#),
    ]
}
