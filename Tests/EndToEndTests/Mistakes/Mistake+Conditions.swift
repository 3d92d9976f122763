extension Mistake {
    /// Targets and conditions of a rule.
    static let conditions: [Mistake] = [
        .rule(
            #"{"match":["/a"],"to":{"redirect":"https://evil.example/"}}"#,
            "destination-not-allowed: a: Redirects to https://evil.example are not allowed.",
            #"Add "https://evil.example" to "destinations" in the settings, if that is where the"#),
        .rule(
            #"{"match":["/a"],"to":{"redirect":"https://shop.example/{id}"}}"#,
            "unbound-variable: a: No pattern of the rule captures {id}.", "Capture it in the pattern as :id."),
        .rule(
            #"{"match":["/a"],"to":{"redirect":"javascript:alert(1)"}}"#,
            "destination-not-allowed: a: javascript: is never allowed.", "Lead to a screen, or to an https: address."),
        .rule(
            #"{"match":["/a"],"to":{"redirect":"file:///etc/passwd"}}"#,
            "destination-not-allowed: a: file: is never allowed.", "Lead to a screen, or to an https: address."),
        .rule(
            #"{"match":["/a"],"to":{"redirect":"shop.example/b"}}"#,
            "A redirect is a whole address, with scheme and host.",
            "Begin with a literal scheme, such as https://shop.example/ or shop://home/."),
        .rule(#"{"match":["/a"],"to":{"redirect":"https://shop.example/{"}}"#, "The brace is not closed.", "Add }."),
        .rule(
            #"{"match":["/a"],"to":{"screen":"A","params":{"n":"1"}}}"#, #""to" has no member "params"."#,
            "Known are: redirect, query, screen, parameters, transition, block."),
        .rule(
            #"{"match":["/a"],"when":{"appVersion":"five"},"to":{"screen":"A"}}"#, #""five" is not a version range."#,
            #"Write for example ">=5.2 <7", "5.2.x" or "=5.2.1"."#),
        .rule(
            #"{"match":["/a"],"when":{"platform":"ios"},"to":{"screen":"A"}}"#,
            #""platform" must be a list, found a string."#, #"Write ["ios"]."#),
        .rule(
            #"{"match":["/a"],"when":{"platforms":["ios"]},"to":{"screen":"A"}}"#,
            #""when" has no member "platforms"."#, #"Did you mean "platform"?"#),
        .rule(
            #"{"match":["/a"],"when":{"rollout":{"percent":"10%"}},"to":{"screen":"A"}}"#,
            #""percent" must be a number, found a string."#,
            "Write percent without quotes: 12.5 is 12.5 %, 100 is all devices."),
        .rule(
            #"{"match":["/a"],"when":{"rollout":{"percent":1250}},"to":{"screen":"A"}}"#,
            #""percent" is 1250; it lies between 0 and 100."#,
            "Shares were hundredths of a percent before 0.2.0: write 12.5 for 12.5 %."),
        .rule(
            #"{"match":["/a"],"when":{"rollout":{"percent":12.345}},"to":{"screen":"A"}}"#,
            #""percent" is 12.345; a share has at most two decimals."#, "Write 12.34 or 12.35."),
        .rule(
            #"{"match":["/a"],"when":{"after":"2026-12-01"},"to":{"screen":"A"}}"#,
            #""after" is not an RFC 3339 instant of the years 0000 to 9999 in UTC."#,
            #"Write for example "2026-11-21T10:00:00Z" or "2026-11-21T18:00:00+08:00"."#),
        .rule(
            #"{"match":["/a"],"when":{"attributes":{"group":"B"}},"to":{"screen":"A"}}"#,
            #"The attribute "group" must be a list, found a string."#, #"Write ["B"]."#),
    ]
}
