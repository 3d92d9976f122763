/// What each code in `errors` and `findings` means, and what to do.
///
/// A test compares it with the sources, both ways.
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

    /// What a check, a publish or a dry run finds; errors first.
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
            "mend the redirect, or let an admin of the app add the place"),
        Entry("authority", "a pattern and `settings.authority` do not fit each other", "write as the setting says"),
        Entry("duplicate", "two rules ask for exactly the same", "remove one, or give it a condition or a priority"),
        Entry("loop", "redirects lead back to where they came from", "`witness` is an address that shows it"),
        Entry("chain-too-long", "redirects follow one another too often", "redirect to the end at once"),
        Entry("missing-screen", "a build that was told of lacks the screen or a parameter", "add `appVersion`"),
        Entry("expectation-failed", "a stored test address leads elsewhere", "mend the rule, or the expectation"),
        Entry("shadowed", "the rule can never win", "remove it, or make it more specific than what wins"),
        Entry("tie", "only the position in the draft decides between two rules", "give one a priority"),
        Entry("dead-end", "a redirect leads to one of the app's own schemes and no rule takes it up", "add that rule"),
        Entry("expired", "the rule's time window is over", "remove the rule"),
        Entry("not-yet", "the rule's time window has not begun", "nothing, if that is meant"),
        Entry("check-incomplete", "something was too large to be looked at wholly", "split the rule"),
        Entry("import-dropped", "an entry of a foreign table was left out", "write it as a rule by hand"),
        Entry("import-changed", "a part of an entry was left out or says something else now", "look at the rule"),
        Entry(
            "import-order", "the table's order and the order by specificity differ for `witness`",
            "choose `order=keep` or `order=specificity`"),
        Entry("export-dropped", "a rule cannot be said in the table of the other system", "keep it here"),
    ]

    /// What is wrong with the members of a body.
    static let members: [Entry] = [
        Entry("unknown-key", "there is no such member", "`hint` has the nearest name"),
        Entry("missing-key", "a member is missing", "add it"),
        Entry("wrong-type", "a member is of another type, too long or out of range", "`detail` says what it is"),
        Entry(
            "invalid-value", "a member is of the right type and says nothing that holds", "`hint` says what may stand"),
    ]

    /// Why a body is no JSON (RFC 8259, I-JSON): every one with line and column.
    static let json = [
        "empty", "too-large", "too-deep", "unexpected-end", "unexpected-byte", "trailing-content", "trailing-comma",
        "missing-comma", "missing-colon", "missing-quotes", "comment", "byte-order-mark", "invalid-utf8",
        "control-character", "invalid-escape", "lone-surrogate", "invalid-number", "number-out-of-range",
        "duplicate-name",
    ]
}
