import LinkFiles
import TestSupport
import Testing

@Suite("Patterns of link files", .scheduled)
struct LinkPatternTests {
    @Test(
        "wildcards",
        arguments: [
            ("/buy/*", "/buy/", true), ("/buy/*", "/buy/a/b", true), ("/buy/*", "/buy", false),
            ("/a/?*", "/a/", false), ("/a/?*", "/a/b", true), ("????", "1234", true), ("????", "12345", false),
            ("*", "", true), ("", "", true), ("", "a", false), ("/*/x*y", "/a/b/xyzy", true), ("/A", "/a", false),
        ])
    func matches(pattern: String, text: String, expected: Bool) throws {
        #expect(try LinkPattern(pattern).matches(text) == expected)
    }

    @Test(
        "substitution variables",
        arguments: [
            ("/$(lang)_$(region)/$(food)/", "/en_US/burrito/", true),
            ("/$(lang)_$(region)/$(food)/", "/en_us/burrito/", false),
            ("/$(lang)_$(region)/$(food)/", "/en_US/bread/", false),
            ("/$(food)", "/sushi-42", true), ("/$(digit)$(digit)", "/42", true), ("/$(digit)", "/a", false),
            ("/$(xdigit)$(upper)$(lower)$(alpha)$(alnum)", "/fAbC9", true),
        ])
    func substitutes(pattern: String, text: String, expected: Bool) throws {
        let variables = ["food": ["burrito", "pizza", "sushi*", "samosa"]]
        #expect(try LinkPattern(pattern, variables: variables).matches(text) == expected)
    }

    @Test("case has no meaning where the file says so")
    func ignoresCase() throws {
        #expect(try LinkPattern("/Buy/$(upper)", variables: [:], isCaseSensitive: false).matches("/bUY/a"))
    }

    @Test("an unknown variable and a pattern that is too large are errors")
    func refuses() {
        #expect(throws: LinkPatternError.unknownVariable("x")) { try LinkPattern("/$(x)", variables: [:]) }
        let many = String(repeating: "$(lang)", count: 100)
        #expect(throws: LinkPatternError.tooLarge) { try LinkPattern(many, variables: [:]) }
    }

    @Test("a hostile pattern takes time proportional to its states and the text")
    func isLinear() throws {
        // Backtracking would need more steps than any machine has; the test would not end.
        let pattern = try LinkPattern(String(repeating: "*a", count: 60) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    }
}
