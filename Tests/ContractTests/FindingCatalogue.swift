/// The meaning and the remedy of each code in `errors` and `findings`.
///
/// A test checks that it has exactly the codes of the sources.
enum FindingCatalogue {
    /// A code with its explanation.
    struct Entry: Sendable, Hashable {
        let code: String
        let meaning: String
        let remedy: String

        init(_ code: String, _ meaning: String, _ remedy: String) {
            self.code = code
            self.meaning = meaning
            self.remedy = remedy
        }
    }

    /// Codes of a check, a publish or a dry run; errors first.
    static let findings: [Entry] = [
        Entry("syntax", "a pattern, template, condition or key is not valid", "`hint` says what to write"),
        Entry(
            "unbound-variable", "a redirect uses a variable that some form of the pattern does not bind",
            "bind it, or make it optional in both"),
        Entry(
            "unsafe-variable", "a capture stands where it could change the address's structure",
            "put it in a path segment or a query item"),
        Entry(
            "destination-not-allowed", "a redirect leads outside `settings.destinations`",
            "correct the redirect, or add the place to that setting"),
        Entry(
            "too-many-alternatives",
            "a rule (`reason` is `rule`) or all rules together (`draft`) have more alternatives than a release may have",
            "use fewer optional groups or origins, or divide the rules between two apps"),
        Entry("authority", "a pattern contradicts `settings.authority`", "write the pattern as the setting requires"),
        Entry(
            "duplicate",
            "two rules have an equal pattern and the same priority, and their conditions can hold together",
            "remove one, or give it a condition or a priority"),
        Entry("loop", "redirects lead back to where they came from", "`witness` is an address that shows it"),
        Entry("chain-too-long", "redirects follow one another too often", "redirect directly to the last address"),
        Entry(
            "missing-screen", "a stored build does not have the screen, or the rule lacks a parameter that it needs",
            "limit the rule with `appVersion`, or add the parameter"),
        Entry("expectation-failed", "a stored test address leads elsewhere", "correct the rule or the expectation"),
        Entry("shadowed", "the rule can never win", "remove it, or make it more specific than the rules that win"),
        Entry("tie", "only the position in the draft decides between two rules", "give one a priority"),
        Entry(
            "dead-end", "a redirect leads to one of the app's own schemes or origins, and no rule matches its target",
            "add a rule for the target"),
        Entry("expired", "the rule's time window is over", "remove the rule"),
        Entry("not-yet", "the rule's time window has not begun", "nothing, if this is intended"),
        Entry(
            "unknown-platform", "no client is known to send this platform", "write it as clients do; case matters"),
        Entry("unknown-region", "a region is no code of ISO 3166", "write two capital letters, such as `CN`"),
        Entry("unknown-language", "a language range has a part that is no code", "write for example `zh` or `en-GB`"),
        Entry(
            "small-share", "a share is under one percent",
            "shares are percent, not fractions: write 50 for half of the devices"),
        Entry(
            "wrong-placeholder", "`{id}` in a pattern or `:id` in a redirect is text",
            "write `:id` in patterns and `{id}` in redirects"),
        Entry(
            "unused-capture", "the target does not use a capture", "use it, or let its name begin with `_`"),
        Entry(
            "unknown-parameter", "no stored build's screen has the parameter",
            "correct the name, or add it to the manifest"),
        Entry("similar-host", "a host differs from an origin by one letter", "correct it, or add it to `origins`"),
        Entry(
            "unusual-pattern",
            "a pattern has a space, a percent sign without two digits, or takes every host; an entry of `never` has a query",
            "write `%20`, `%25`, or the host"),
        Entry(
            "host-not-owned", "a host of `settings.surfaces` does not belong to the app",
            "ask an unlimited administrator for `PUT /v1/hosts/{host}`"),
        Entry(
            "link-file", "a system would refuse a link file or discard a part of it; `reason` says what",
            "correct the surface, or the patterns of the rules that its files are made of"),
        Entry(
            "unclaimed", "the systems never give the rule's links to the app", "add to `claim`, or take from `never`"),
        Entry(
            "claimed-unresolved",
            "the systems give links to the app that no rule matches, with `build` for some builds, with `devices` by files that devices keep",
            "add a rule, or claim less"),
        Entry(
            "claim-loop", "the fallback on the web is itself given to an app", "list its path in `never`"),
        Entry(
            "claim-wider",
            "the link files give more addresses to the app than the rule matches; with `harmony`, its file names no paths",
            "open such an address in a browser, or list its path in `never`"),
        Entry(
            "claim-narrower", "the rule matches addresses that the link files do not give to the app",
            "write patterns that the files can say"),
        Entry(
            "manifest-scope",
            "a build that is still about does not declare the `host` or the `path` of links that are for it; `reason` says which",
            "release a build that declares it, or use a host that all builds declare"),
        Entry("never", "a path of a sign-in is given to an app", "list it in `never`"),
        Entry("check-incomplete", "a part of the check needed too much work and was not finished", "split the rule"),
        Entry("import-dropped", "an entry of the imported table was left out", "write it as a rule by hand"),
        Entry("import-changed", "a part of an entry was left out or has another meaning now", "check the rule"),
        Entry(
            "import-order", "the table's order and the order by specificity differ for `witness`",
            "choose `order=keep` or `order=specificity`"),
        Entry(
            "export-dropped", "the table of the other system cannot express a rule",
            "clients of the other system do not get this rule"),
    ]

    /// Codes of errors in the members of a body.
    static let members: [Entry] = [
        Entry("unknown-key", "there is no such member", "`hint` has the most similar name"),
        Entry("missing-key", "a member is missing", "add it"),
        Entry(
            "wrong-type", "a member has the wrong type, is too long or out of range", "`detail` says what is expected"),
        Entry(
            "invalid-value", "a member has the right type but its value is not allowed",
            "`hint` says which values are allowed"),
    ]

    /// Codes of errors in the JSON syntax of a body (RFC 8259, I-JSON), each with line and column.
    static let json = [
        "empty", "too-large", "too-deep", "unexpected-end", "unexpected-byte", "trailing-content", "trailing-comma",
        "missing-comma", "missing-colon", "missing-quotes", "comment", "byte-order-mark", "invalid-utf8",
        "control-character", "invalid-escape", "lone-surrogate", "invalid-number", "number-out-of-range",
        "duplicate-name",
    ]
}
