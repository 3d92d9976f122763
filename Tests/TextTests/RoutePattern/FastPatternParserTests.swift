import TestSupport
import Testing

@testable import RoutePattern

@Suite("The fast parser of plain patterns agrees with the full parser", .scheduled)
struct FastPatternParserTests {
    @Test(
        "every pattern that the fast parser accepts has the same alternative, origin and spelling",
        arguments: [
            "https://h.example", "https://h.example/", "https://h.example/a", "https://h.example/a/", "/a", "/", "/*",
            "/:x",
            "https://h.example/a/:b/*", "app://details/:id", "https://h.example/A_b~c.d/v-1", "https://a.b.c.example/x",
            "http://127.0.0.1/a", "http://h.0x1/", "https://h.example:80/", "https://h.example/a//b",
            "https://h.example/..",
            "https://h.example/:a/:a", "https://h.example/:1", "https://h.example/:a*", "https://h.example/a*",
            "https:///a",
            "file://localhost/a", "file:///a", "https://h.example/博", "https://H.example/", "https://h.example./a",
            "https://h.example/%41", "tel:110", "https://h.example/:a.b",
            "/" + Array(repeating: "a", count: 64).joined(separator: "/"),
            "/" + Array(repeating: "a", count: 65).joined(separator: "/"), "", "a", "https:", "https://",
            "https://xn--a/",
            "https://h.example/:id/", "myshop://app/x/:id/:slug/*", "a1://h/x", "1a://h/x", "https://h-.example/",
        ], [PatternOptions(), PatternOptions(ignoreCase: true, strictSlash: true)])
    func isEqual(text: String, options: PatternOptions) throws {
        guard let fast = FastPatternParser.alternative(text, options) else { return }
        let full = try ParsedPattern(text: text, options: options)
        #expect(full.alternatives == [fast])
        #expect(full.isPathOnly == (fast.scheme == .any))
        #expect(full.stored(text) == text)
    }

    @Test(
        "it accepts the patterns that tables consist of",
        arguments: ["https://h.example/a/:b/c", "/x/*", "app://details/:id"])
    func accepts(text: String) {
        #expect(FastPatternParser.alternative(text, PatternOptions()) != nil)
    }
}
